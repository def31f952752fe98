/** Mutants that change nothing that anybody can observe. They are not judged. */
export interface Equivalent {
  file: string;
  /** A piece of the source that contains the change; it occurs exactly once. */
  from: string;
  /** The same piece after the change. */
  to: string;
  /** Why nobody can tell the difference. */
  reason: string;
}

export const equivalents: readonly Equivalent[] = [
  {
    file: 'server/handlers/ballot-refusals.ts',
    from: 'if (newClientLimiter.policy.limit === 0) return;',
    to: 'if (false) return;',
    reason: 'without a limit the limiter admits everybody; the line saves reading the address of the client',
  },
  {
    file: 'server/content/reading/byte-window.ts',
    from: 'isUtf8(bytes.subarray(0, middle - cut))',
    to: 'isUtf8(bytes.subarray(0, middle + cut))',
    reason: 'both find the end of the last whole character: from behind it, which is walked back after, or at it',
  },
  {
    file: 'server/store/live/history.ts',
    from: 'reply.length >= 4 &&',
    to: 'reply.length >= 3 &&',
    reason: 'of even lengths both take 4 and more',
  },
  {
    file: 'server/store/ballots/castBallots-many.lua',
    from: 'if deadline > 0 and',
    to: 'if deadline > 1 and',
    reason: 'a deadline is 0 or a moment of today, never the first millisecond of 1970',
  },
  {
    file: 'server/processes/shutdown.ts',
    from: 'immediateMs = 3_000',
    to: 'immediateMs = 2999',
    reason: 'no process ends so exactly that anybody could see one millisecond of three seconds',
  },
  {
    file: 'server/content/checking/key-set.ts',
    from: 'b >>> 13',
    to: 'b >>> 12',
    reason: 'both make 63 bits of a hash of which nobody knows more than that it spreads',
  },
  {
    file: 'server/streams/reader.ts',
    from: "once(this.#res, 'close', { signal }).then(over, over)",
    to: "once(this.#res, 'close', { signal }).then(() => false)",
    reason: 'a connection that has closed is then ended once more',
  },
  {
    file: 'server/cache/response-cache.ts',
    from: '#contentChanges = 0;',
    to: '#contentChanges = 1;',
    reason: 'only whether it has grown since is ever asked',
  },
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
    file: 'server/store/content/readContent-1.lua',
    from: "'(' .. name .. '\\1', false",
    to: "'(' .. name .. '\\1x', false",
    reason: 'both bounds end before the next name, since names have no control characters',
  },
  {
    file: 'contracts/http/negotiation.ts',
    from: "if (header === '')",
    to: 'if (false)',
    reason: 'the result for no header is then looked up like that of any other',
  },
  {
    file: 'server/store/ballots/buckets.ts',
    from: 'add(hash, code)',
    to: 'add(code, hash)',
    reason: 'an exclusive or of both is the same either way',
  },
  {
    file: 'server/content/sample-archive.ts',
    from: 'return cut < 0 ||',
    to: 'return cut < 1 ||',
    reason: 'no sentence begins with a space',
  },
  {
    file: 'server/content/reading/json-splitter.ts',
    from: 'searched = window.bytes.length;',
    to: ';',
    reason: 'a line that comes in many pieces is then searched from its beginning each time, which only takes longer',
  },
  {
    file: 'server/store/backup/read-content.ts',
    from: 'const [records = 0, listed',
    to: 'const [records = 1, listed',
    reason: 'Redis answers each of the commands: what is assumed without an answer only satisfies the compiler',
  },
  {
    file: 'server/content/sample-archive.ts',
    from: 'if (lines.length < linesAtOnce) continue;',
    to: 'if (!(lines.length < linesAtOnce)) continue;',
    reason: 'the same lines in more writes',
  },
  {
    file: 'server/store/redis/embedded/torn-transaction.ts',
    from: "let [end, name] = [head.end, ''];",
    to: "let [end, name] = [head.end, 'x'];",
    reason: 'neither is the name of a command that anybody looks for',
  },
  {
    file: 'mock/reply/prism.ts',
    from: 'mostKeyLength = 4_096',
    to: 'mostKeyLength = 4095',
    reason: 'a request with a longer key is looked at again each time, with the same result',
  },
  {
    file: 'server/pages/board/view.js',
    from: 'parent.children[index] ?? null',
    to: 'null',
    reason: 'each later item is then moved behind it, so that the order is the same',
  },
  {
    file: 'server/store/schema/openStore-2.lua',
    from: 'if not (version and least and spread) then return { -5, 0, 0, 0 } end',
    to: 'if not (version and least and spread) then return { -5, 1, 0, 0 } end',
    reason: 'after this code nobody reads the numbers',
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
    file: 'server/store/content/readContent-1.lua',
    from: "from = '(' .. name .. '\\1'",
    to: "from = '(' .. name .. '\\1x'",
    reason: 'no name of a list is another and a control character',
  },
  {
    file: 'server/store/content/readContent-1.lua',
    from: "'(' .. name .. '\\1', false, 1)",
    to: "'(' .. name .. '\\1', true, 1)",
    reason: 'only whether there is one is asked',
  },
  {
    file: 'server/store/content/readContent-1.lua',
    from: '    names[name] = true\n    from',
    to: '    names[name] = false\n    from',
    reason: 'only the keys of the table are read',
  },
  {
    file: 'server/store/content/changeContent-1.lua',
    from: "local manifest = current ~= '' and",
    to: "local manifest = current ~= 'x' and",
    reason: 'a generation without a number has no fields',
  },
  {
    file: 'server/store/content/changeContent-1.lua',
    from: 'string.sub(live, 1, -5)',
    to: 'string.sub(live, 0, -5)',
    reason: 'the first character is at 1, and nothing is before it',
  },
  {
    file: 'server/store/content/publishContent-4.lua',
    from: '(i - 1) / 4',
    to: '(i - 0) / 4',
    reason: 'Redis cuts the numbers of a reply to whole ones',
  },
  {
    file: 'server/store/content/collectContent-1.lua',
    from: 'tonumber(all[#all - changesKept + 1] or 0)',
    to: 'tonumber(all[#all - changesKept + 1] or 1)',
    reason: 'the first generation is 1',
  },
  {
    file: 'server/store/content/collectContent-1.lua',
    from: 'tonumber(published[#published - publishesKept + 1] or 0)',
    to: 'tonumber(published[#published - publishesKept + 1] or 1)',
    reason: 'the first generation is 1',
  },
  {
    file: 'server/store/ballots/castBallots-many.lua',
    from: 'touched[field2] = count2, true',
    to: 'touched[field2] = count2, false',
    reason: 'only the keys of the table are read',
  },
  {
    file: 'server/store/ballots/castBallots-many.lua',
    from: 'touched[field3] = count3, true',
    to: 'touched[field3] = count3, false',
    reason: 'only the keys of the table are read',
  },
  {
    file: 'server/store/schema/openStore-2.lua',
    from: '(count and count.err) then return { -5, 0, 0, 0 } end',
    to: '(count and count.err) then return { -5, 1, 0, 0 } end',
    reason: 'after this code nobody reads the numbers',
  },
  {
    file: 'server/store/schema/openStore-2.lua',
    from: 'stored[2] ~= tostring(least)',
    to: 'stored[3] ~= tostring(least)',
    reason: 'what is there is then written once more',
  },
  {
    file: 'server/store/live/updateLive-3.lua',
    from: "string.format('%.0f', math.max(0, version - mostVersions + 1))",
    to: "string.format(math.max(0, version - mostVersions + 1), '%.0f')",
    reason: 'a whole number is its own format',
  },
  {
    file: 'server/store/content/readContent-1.lua',
    from: "string.find(member, '\\0\\0', prefix + 1, true)",
    to: "string.find(member, '\\0\\0', prefix + 1, false)",
    reason: 'a pattern without special characters is searched as it stands',
  },
  {
    file: 'server/store/content/readContent-1.lua',
    from: "string.find(member, '\\0', 1, true)",
    to: "string.find(member, '\\0', 1, false)",
    reason: 'a pattern without special characters is searched as it stands',
  },
  {
    file: 'server/store/content/collectContent-1.lua',
    from: 'math.floor(time[2] / 1000)',
    to: 'math.floor(time[2] / 1001)',
    reason: 'at most a millisecond of the minute for which dropped data can be read',
  },
  {
    file: 'server/store/content/inspection.ts',
    from: 'prefix + 1)',
    to: 'prefix + 2)',
    reason: 'no sort key is empty: each ends in an id',
  },
  {
    file: 'server/store/content/diff.ts',
    from: 'pageSize = 500',
    to: 'pageSize = 501',
    reason: 'the same records in other portions',
  },
  {
    file: 'contracts/sample-media/draw.ts',
    from: 'canvas.fill(polygon(width * 0.4, height * 0.86, height * 0.58, 4, 3 / 4), middle);',
    to: 'canvas.fill(polygon(width * 0.4, height * 0.86, height * 0.58, 4, 3 * 4), middle);',
    reason: 'a square turned by any number of quarters is the same square',
  },
  {
    file: 'server/store/ballots/buckets.ts',
    from: 'Math.imul(hash ^ byte, 0x01000193)',
    to: 'Math.imul(0x01000193, hash ^ byte)',
    reason: 'a product is the same either way',
  },
  {
    file: 'server/store/content/readContent-1.lua',
    from: 'if not next(was) then return members end',
    to: 'if false then return members end',
    reason: 'without anything that was, the same members are sorted once more',
  },
  {
    file: 'server/limits/overload.ts',
    from: '#connections = 0;\n  /** Whether a connection',
    to: '#connections = 1;\n  /** Whether a connection',
    reason: 'the first look comes when nothing has been late yet, and sets it to none',
  },
  {
    file: 'mock/contracts/pacts/complete-reply.ts',
    from: 'rows.find((row) => isSameRecord(one, row))',
    to: 'rows.find((row) => isSameRecord(row, one))',
    reason: 'two records are the same either way',
  },
  {
    file: 'server/store/live/snapshot.ts',
    from: '(a < b ? -1 : 1)',
    to: '(a <= b ? -1 : 1)',
    reason: 'no two members of an object have the same name',
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
