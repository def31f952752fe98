import type { Socket } from 'node:net';
import dataHandler from 'ioredis/built/DataHandler.js';

interface Handler {
  redis: { commandQueue: { length: number }; stream: Socket };
  shiftCommand(this: Handler, reply: unknown): unknown;
}

const prototype = dataHandler.default.prototype as unknown as Handler;
const { shiftCommand } = prototype;

/**
 * After a reply that no command waits for, ioredis 6.0.0 emits an `error` event and goes on; the next reply may then seem to
 * answer another command. If it is nil the process ends, since its text is read. Here the connection ends instead.
 */
prototype.shiftCommand = function shift(reply) {
  const isUnasked = this.redis.commandQueue.length === 0;
  const item = shiftCommand.call(this, reply ?? 'nil');
  if (isUnasked) this.redis.stream.destroy();
  return item;
};
