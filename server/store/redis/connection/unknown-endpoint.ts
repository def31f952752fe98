import dataHandler from 'ioredis/built/DataHandler.js';

interface Handler {
  redis: {
    options: { host?: string };
    commandQueue: { peekFront(): { command: { name: string; args: readonly unknown[] } } | undefined };
  };
  returnReply(this: Handler, reply: unknown): void;
  returnError(this: Handler, error: Error): void;
}

const prototype = dataHandler.default.prototype as unknown as Handler;
const { returnReply, returnError } = prototype;

const asksForSlots = ({ redis }: Handler) => {
  const command = redis.commandQueue.peekFront()?.command;
  return command?.name === 'cluster' && String(command.args[0]).toUpperCase() === 'SLOTS';
};

/** Fills in the missing hosts of `[[start, end, [host, port, …]…]…]`, in place; hosts are buffers here. */
function fillHosts(ranges: unknown, host: string): void {
  if (!Array.isArray(ranges)) return;
  for (const node of ranges.flat()) {
    if (Array.isArray(node) && String(node[0] ?? '') === '') node[0] = host;
  }
}

/**
 * A Cluster with `cluster-preferred-endpoint-type unknown-endpoint` gives no host in CLUSTER SLOTS, MOVED and ASK: the
 * client must use the host that it sent the command to. ioredis 6.0.0 skips such nodes, and so knows none.
 *
 * @see https://redis.io/docs/latest/commands/cluster-slots/
 */
prototype.returnReply = function fillHostsOfSlots(reply) {
  if (asksForSlots(this) && this.redis.options.host) fillHosts(reply, this.redis.options.host);
  returnReply.call(this, reply);
};

prototype.returnError = function fillHostOfRedirection(error) {
  const { host } = this.redis.options;
  if (host) error.message = error.message.replace(/^((?:MOVED|ASK) \d+ )(?=:\d+$)/, `$1${host}`);
  returnError.call(this, error);
};
