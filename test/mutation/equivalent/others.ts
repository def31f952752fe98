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
];
