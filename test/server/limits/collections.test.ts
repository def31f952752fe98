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

describe('collections for what comes and goes', () => {
  for (const kind of ['LinkedList', 'RenewedMap']) {
    it(`${kind} keeps nothing of what has left`, () => {
      expect(keptBy(kind)).to.be.below(8);
    });
  }

  for (const kind of ['Set', 'Map']) {
    it(`${kind} keeps it all (control)`, () => {
      expect(keptBy(kind)).to.be.above(40);
    });
  }

  for (const users of ['loads in progress', 'entries of a tag', 'work that waits for a place', 'batches of votes']) {
    it(`are what keeps ${users}: what has left is garbage`, () => {
      expect(keptBy(users)).to.be.below(16);
    });
  }

  describe('LinkedList', () => {
    it('has its members in the order of addition', () => {
      const list = new LinkedList<string>();
      expect([list.size, list.first, [...list]]).to.deep.equal([0, undefined, []]);
      for (const letter of 'abc') list.add(letter);
      expect([list.size, list.first, [...list]]).to.deep.equal([3, 'a', ['a', 'b', 'c']]);
    });

    it('removes a member wherever it stands, and takes others afterwards', () => {
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
      }
    });

    it('gives its members in this order, one at a time', () => {
      const list = new LinkedList<string>();
      for (const letter of 'abc') list.add(letter);
      expect([list.take(), list.take(), list.size]).to.deep.equal(['a', 'b', 1]);
      list.add('d');
      expect([list.take(), list.take(), list.take(), list.size]).to.deep.equal(['c', 'd', undefined, 0]);
    });

    it('leads nowhere from a removed member', () => {
      const list = new LinkedList<string>();
      const [, link] = [...'abc'].map((letter) => list.add(letter));
      if (link) list.remove(link);
      expect(link).to.deep.equal({ value: 'b', before: undefined, after: undefined });
    });

    it('may lose the current member while it is read', () => {
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
    it('is a map, however often it was renewed', () => {
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

    it('is renewed after 256 additions, or as many as it had members the last time', () => {
      const { Map: original } = globalThis;
      let made = 0;
      class Counted<K, V> extends original<K, V> {
        constructor(entries?: Iterable<readonly [K, V]> | null) {
          super(entries);
          made++;
        }
      }
      /** After how many additions of up to so many members it was renewed. */
      const renewals = (members: number, additions: number) => {
        made = 0;
        const map = new RenewedMap<number, number>();
        const seen: number[] = [];
        for (let nth = 1; nth <= additions; nth++) {
          const before = made;
          map.set(nth % members, nth);
          if (made > before) seen.push(nth);
        }
        return seen;
      };
      globalThis.Map = Counted as MapConstructor;
      try {
        expect(renewals(1, 1_000)).to.deep.equal([257, 514, 771]);
        expect(renewals(10_000, 2_000)).to.deep.equal([257, 514, 1_028]);
      } finally {
        globalThis.Map = original;
      }
    });
  });
});
