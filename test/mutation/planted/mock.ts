/** The mock: how it starts, what its replies add up, and what a session shows to whom. */
import type { PlantedFault } from './fault.ts';

const stateful = 'test/mock/stateful-replies.test.ts';
const sessionRules = 'test/mock/session-rules.test.ts';

/** `title, from, to` of one file, all noticed by the same test. */
const of = (file: string, test: string, rows: readonly (readonly [title: string, from: string, to: string])[]) =>
  rows.map(([title, from, to]): PlantedFault => ({ title, file, from, to, test }));

export const planted: readonly PlantedFault[] = [
  ...of('mock/reply/ballot-routes.ts', stateful, [
    ['the scores of a contract lose a point when scorecards are added', 'Math.round(Number', 'Math.floor(Number'],
    ['a vote is read back under another fighter', '!vote || vote.fighterStatid !== fighter_statid', '!vote'],
    [
      'a vote on a round that nobody voted on brings one more along',
      'counts.get(round) ?? { fighter1Votes: 0,',
      'counts.get(round) ?? { fighter1Votes: 1,',
    ],
  ]),
  ...of('mock/reply/night-results.ts', stateful, [
    ['what to watch of a night is in Spanish for every family', 'watch(record, family)', "watch(record, 'v3')"],
    [
      'only the event of the night is said to have a feed',
      'metricsEntry(record, isReceived(record),',
      'metricsEntry(record, record.statid === night.eventStatid,',
    ],
    [
      'the scores of a decision are those of the loser where red won',
      "winner === 'red' ? [red, blue] : [blue, red]",
      '[blue, red]',
    ],
    ['a draw has no note', "...(fought.result.decision && !winner && { EndNotes: 'Draw' }),", ''],
  ]),
  ...of('mock/reply/night-routes.ts', stateful, [
    [
      'the feed of another event is that of the night',
      'if (values.id !== night.eventStatid) return undefined;',
      'if (values.id === undefined) return undefined;',
    ],
    ['an alert is on two pages', 'sort(record) < String(values.cursor)', 'sort(record) <= String(values.cursor)'],
    ['an alert comes late', 'one.atMs <= atMs', 'one.atMs < atMs'],
    ['the last page of alerts has a next one', 'next && rows.length < rest.length', 'next'],
  ]),
  ...of('mock/session/changes.ts', stateful, [
    ['a client may change again a moment late', 'if (endsMs > nowMs) break', 'if (endsMs >= nowMs) break'],
    ['a client is told to come back too early', 'Math.ceil(resetMs / 1000)', 'Math.floor(resetMs / 1000)'],
  ]),
  ...of('mock/session/sessions.ts', sessionRules, [
    ['a night of a session yields to the shared one', 'session.night ?? this.night', 'this.night ?? session.night'],
    [
      'a session with a night gets the replies of any other',
      '!state && ballots === noBallots && !night',
      '!state && ballots === noBallots',
    ],
    ['a session that changes again counts as dropped', "if (reason === 'evict') this", 'this'],
    ['the names of sessions begin with the oldest', '[...this.#sessions.keys()]', '[...this.#sessions.rkeys()]'],
  ]),
  ...of('mock/session/log-lines.ts', sessionRules, [
    ['the line of a request leaves out its faults', 'contract, match, weather];', 'contract, match];'],
  ]),
  ...of('mock/control/question.ts', sessionRules, [
    ['an answer shows the oldest requests', 'found.slice(-mostShown)', 'found.slice(0, mostShown)'],
  ]),
  ...of('mock/session/reply-cache.ts', 'test/mock/request-log.test.ts', [
    [
      'a ready reply is listed for the address of its client',
      'sessions.labelOf(req)',
      'String(req.socket.remoteAddress)',
    ],
  ]),
  ...of('mock/http/stream-source.ts', 'test/mock/stream-source.test.ts', [
    ['a client that comes back misses a snapshot', 'Math.max(0, seen - 1)', 'seen'],
    ['a client that comes back gets ten snapshots at most', 'mostMissed = 1_000', 'mostMissed = 10'],
    [
      'the feed of another event is followed by that of the night',
      'player?.eventStatid === values.id ? player : undefined',
      'player',
    ],
    ['a tally that a crowd changed has the version of before', '(player?.version ?? 0)', '0'],
    ['a vote gives a feed another version', '(isFeed ? 0 : find().ballots.changes)', 'find().ballots.changes'],
  ]),
  ...of('mock/control/access.ts', 'test/mock/control.test.ts', [
    [
      'a mock that is open to every page refuses their links',
      "!isOpen && req.headers['sec-fetch-site'] === 'cross-site'",
      "req.headers['sec-fetch-site'] === 'cross-site'",
    ],
  ]),
  ...of('mock/control/night-routes.ts', 'test/mock/night.test.ts', [
    ['a night has another crowd than the guide says', 'voters: 500', 'voters: 400'],
    ['a night may have a million voters', 'maximum: 100_000', 'maximum: 1_000_000'],
  ]),
  ...of('mock/control/control.ts', 'test/mock/control.test.ts', [
    ['HEAD is refused below /__mock', "req.method === 'HEAD' ? 'GET' : req.method", 'req.method'],
  ]),
  {
    title: 'a port that is set and empty keeps the mock from starting',
    file: 'mock/options.ts',
    from: 'env[name]?.trim() || undefined',
    to: 'env[name]?.trim()',
    test: 'test/mock/promises.test.ts',
  },
  {
    title: 'the catalogue in a session sends its requests outside of it',
    file: 'contracts/site/catalogue/request.js',
    from: 'await fetch(base + contract.url',
    to: 'await fetch(contract.url',
    test: 'test/mock/pages.test.ts',
  },
  {
    title: 'a deeply nested pact ends the mock with a stack',
    file: 'mock/contracts/read-json.ts',
    from: 'findTooDeep(text, mostLevels)',
    to: 'findTooDeep(text, 100 * mostLevels)',
    test: 'test/mock/foreign-pacts.test.ts',
  },
  {
    title: 'a system that has no file watch left ends the mock',
    file: 'mock/contracts/watch.ts',
    from: '    failed(error);\n  }\n  return {',
    to: '    throw error;\n  }\n  return {',
    test: 'test/mock/reload.test.ts',
  },
  {
    title: 'contracts in a folder that was added are not watched',
    file: 'mock/contracts/watch.ts',
    from: '      open(path);\n      changed();',
    to: '      changed();',
    test: 'test/mock/reload.test.ts',
  },
  {
    title: 'a client that was away while its session was replaced keeps the old state',
    file: 'mock/http/stream.ts',
    from: "(data !== '' || !source.wasSent(now))",
    to: "data !== ''",
    test: 'test/mock/stream.test.ts',
  },
  {
    title: 'of two states under one id the later one passes for both',
    file: 'mock/http/sent-events.ts',
    from: '!before || before.data === data ? data : undefined',
    to: 'data',
    test: 'test/mock/stream.test.ts',
  },
];
