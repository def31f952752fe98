import type { Equivalent } from './equivalent.ts';

/** Of one file, each with what it has, what it has then, and the reason. */
const of = (file: string, rows: readonly (readonly [from: string, to: string, reason: string])[]): Equivalent[] =>
  rows.map(([from, to, reason]) => ({ file: `server/store/redis/${file}`, from, to, reason }));

export const equivalents: readonly Equivalent[] = [
  ...of('clock.ts', [
    ['isNext = age >= 0', 'isNext = age > 0', 'an age of 0 has returned before'],
    [
      'isNext = age >= 0',
      'isNext = age >= 1',
      'an age below the half minute has returned before, unless it is negative',
    ],
    ["?.[0] : ''", "?.[0] : 'x'", 'the name of the only clock'],
  ]),
  ...of('connection/address.ts', [
    [
      'equals < 0 ?',
      'equals <= 0 ?',
      'an option without a name is refused in the same words, whatever is taken for its name',
    ],
    [
      'equals < 0 ?',
      'equals < 1 ?',
      'an option without a name is refused in the same words, whatever is taken for its name',
    ],
    ["scheme = ''", "scheme = 'x'", 'neither is a scheme that is known'],
    ["all = ''", "all = 'x'", 'a text without a scheme is refused, whatever follows'],
    [
      "path = ''",
      "path = 'x'",
      'the pattern always finds a path, if only an empty one; where it does not match at all, the empty authority is refused before',
    ],
    [
      "query = ''",
      "query = 'x'",
      'the pattern always finds options, if only empty ones; where it does not match at all, the empty authority is refused before',
    ],
    ['at < 0 ?', 'at <= 0 ?', 'before an @ at the beginning there are no credentials either'],
    ['at < 0 ?', 'at < 1 ?', 'before an @ at the beginning there are no credentials either'],
    ["[first = ''", "[first = 'x'", 'a path that is split has one part at least'],
  ]),
  ...of('connection/check-redis.ts', [
    ["name = ''", "name = 'x'", 'the pattern always finds a name'],
    ["value = ''", "value = 'x'", 'the pattern always finds a value, if only an empty one'],
  ]),
  ...of('connection/connect.ts', [
    [
      "client.info('cluster').catch(() => '')",
      "client.info('cluster').catch(() => undefined)",
      'the text that is looked for is in neither',
    ],
    [
      "client.info('cluster').catch(() => '')",
      "client.info('cluster').catch(() => 'x')",
      'the text that is looked for is in neither',
    ],
  ]),
  ...of('embedded/embedded.ts', [
    ['closes = 0', 'closes = 1', 'it is only asked whether it changes'],
    ['closes++', 'closes--', 'it is only asked whether it changes'],
    ["logged = ''", "logged = 'x'", 'no error says so'],
  ]),
  ...of('embedded/install.ts', [
    ['() => false,\n  );\n}', '() => undefined,\n  );\n}', 'callers only ask whether it is true'],
    ["stdio: ['ignore', 'ignore', 'pipe']", "stdio: ['ignore', 'ignore']", 'a stream that is not named is a pipe, too'],
    ['() => false,\n  );\n  try', '() => undefined,\n  );\n  try', 'it is only asked whether the file is ours'],
  ]),
  ...of('embedded/launch.ts', [
    [".at(-1) ?? ''", ".at(-1) ?? 'x'", 'a text that is split has one line at least'],
    ["let reason = ''", "let reason = 'x'", 'without an attempt the start was interrupted, and no reason is told'],
  ]),
  ...of('embedded/lock.ts', [
    ['{file}.$', '{file}.x$', 'the name of a file that is there only while the lock is taken; each has its own'],
    ['.moved.', '.mowed.', 'the name of a file that is removed at once; each has its own'],
    ["'utf8').catch(() => '')", "'utf8').catch(() => undefined)", 'neither names a process'],
  ]),
  ...of('embedded/mark.ts', [
    ['chunkBytes = 1_048_576', 'chunkBytes = 1048577', 'how much of the log is read at once'],
    ["file = '', seq", "file = 'x', seq", 'the pattern always finds a name'],
    [
      'end - known.bytes',
      'end + known.bytes',
      'how much of the log is read at once, up to a mebibyte; no more is asked for than is needed',
    ],
    ['bytes < end', 'bytes <= end', 'one more read, of no byte, ends the loop'],
    ['this.#file}.$', 'this.#file}.x$', 'the name of a file that is renamed at once; each has its own'],
  ]),
  ...of('embedded/running.ts', [
    ["'utf8').catch(() => '')", "'utf8').catch(() => 'x')", 'neither is JSON, so both count as no state'],
    ['waitedMs += pollMs', 'waitedMs -= pollMs', 'it is only asked whether it is a multiple of five seconds'],
    [
      'await client.connect();\n    let',
      ';\n    let',
      'INFO connects a client that is not connected, and fails for the same reasons',
    ],
  ]),
  ...of('embedded/torn-transaction.ts', [
    ['commandBytes = 67_108_864', 'commandBytes = 67108865', 'a byte more than what no command is nearly as long as'],
    ["['*', '$', '#']", "['*', '$x', '#']", 'only the first letter counts'],
    ['line < 0 ?', 'line <= 0 ?', 'a line begins with its type'],
    ['line < 0 ?', 'line < 1 ?', 'a line begins with its type'],
    ["end: head.end, name: ''", "end: head.end, name: 'x'", 'neither is the name of a command that anybody looks for'],
    ['length.number <= 5', 'length.number <= 6', 'no command of six letters is looked for'],
    [
      'rest.length > commandBytes',
      'rest.length >= commandBytes',
      'a byte less than what no command is nearly as long as',
    ],
    ["'utf8').catch(() => '')", "'utf8').catch(() => 'x')", 'neither names a file'],
  ]),
  ...of('embedded/watch.ts', [
    ['ms: 0 }', 'ms: 1 }', 'nothing was logged yet, so the reason is another one'],
    ["{ message: ''", "{ message: 'x'", 'no error says so'],
  ]),
  ...of('errors.ts', [
    [
      'safe[index - 1]',
      'safe[index + 1]',
      'of hidden words in a row the last one is shown instead of the first, and both are …',
    ],
  ]),
  ...of('open.ts', [
    ["embedded?.url ?? ''", "embedded?.url ?? 'x'", 'without REDIS_URL there is an embedded Redis, which has a URL'],
  ]),
  ...of('script-command.ts', [
    ['if (this.socket) known', 'if (true) known', 'of a command that was not sent there is nothing to delete'],
  ]),
  ...of('scripts.ts', [
    ["[name = '']", "[name = 'x']", 'a text that is split has one part at least'],
    [
      'if (command.socket) silentSince.delete',
      'if (true) silentSince.delete',
      'of a command that was not sent there is nothing to delete',
    ],
  ]),
  ...of('slots.ts', [
    ['open < 0 ? -1', 'open < 0 ? -2', 'without an opening brace, each is before it'],
    ['?? 0);', '?? 1);', 'the table has every byte'],
    [
      'let reversed = 0;\n  for (let bit = 0; bit < 8',
      'let reversed = 0;\n  for (let bit = 0; bit <= 8',
      'the ninth bit of a bucket is 0',
    ],
    [
      'let reversed = 0;\n  for (let bit = 0; bit < 8',
      'let reversed = 0;\n  for (let bit = 0; bit < 9',
      'the ninth bit of a bucket is 0',
    ],
    ['?? 0) % step', '?? 1) % step', 'the table has every byte'],
    ['(byteChecksums[index] ?? 0) %', '(0) %', 'then more letters are looked at, and the same are found'],
    ['wanted.size === 0', 'false', 'then more letters are looked at, and all that is wanted was found before'],
    ['  return endings;\n})', '  return undefined;\n})', 'all that is wanted is found before'],
  ]),
  ...of('subscriber.ts', [
    [
      '      this.#connection = undefined;\n      this.#isReady',
      '      ;\n      this.#isReady',
      'nobody uses a connection that is not ready, and its end has been seen',
    ],
    ['Math.min(this.#attempt++, 5)', 'Math.min(this.#attempt++, 6)', 'a second is the longest pause all the same'],
  ]),
];
