import type { Socket } from 'node:net';
import dataHandler from 'ioredis/built/DataHandler.js';

interface Handler {
  redis: { commandQueue: { length: number }; stream: Socket };
  shiftCommand(this: Handler, reply: unknown): unknown;
}

const prototype = dataHandler.default.prototype as unknown as Handler;
const { shiftCommand } = prototype;

/**
 * Of a reply that no command waits for, ioredis 6.0.0 tells an `error` event and goes on; the next one may then seem to answer
 * another command. Nil among them ends the process: it is asked for its text. Here the connection ends instead.
 */
prototype.shiftCommand = function shift(reply) {
  const isUnasked = this.redis.commandQueue.length === 0;
  const item = shiftCommand.call(this, reply ?? 'nil');
  if (isUnasked) this.redis.stream.destroy();
  return item;
};
