import { expect } from 'chai';
import fc from 'fast-check';
import { LinkedList } from '../../../server/limits/linked-list.ts';
import { RenewedMap } from '../../../server/limits/renewed-map.ts';

describe('LinkedList', () => {
  it('keeps members in the order of addition', () => {
    const steps = fc.array(fc.oneof(fc.constant('add'), fc.constant('take'), fc.nat(5)));
    fc.assert(
      fc.property(steps, (sequence) => {
        const list = new LinkedList<number>();
        let links: ReturnType<typeof list.add>[] = [];
        for (const [nth, step] of sequence.entries()) {
          if (step === 'add') links.push(list.add(nth));
          else if (step === 'take') expect(list.take()).to.equal(links.shift()?.value);
          else if (links[step]) {
            list.remove(links[step]);
            expect(links[step].after, 'a removed member keeps no other alive').to.equal(undefined);
            links = links.filter((_, index) => index !== step);
          }
          const values = links.map(({ value }) => value);
          expect([list.size, list.first, [...list]]).to.deep.equal([values.length, values[0], values]);
        }
      }),
    );
  });

  it('allows removal during iteration', () => {
    const list = new LinkedList<string>();
    for (const letter of 'abcd') list.add(letter);
    for (const link of list.links()) if (link.value !== 'b') list.remove(link);
    expect([...list]).to.deep.equal(['b']);
  });
});

describe('RenewedMap', () => {
  it('behaves like a Map', () => {
    const map = new RenewedMap<number, number>();
    const expected = new Map<number, number>();
    for (let index = 0; index < 5_000; index++) {
      map.set(index % 700, index);
      expected.set(index % 700, index);
      if (index % 3 > 0) {
        map.delete((index * 7) % 700);
        expected.delete((index * 7) % 700);
      }
      expect(map.size).to.equal(expected.size);
    }
    for (let key = 0; key < 800; key++) {
      expect([map.get(key), map.has(key)]).to.deep.equal([expected.get(key), expected.has(key)]);
    }
  });
});
