import type { Equivalent } from './equivalent.ts';

export const equivalents: readonly Equivalent[] = [
  {
    file: 'contracts/http/trace-context.ts',
    from: 'randomId().slice(-16)',
    to: 'randomId().slice(16)',
    reason: 'the id has 32 digits, whose last 16 follow the first 16',
  },
  {
    file: 'contracts/http/negotiation.ts',
    from: "negotiate('')",
    to: "negotiate('x')",
    reason: 'a word without a meaning gets what no header gets',
  },
  {
    file: 'contracts/http/negotiation.ts',
    from: "(header = '') =>",
    to: "(header = 'x') =>",
    reason: 'a word without a meaning gets what no header gets',
  },
  {
    file: 'contracts/http/negotiation.ts',
    from: "header === ''",
    to: "header === 'x'",
    reason: 'a word without a meaning gets what no header gets',
  },
  {
    file: 'contracts/http/negotiation.ts',
    from: "wanted.find(({ value }) => value === 'identity')?.quality ?? 0",
    to: "wanted.find(({ value }) => value === 'identity')?.quality",
    reason: 'neither nothing nor 0 is more than another quality',
  },
  {
    file: 'contracts/http/paths.ts',
    from: "template.includes('(')",
    to: 'true',
    reason: 'where there is no optional part, none is replaced',
  },
  {
    file: 'contracts/http/paths.ts',
    from: "-'.json'.length",
    to: "-'.jspn'.length",
    reason: 'only the number of letters counts',
  },
  {
    file: 'contracts/command-line/distance.ts',
    from: 'length: b.length + 1',
    to: 'length: b.length + 2',
    reason: 'nothing reads the place after the last',
  },
  {
    file: 'contracts/command-line/make-folder.ts',
    from: '() => false',
    to: '() => undefined',
    reason: 'only asked in a condition, where both are no',
  },
  {
    file: 'contracts/command-line/did-you-mean.ts',
    from: 'distance(wanted, candidate.toLowerCase())',
    to: 'distance(candidate.toLowerCase(), wanted)',
    reason: 'the distance is the same both ways',
  },
  {
    file: 'contracts/command-line/arguments.ts',
    from: 'distance(start, a)',
    to: 'distance(a, start)',
    reason: 'the distance is the same both ways',
  },
  {
    file: 'contracts/command-line/arguments.ts',
    from: 'distance(start, b)',
    to: 'distance(b, start)',
    reason: 'the distance is the same both ways',
  },
  {
    file: 'contracts/http/trace-context.ts',
    from: 'const own = status >= 400',
    to: 'const own = status >= 399',
    reason: 'no reply has the status 399',
  },
];
