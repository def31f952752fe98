import { Command, Redis } from 'ioredis';
import { whenOverdue } from '../reply-timeout.ts';

/** What ioredis 6.0.0 keeps private. */
interface Overdue {
  _commandTimeoutTimer?: NodeJS.Timeout;
}
interface Silent {
  options: { socketTimeout: number };
  stream: { destroy(error: Error): void };
  socketTimeoutTimer?: NodeJS.Timeout | undefined;
  setSocketTimeout(this: Silent): void;
}

/** ioredis rejects when its timer is due, even if the reply has come during a stall of the process. */
Command.prototype.setTimeout = function setReplyTimeout(this: Command, ms: number): void {
  const command = this as unknown as Overdue;
  // A command that is settled by then stays as it is.
  command._commandTimeoutTimer ??= whenOverdue(ms, () => this.reject(new Error('Command timed out')));
};

const connection = Redis.prototype as unknown as Silent;
const { setSocketTimeout } = connection;

/** In the same way it closes a connection whose data came during a stall. */
connection.setSocketTimeout = function setSilenceTimeout() {
  // Its listener clears the timer when data comes.
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
