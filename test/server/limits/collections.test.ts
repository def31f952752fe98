import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { LinkedList } from '../../../server/limits/linked-list.ts';
import { RenewedMap } from '../../../server/limits/renewed-map.ts';

const churn = fileURLToPath(new URL('../../support/memory/churn.ts', import.meta.url));

/** Megabytes that outlive 60,000 members of 0.9 KB which come and go; no full collection comes to their rescue. */
function keptBy(kind: string): number {
  const options = ['--expose-gc', '--max-semi-space-size=4', '--initial-old-space-size=1000'];
  return Number(execFileSync(process.execPath, [...options, churn, kind], { encoding: 'utf8' })) / 1_000_000;
}

describe('short-lived collections', () => {
  for (const kind of ['LinkedList', 'RenewedMap']) {
    it(`${kind} keeps no removed members`, () => {
      expect(keptBy(kind)).to.be.below(8);
    });
  }

  it('control: Set keeps removed members', () => {
    expect(keptBy('Set')).to.be.above(40);
  });

  it('loads in progress leave no garbage behind', () => {
    expect(keptBy('loads in progress')).to.be.below(16);
  });

  describe('LinkedList', () => {
    it('removes members at any position', () => {
      for (const removed of ['a', 'b', 'c', 'ab', 'bc', 'ac', 'ca', 'abc', 'cba']) {
        const list = new LinkedList<string>();
        const links = new Map([...'abc'].map((letter) => [letter, list.add(letter)]));
        for (const letter of removed) {
          const link = links.get(letter);
          if (link) list.remove(link);
        }
        list.add('d');
        const left = [...'abcd'].filter((letter) => !removed.includes(letter));
        expect([list.size, list.first, [...list]], removed).to.deep.equal([left.length, left[0], left]);
        expect([...list.links()].map(({ before }) => before?.value)).to.deep.equal([undefined, ...left.slice(0, -1)]);
        for (const letter of removed) expect(links.get(letter)?.after).to.equal(undefined);
      }
    });

    it('takes members in the order of addition', () => {
      const list = new LinkedList<string>();
      for (const letter of 'abc') list.add(letter);
      expect([list.take(), list.take(), list.size]).to.deep.equal(['a', 'b', 1]);
      list.add('d');
      expect([list.take(), list.take(), list.take(), list.size]).to.deep.equal(['c', 'd', undefined, 0]);
    });

    it('allows removal during iteration', () => {
      const list = new LinkedList<string>();
      for (const letter of 'abcd') list.add(letter);
      const seen: string[] = [];
      for (const link of list.links()) {
        seen.push(link.value);
        if (link.value !== 'b') list.remove(link);
      }
      expect([seen, [...list]]).to.deep.equal([['a', 'b', 'c', 'd'], ['b']]);
    });
  });

  describe('RenewedMap', () => {
    it('behaves like a Map', () => {
      const map = new RenewedMap<string, number>();
      const expected = new Map<string, number>();
      for (let index = 0; index < 5_000; index++) {
        map.set(`${index % 700}`, index);
        expected.set(`${index % 700}`, index);
        if (index % 3 > 0) {
          map.delete(`${(index * 7) % 700}`);
          expected.delete(`${(index * 7) % 700}`);
        }
        expect(map.size).to.equal(expected.size);
      }
      for (let key = 0; key < 800; key++) {
        expect([map.get(`${key}`), map.has(`${key}`)]).to.deep.equal([expected.get(`${key}`), expected.has(`${key}`)]);
      }
    });
  });
});
