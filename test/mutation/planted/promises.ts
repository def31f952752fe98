/** What the guide of the mock, the help of a command or a verdict promises in passing. */
import type { PlantedFault } from './fault.ts';

/** Columns: title, file, text, text in its place. */
type Row = readonly [title: string, file: string, from: string, to: string];

const mock: readonly Row[] = [
  [
    'a vote whose body arrives late removes the votes that were counted before',
    'reply/decide.ts',
    'sessions.find(before.name)',
    'before',
  ],
  [
    'a session that is put back is still out of changes',
    'session/sessions.ts',
    '  session.changes = new Changes();\n',
    '',
  ],
  [
    'a session that is put back with votes loses its scorecards',
    'session/sessions.ts',
    'ballotsOf(votes, scorecards);',
    'ballotsOf(votes, votes.length > 0 ? [] : scorecards);',
  ],
  [
    'the night of a session is that of all others',
    'session/sessions.ts',
    'session.night ?? this.night;',
    'session.night ?? this.night ?? [...this.#sessions.values()].find(({ night }) => night)?.night;',
  ],
  ['the faults of GET depend on the HEAD requests between them', 'http/app.ts', '{req.method} ', '{name} '],
  [
    'the mock waits for up to twice the jitter',
    'faults/fault-injector.ts',
    'Math.floor(random() * (jitter',
    'Math.floor((random() + random()) * (jitter',
  ],
  [
    'connections break twice as often as replies are slow',
    'faults/fault-injector.ts',
    '[...faultNames, 429, 503] as const',
    '[...faultNames, ...faultNames, 429, 503] as const',
  ],
  ['the help of the mock names another port', 'options.ts', 'variable PORT (4010)', 'variable PORT (4000)'],
  ['the help of the mock names another seed', 'options.ts', 'same requests (1)', 'same requests (0)'],
  [
    'the authority of the mock may sign more than certificates',
    'tls/certificate.ts',
    'x509.KeyUsageFlags.keyCertSign, true',
    'x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.digitalSignature, true',
  ],
  [
    'the crowd of the mock votes for who is behind',
    'night/crowd.ts',
    'isBlue ? { fighter1Votes: blue',
    '!isBlue ? { fighter1Votes: blue',
  ],
  [
    'the crowd of the mock gives its points to the other fighter',
    'night/crowd.ts',
    'fighter1Sum: isBlue ? blue : red, fighter2Sum: isBlue ? red : blue',
    'fighter1Sum: isBlue ? red : blue, fighter2Sum: isBlue ? blue : red',
  ],
  [
    'all of the crowd of the mock send scorecards',
    'night/crowd.ts',
    'Math.floor(options.voters / 2)',
    'options.voters',
  ],
  [
    'a last page that is full leads to an empty one',
    'reply/paging.ts',
    'page.length < rest.length;',
    '(page.length < rest.length || (cursor !== undefined && page.length === limit));',
  ],
  [
    'a request that comes again keeps its old place among those without a contract',
    'session/request-log.ts',
    '    log.unmatched.delete(key);\n    log',
    '    log',
  ],
];

const smoke: readonly Row[] = [
  [
    'smoke takes any status below 400',
    'smoke/smoke.ts',
    'if (!(success as readonly number[]).includes(status)) {',
    'if (status >= 400) {',
  ],
  ['smoke follows no page', 'smoke/smoke.ts', '    if (page) add(', '    if (page === null) add('],
  [
    'smoke sends bodies although it was told to change nothing',
    'smoke/smoke.ts',
    'isPost && !readOnly ? {',
    'isPost ? {',
  ],
  ['smoke ends with 0 for one broken reply', 'smoke.ts', 'if (broken.length > 0)', 'if (broken.length > 1)'],
  [
    'smoke takes the refusal of a key that must be right',
    'smoke/smoke.ts',
    ' && !(feedKeyIsCertain && refusals.includes(key))',
    '',
  ],
  [
    'smoke does not follow the ids of presenters',
    'smoke/references.ts',
    "  octagon_girl_media_id: 'media_item',\n",
    '',
  ],
  [
    'smoke follows the first element of a list only',
    'smoke/references.ts',
    'const element of value)',
    'const element of value.slice(0, 1))',
  ],
  [
    'smoke asks for the ids of one family in the other',
    'smoke/smoke.ts',
    'familiesOf(route).includes(family) ? family : (first ?? family)',
    'first ?? family',
  ],
];

const replay: readonly Row[] = [
  [
    'a replay is good although requests were refused',
    'replay/compare.ts',
    'isBalanced(comparison) && refused === 0',
    'isBalanced(comparison)',
  ],
  [
    'a replay is good although scorecards were lost',
    'replay/compare.ts',
    '[votes, scorecards].every(',
    '[votes].every(',
  ],
];

const retried: readonly Row[] = [
  ['a replay gives up at a proxy whose service is away', 'replay/retry.ts', '[429, 502, 503, 504]', '[429, 503]'],
  [
    'a replay comes back sooner than it is told to',
    'replay/retry.ts',
    'error.retryAfterSeconds * 1000',
    'error.retryAfterSeconds * 100',
  ],
];

const content: readonly Row[] = [
  [
    'the list of generations marks all but the live one',
    'content/verbs/list.ts',
    "generation.isLive ? '*' : ' '",
    "generation.isLive ? ' ' : '*'",
  ],
  [
    'put takes with --strict what would be a warning',
    'content/verbs/put.ts',
    'strict: values.strict ?? false };',
    'strict: false };',
  ],
  [
    'a repair that leaves a damaged record ends with 0',
    'content/verbs/audit.ts',
    'exitCode: open > 0 ? 1 : 0',
    'exitCode: open > 0 && !values.repair ? 1 : 0',
  ],
  [
    'a made-up archive without a seed is of another one than the help says',
    'content/verbs/sample.ts',
    "'seed', 1)",
    "'seed', 2)",
  ],
  ['a KiB has a thousand bytes', 'content/output.ts', 'size /= 1024', 'size /= 1000'],
];

const packed: readonly Row[] = [
  [
    'the packed mock has only licences in files without an ending',
    'pack/licences.ts',
    '/^(?:licen[cs]e|notice|copying)/i',
    '/^licen[cs]e$/i',
  ],
  [
    'the packed mock lacks the notice of a package that asks for it',
    'pack/package.ts',
    "'LICENSE', 'NOTICE'] }",
    "'LICENSE'] }",
  ],
  [
    'the packed mock lacks the recipes that its guide names',
    'pack/package.ts',
    "['README.md', 'RECIPES.md']",
    "['README.md']",
  ],
];

const faults = (rows: readonly Row[], test: string, folder: string): PlantedFault[] =>
  rows.map(([title, file, from, to]) => ({ title, file: folder + file, from, to, test }));

export const planted: readonly PlantedFault[] = [
  ...faults(mock, 'test/mock/promises.test.ts', 'mock/'),
  ...faults(smoke, 'test/provider/smoke-controls.test.ts', 'scripts/'),
  ...faults(content, 'test/server/content/promises.test.ts', 'scripts/'),
  ...faults(packed, 'test/mock/pack.test.ts', 'scripts/'),
  {
    title: 'the help of content pipes what npm prints of its own into jq',
    file: 'scripts/content/verbs/list.ts',
    from: 'npm run --silent content -- list --json | jq',
    to: 'npm run content -- list --json | jq',
    test: 'test/server/content/verbs.test.ts',
  },
  {
    title: 'the help of the ratchet shows a command that it refuses',
    file: 'scripts/ratchet.ts',
    from: '-- [--base <commit>] [--commits <number>]',
    to: '[-- --base <commit>] [-- --commits <number>]',
    test: 'test/contracts/commands.test.ts',
  },
  {
    title: 'the typed client repeats a vote that may have been counted',
    file: 'contracts/client/sender.ts',
    from: '    const text = await reply.text();',
    to: "    if (reply.status === 503 && method === 'POST') await (send ?? fetch)(url, { method });\n    const text = await reply.text();",
    test: 'test/contracts/client/client.test.ts',
  },
  {
    title: "the typed client's error of a gateway has no status",
    file: 'contracts/client/methods.ts',
    from: 'return { ...foreign, ...Object.fromEntries(fitting) };',
    to: 'return { ...types, ...Object.fromEntries(fitting), status: body.status } as ProblemDetails;',
    test: 'test/contracts/client/client.test.ts',
  },
  ...faults(replay, 'test/server/replay/judged.test.ts', 'scripts/'),
  ...faults(retried, 'test/server/replay/retry.test.ts', 'scripts/'),
];
