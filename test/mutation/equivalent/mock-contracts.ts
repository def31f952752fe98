import type { Equivalent } from './equivalent.ts';

export const equivalents: readonly Equivalent[] = [
  {
    file: 'mock/contracts/pacts/matching-rules.ts',
    from: "? 'array'",
    to: "? ''",
    reason: 'the names of types are only compared with each other',
  },
  {
    file: 'mock/contracts/pacts/matching-rules.ts',
    from: 'Object.is(one, other)',
    to: 'Object.is(other, one)',
    reason: 'equality goes both ways',
  },
  {
    file: 'mock/contracts/pacts/matching-rules.ts',
    from: 'isEqual(ours[name], theirs[name])',
    to: 'isEqual(theirs[name], ours[name])',
    reason: 'equality goes both ways',
  },
  {
    file: 'mock/contracts/pacts/pact-file.ts',
    from: 'at.length * 1_000',
    to: 'at.length * 1001',
    reason: 'any factor above the number of steps of a path puts the longest path first',
  },
  {
    file: 'mock/contracts/pacts/pact-file.ts',
    from: 'Object.is(expected, actual)',
    to: 'Object.is(actual, expected)',
    reason: 'equality goes both ways',
  },
  {
    file: 'mock/contracts/pacts/complete-reply.ts',
    from: 'if (identityOf(value).length > 0)',
    to: 'if (true)',
    reason: 'an object that nothing identifies is kept, and is never the record of another',
  },
  {
    file: 'mock/contracts/pacts/complete-reply.ts',
    from: 'if (identityOf(value).length > 0)',
    to: 'if (identityOf(value).length >= 0)',
    reason: 'an object that nothing identifies is kept, and is never the record of another',
  },
  {
    file: 'mock/contracts/matcher.ts',
    from: 'contract.states.length - known : 0;',
    to: 'contract.states.length + known : 0;',
    reason:
      'contracts with as many known states are ordered alike, and others by those states, which count a hundredfold',
  },
  {
    file: 'mock/contracts/matcher.ts',
    from: 'Object.is(whole, part)',
    to: 'Object.is(part, whole)',
    reason: 'equality goes both ways',
  },
  {
    file: 'mock/contracts/matcher.ts',
    from: 'known * 100 -',
    to: 'known * 99 -',
    reason: 'any factor above the number of states of a contract puts the known states first',
  },
  {
    file: 'mock/contracts/matcher.ts',
    from: 'listed.at(-1)',
    to: 'listed.at(1)',
    reason: 'no route lists more than two of them, and where it lists one its path is not known here',
  },
  {
    file: 'mock/contracts/pacts/read-pacts.ts',
    from: 'if (known) return known;',
    to: 'if (false) return known;',
    reason: 'the records are then collected again, and are the same',
  },
  {
    file: 'mock/contracts/pacts/read-pacts.ts',
    from: 'this.#records.set(family, records);',
    to: ';',
    reason: 'the records are then collected again, and are the same',
  },
  {
    file: 'mock/start.ts',
    from: "let url = '';",
    to: "let url = 'x';",
    reason: 'it is set before the first request, and nothing reads it earlier',
  },
  {
    file: 'mock/start.ts',
    from: 'if (added.files.length === 0)',
    to: 'if (false)',
    reason: 'the same contracts are then built once more',
  },
];
