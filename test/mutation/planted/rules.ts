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
];
