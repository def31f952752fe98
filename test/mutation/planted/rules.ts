import type { PlantedFault } from './fault.ts';

/** Lies about the rules that server, mock and contracts share. */
export const planted: readonly PlantedFault[] = [
  {
    title: 'The second share of a vote is rounded by itself',
    file: 'contracts/rules/tally.ts',
    from: "inHundredths(10_000 - Number(first.replace('.', '')))",
    to: 'twoDecimals(fighter2Votes * 100, total)',
    test: 'test/contracts/rules/tally.test.ts',
  },
  {
    title: 'A mean score counts one scorecard more than there are',
    file: 'contracts/rules/tally.ts',
    from: 'twoDecimals(sum, count)',
    to: 'twoDecimals(sum, count + 1)',
    test: 'test/contracts/rules/tally.test.ts',
  },
  {
    title: 'A cursor may have more behind the place of a fight on its card',
    file: 'contracts/rules/sort-keys.ts',
    from: '/^0*-?\\d{1,16}$/',
    to: '/^0*-?\\d{1,16}/',
    test: 'test/contracts/rules/sort-keys.test.ts',
  },
  {
    title: 'A cursor may be among fights without the id of a fight',
    file: 'contracts/rules/sort-keys.ts',
    from: ' && isNumber(id)',
    to: '',
    test: 'test/contracts/rules/sort-keys.test.ts',
  },
  {
    title: 'A division in lower case is a cursor among title holders',
    file: 'contracts/rules/sort-keys.ts',
    from: '.includes(key) }',
    to: '.some((one) => one.toLowerCase() === key.toLowerCase()) }',
    test: 'test/contracts/rules/sort-keys.test.ts',
  },
  {
    title: 'Votes before Express are not limited by address',
    file: 'server/http/ballots.ts',
    from: '      limitRate(limiters, request, operation);\n',
    to: '      void limitRate;\n      void limiters;\n',
    test: 'test/server/http/rates.test.ts',
  },
  {
    title: 'Votes before Express are answered to clients that take no JSON',
    file: 'server/http/ballots.ts',
    from: ' || !acceptsJson(req.headers.accept)',
    to: '',
    test: 'test/server/http/ballots.test.ts',
  },
  {
    title: 'Votes before Express break the connection instead of saying why they are refused',
    file: 'server/http/ballots.ts',
    from: 'const fail = (error: unknown) => render(error, request, response, never);',
    to: 'const fail = (error: unknown) => void (error && res.destroy() && render);',
    test: 'test/server/http/ballots.test.ts',
  },
];
