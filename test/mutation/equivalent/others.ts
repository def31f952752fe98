import type { Equivalent } from './equivalent.ts';

export const equivalents: readonly Equivalent[] = [
  {
    file: 'mock/reply/prism.ts',
    from: '({ dynamic: false, reply })',
    to: '({ dynamic: true, reply })',
    reason: 'who is handed a reply generates none; only the type of Prism asks for the member',
  },
  {
    file: 'mock/contracts/pacts/matching-rules.ts',
    from: 'isEqual(expected, actual),',
    to: 'isEqual(actual, expected),',
    reason: 'equality goes both ways',
  },
  {
    file: 'contracts/http/negotiation.ts',
    from: "if (header === '')",
    to: 'if (false)',
    reason: 'the result for no header is then looked up like that of any other',
  },
  {
    file: 'mock/reply/prism.ts',
    from: 'mostKeyLength = 4_096',
    to: 'mostKeyLength = 4095',
    reason: 'a request with a longer key is looked at again each time, with the same result',
  },
  {
    file: 'contracts/site/catalogue.ts',
    from: "summary ?? ''",
    to: "summary ?? 'x'",
    reason: 'every operation of the document has a summary',
  },
  {
    file: 'contracts/site/catalogue.ts',
    from: "tags[0] ?? ''",
    to: "tags[0] ?? 'x'",
    reason: 'every operation of the document has a tag',
  },
  {
    file: 'contracts/sample-media/draw.ts',
    from: 'canvas.fill(polygon(width * 0.4, height * 0.86, height * 0.58, 4, 3 / 4), middle);',
    to: 'canvas.fill(polygon(width * 0.4, height * 0.86, height * 0.58, 4, 3 * 4), middle);',
    reason: 'a square turned by any number of quarters is the same square',
  },
  {
    file: 'mock/contracts/pacts/complete-reply.ts',
    from: 'rows.find((row) => isSameRecord(one, row))',
    to: 'rows.find((row) => isSameRecord(row, one))',
    reason: 'two records are the same either way',
  },
  {
    file: 'mock/reply/paging.ts',
    from: "pageQuery(values.limit, last ?? '')",
    to: "pageQuery(values.limit, last ?? 'x')",
    reason: 'without a last row there is no more, and the address is not sent',
  },
  {
    file: 'contracts/client/client.ts',
    from: "['limit', 'cursor', ...known]",
    to: "['limit', 'cursor']",
    reason: 'no list has a further query parameter yet',
  },
  {
    file: 'mock/contracts/pacts/matching-rules.ts',
    from: "value === null ? 'null'",
    to: "value === null ? ''",
    reason: 'the names of types are only compared with each other',
  },
  {
    file: 'mock/contracts/pacts/pact-file.ts',
    from: "'2'), 10)",
    to: "'2'), 9)",
    reason: 'versions 2 to 4 are the same to both bases, and every other version is refused by both',
  },
  {
    file: 'mock/contracts/matcher.ts',
    from: 'contract.states.length - known : 0;',
    to: 'contract.states.length - known : 1;',
    reason: 'where no state is requested all contracts get the same number, and only differences decide',
  },
  {
    file: 'mock/tls/certificate.ts',
    from: ', signingAlgorithm: algorithm',
    to: '',
    reason: 'the library takes the algorithm from the key, and SHA-256 where it is told no hash',
  },
  {
    file: 'mock/reply/violations.ts',
    from: 'isNear(pointer, place.pointer)',
    to: 'isNear(place.pointer, pointer)',
    reason: 'two places are near each other either way',
  },
  {
    file: 'mock/reply/night-routes.ts',
    from: "?.FullName ?? ''",
    to: "?.FullName ?? 'x'",
    reason: 'both fighters of every fight of the night have a full name',
  },
  {
    file: 'mock/reply/prism-resources.ts',
    from: "kind = ''",
    to: "kind = 'x'",
    reason: 'every reference of the document has a kind and a name',
  },
  {
    file: 'mock/reply/prism-resources.ts',
    from: "name = ''",
    to: "name = 'x'",
    reason: 'every reference of the document has a kind and a name',
  },
  {
    file: 'mock/reply/contract-set.ts',
    from: "kind = ''",
    to: "kind = 'x'",
    reason: 'every reference of the document has a kind and a name',
  },
  {
    file: 'mock/reply/contract-set.ts',
    from: "name = ''",
    to: "name = 'x'",
    reason: 'every reference of the document has a kind and a name',
  },
];
