import type { Socket } from 'node:net';
import { Command, Redis } from 'ioredis';
import dataHandler from 'ioredis/built/DataHandler.js';
import { whenOverdue } from '../reply-timeout.ts';

/** Private parts of ioredis 6.0.0. */
interface TimedCommand {
  _commandTimeoutTimer?: NodeJS.Timeout;
}
interface Connection {
  options: { socketTimeout: number };
  stream: Socket;
  commandQueue: { length: number };
  socketTimeoutTimer?: NodeJS.Timeout | undefined;
  setSocketTimeout(this: Connection): void;
}
interface Handler {
  redis: Connection;
  shiftCommand(this: Handler, reply: unknown): unknown;
}

/** ioredis rejects when its timer is due, even if the reply has arrived during a stall of the process. */
Command.prototype.setTimeout = function setReplyTimeout(this: Command, ms: number): void {
  const command = this as unknown as TimedCommand;
  // Rejecting a settled command has no effect.
  command._commandTimeoutTimer ??= whenOverdue(ms, () => this.reject(new Error('Command timed out')));
};

const connection = Redis.prototype as unknown as Connection;
const { setSocketTimeout } = connection;

/** ioredis closes a connection when its timer is due, even if data has arrived during a stall of the process. */
connection.setSocketTimeout = function setSilenceTimeout() {
  // Adds the listener that clears the timer when data arrives.
  setSocketTimeout.call(this);
  clearTimeout(this.socketTimeoutTimer);
  const { stream } = this;
  const { socketTimeout } = this.options;
  const timer = whenOverdue(socketTimeout, () => {
    if (this.socketTimeoutTimer !== timer) return;
    stream.destroy(new Error(`Socket timeout: no data came for ${socketTimeout} ms.`));
  });
  this.socketTimeoutTimer = timer;
};

const handler = dataHandler.default.prototype as unknown as Handler;
const { shiftCommand } = handler;

/**
 * After a reply that no command waits for, ioredis emits an `error` event and continues; the next reply may then resolve the
 * wrong command. If that reply is nil, ioredis ends the process, since it reads the text of the reply. Close the connection
 * instead.
 */
handler.shiftCommand = function shift(reply) {
  const isUnexpected = this.redis.commandQueue.length === 0;
  const item = shiftCommand.call(this, reply ?? 'nil');
  if (isUnexpected) this.redis.stream.destroy();
  return item;
};
