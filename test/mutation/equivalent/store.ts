import type { Equivalent } from './equivalent.ts';

const noEnd =
  'a member without any zero byte has the end -1, and any other one at least 1: its search begins behind the first';

export const equivalents: readonly Equivalent[] = [
  {
    file: 'server/store/content/inspection.ts',
    from: "return end < 0 ? ''",
    to: "return end <= 0 ? ''",
    reason: noEnd,
  },
  {
    file: 'server/store/content/inspection.ts',
    from: "return end < 0 ? ''",
    to: "return end < 1 ? ''",
    reason: noEnd,
  },
  {
    file: 'server/store/content/content-read.ts',
    from: 'isSameArgument(arg, args[index])',
    to: 'isSameArgument(args[index], arg)',
    reason: 'the lists have the same length by then, so both arguments are there, and equality has no direction',
  },
  {
    file: 'server/store/live/history.ts',
    from: 'index > 4',
    to: 'index >= 4',
    reason: 'the value at 4 is a number in any case, since 4 is even',
  },
  {
    file: 'server/store/ballots/batch.ts',
    from: 'arrivedMs < this.arrivedMs',
    to: 'arrivedMs <= this.arrivedMs',
    reason: 'an equal moment is replaced by itself',
  },
  {
    file: 'server/store/ballots/batch.ts',
    from: 'if (!this.#askers.some((asker) => asker && isGone(asker))) return;',
    to: 'if (false) return;',
    reason: 'where nobody has gone, the lists are copied for nothing and have the same ballots at the same places',
  },
  {
    file: 'server/store/ballots/batch.ts',
    from: 'return -1;',
    to: 'return -2;',
    reason: 'every number below 0 says that the ballot was dropped',
  },
  {
    file: 'server/store/ballots/recount.ts',
    from: 'let read = 0;',
    to: 'let read = 1;',
    reason: 'the first attempt replaces it before anything reads it',
  },
  {
    file: 'server/store/backup/find-keys.ts',
    from: "?? '').split(' ')",
    to: "?? 'x').split(' ')",
    reason: 'a node that does not name itself has no slots either way, which is refused before its id is used',
  },
  {
    file: 'server/store/backup/find-keys.ts',
    from: "slots.join(' ')",
    to: "slots.join(' x')",
    reason: 'the text is only compared with another that is made in the same way',
  },
  {
    file: 'server/store/backup/find-keys.ts',
    from: "join('\\n')",
    to: "join('')",
    reason: 'the text is only compared with another that is made in the same way, of ids of one length',
  },
  {
    file: 'server/store/ballots/batches.ts',
    from: '* 2 + (kind',
    to: '* 2 - (kind',
    reason: 'the number only tells open batches apart, and is another for each fight, bucket and kind either way',
  },
  {
    file: 'server/store/ballots/batches.ts',
    from: "kind === 'votes' ? 0 : 1",
    to: "kind !== 'votes' ? 0 : 1",
    reason: 'the number only tells open batches apart, and is another for each fight, bucket and kind either way',
  },
  ...['numbers[own]', 'numbers[own + 2]', 'numbers[own + 3]', 'numbers[1 + 2 * round]', 'numbers[2 + 2 * round]'].map(
    (number) => ({
      file: 'server/store/ballots/verdicts.ts',
      from: `${number} ?? 0`,
      to: `${number} ?? 1`,
      reason: 'a reply that is read has all numbers of each ballot and round; isBatchReply refuses any other',
    }),
  ),
  {
    file: 'server/store/backup/read-content.ts',
    from: 'listed = 0]',
    to: 'listed = 1]',
    reason: 'Redis answers each command of the transaction, so there are two numbers of each collection',
  },
  {
    file: 'server/store/content/inspection.ts',
    from: 'Number(last ?? 0)',
    to: 'Number(last)',
    reason: 'null as a number is 0 too',
  },
  {
    file: 'server/store/backup/write-store.ts',
    from: "removals[type] ?? ''",
    to: "removals[type] ?? 'x'",
    reason: 'a part of another type that removes something is refused when the file is read',
  },
  {
    file: 'server/store/schema/versions.ts',
    from: '?? storedChanges[0]',
    to: '?? storedChanges[1]',
    reason: 'the list has a last line, so the first is never taken',
  },
  {
    file: 'server/store/backup/write-store.ts',
    from: 'this.#parts++',
    to: 'this.#parts--',
    reason: 'only every 64th is of interest, in both directions',
  },
  ...['true', 'code >= 0x7f', 'code > 126'].map((to) => ({
    file: 'server/store/ballots/buckets.ts',
    from: 'if (code > 0x7f)',
    to: `if (${to})`,
    reason: 'of ASCII both ways give the same hash, the other one in half of the time',
  })),
  {
    file: 'server/store/backup/backup.ts',
    from: 'if (!checked) checkSchema',
    to: 'if (true) checkSchema',
    reason: 'each part comes with the same header, which is right or wrong each time',
  },
  {
    file: 'server/store/backup/backup.ts',
    from: 'checked = header;\n    progress',
    to: ';\n    progress',
    reason: 'each part comes with the same header, which is checked again then; the second reading sets it again',
  },
  {
    file: 'server/store/backup/read-parts.ts',
    from: 'Math.max(1, mean)',
    to: 'Math.max(2, mean)',
    reason: 'of elements of less than two bytes, more than a thousand would fit in a portion either way',
  },
  {
    file: 'server/store/backup/read-parts.ts',
    from: 'fields.length > 0',
    to: 'fields.length > 1',
    reason: 'a hash has as many values as fields, so there is never one of both together',
  },
  {
    file: 'server/store/backup/write-store.ts',
    from: '#bytes = 0;',
    to: '#bytes = 1;',
    reason: 'a restore begins with a removal, which sets it to 0 at its end',
  },
  {
    file: 'server/store/backup/write-store.ts',
    from: 'bytes = 0)',
    to: 'bytes = 1)',
    reason: 'nobody can tell at which byte of about four mebibytes the commands under way are awaited',
  },
  {
    file: 'server/store/ballots/batches.ts',
    from: 'this.#late.get(clock) ?? 1',
    to: 'this.#late.get(clock) ?? 2',
    reason: 'a clock is only forgotten once as many replies are over as were late',
  },
  {
    file: 'server/store/ballots/votes.ts',
    from: "ballot.clientId))) ?? ''",
    to: "ballot.clientId))) ?? 'x'",
    reason: 'neither text is a vote for any fighter',
  },
];
