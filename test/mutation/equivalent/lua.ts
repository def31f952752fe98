import type { Equivalent } from './equivalent.ts';

export const equivalents: readonly Equivalent[] = [
  {
    file: 'server/store/ballots/castBallots-many.lua',
    from: 'if deadline > 0 and',
    to: 'if deadline > 1 and',
    reason: 'a deadline is 0 or a moment of today, never the first millisecond of 1970',
  },
  {
    file: 'server/store/content/readContent-1.lua',
    from: "'(' .. name .. '\\1', false",
    to: "'(' .. name .. '\\1x', false",
    reason: 'both bounds end before the next name, since names have no control characters',
  },
  {
    file: 'server/store/schema/openStore-2.lua',
    from: 'if not (version and least and spread) then return { -5, 0, 0, 0 } end',
    to: 'if not (version and least and spread) then return { -5, 1, 0, 0 } end',
    reason: 'after this code nobody reads the numbers',
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
    file: 'server/store/content/readContent-1.lua',
    from: 'if not next(was) then return members end',
    to: 'if false then return members end',
    reason: 'without anything that was, the same members are sorted once more',
  },
];
