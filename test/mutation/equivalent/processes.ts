import type { Equivalent } from './equivalent.ts';

export const equivalents: readonly Equivalent[] = [
  {
    file: 'server/processes/reply-sharing.ts',
    from: 'if (!this.#requests.has(key)) return;',
    to: 'if (false) return;',
    reason: 'an answer that nobody waits for is given to nobody; the line saves making a reply of it',
  },
  {
    file: 'server/monitoring/folder.ts',
    from: "readlinkSync('/proc/self/ns/pid'))?.[0]",
    to: "readlinkSync('/proc/self/ns/pid'))[0]",
    reason: 'a link without a digit then ends in the catch below, which answers the same 0',
  },
  {
    file: 'server/monitoring/admin/server.ts',
    from: "new Map([['', {",
    to: "new Map([['x', {",
    reason: 'only the values of this map are read',
  },
  {
    file: 'server/monitoring/admin/server.ts',
    from: "url = ''",
    to: "url = 'x'",
    reason: 'each request that Node parses has a target',
  },
  {
    file: 'server/monitoring/admin/exposition.ts',
    from: "accept = ''",
    to: "accept = 'x'",
    reason: 'a client that names another format, or none, gets the same text',
  },
  {
    file: 'server/monitoring/request-metrics.ts',
    from: '[-5,',
    to: '[5,',
    reason: 'a code that is not in the list counts as broken too, which is what this one stands for',
  },
  {
    file: 'server/monitoring/request-metrics.ts',
    from: '[-5,',
    to: '[-6,',
    reason: 'a code that is not in the list counts as broken too, which is what this one stands for',
  },
  {
    file: 'server/processes/startup-error.ts',
    from: "syscall = ''",
    to: "syscall = 'x'",
    reason: 'neither is the name of a call that the next lines look for',
  },
  {
    file: 'server/processes/workers.ts',
    from: "url = '', pid",
    to: "url = 'x', pid",
    reason: 'a worker that answers requests has said at which address',
  },
  {
    file: 'server/processes/workers.ts',
    from: 'failures < 2 ? 0 :',
    to: 'failures < 2 ? 1 :',
    reason: 'Node makes a timer of 1 ms of one of 0 ms',
  },
  {
    file: 'server/processes/workers.ts',
    from: 'options.replyBytes > 0',
    to: 'options.replyBytes > 1',
    reason: 'a cache of one byte has no room for any reply, just as no cache',
  },
  {
    file: 'server/processes/standard-output.ts',
    from: '{ output: 0 }',
    to: '{ output: 1 }',
    reason: 'nobody reads the count of an output that was given none',
  },
  {
    file: 'server/processes/log.ts',
    from: '{ repeated: 0 }',
    to: '{ repeated: 1 }',
    reason: 'nobody reads the count of a log that was given none',
  },
  {
    file: 'server/processes/descriptors.ts',
    from: 'loggedMs = 0',
    to: 'loggedMs = 1',
    reason: 'no clock is within a minute and a millisecond of the beginning of 1970',
  },
];
