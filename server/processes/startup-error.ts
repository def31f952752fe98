import { ConfigError } from '../config.ts';
import { BadDataFolder } from '../embedded/folder.ts';
import { RedisMissing } from '../embedded/install.ts';
import { AdminPortFailed } from '../monitoring/monitoring.ts';
import { PublishInProgress } from '../store/content/publish.ts';
import { RedisUnreachable } from '../store/redis/connection/connect.ts';
import { StoreUnavailable } from '../store/redis/errors.ts';
import { StoreRefused } from '../store/schema/open-store.ts';

/** Every worker ends soon after its start. */
export class NoWorkers extends Error {
  override name = 'NoWorkers';
}

const forOperators = [
  RedisUnreachable,
  RedisMissing,
  BadDataFolder,
  StoreUnavailable,
  StoreRefused,
  PublishInProgress,
  NoWorkers,
  AdminPortFailed,
];

/** Why the server does not start: one sentence, or one line per wrong setting; a stack only for unexpected errors. */
export function describeStartupError(error: unknown): string {
  if (error instanceof ConfigError) {
    return `The configuration is invalid:\n${error.errors.map((line) => `  ${line}`).join('\n')}`;
  }
  if (error instanceof Error && forOperators.some((kind) => error instanceof kind)) return error.message;
  const { code, message, syscall = '' } = (error ?? {}) as NodeJS.ErrnoException;
  const port = process.env.PORT?.trim() || 8080;
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use: stop the program that listens there, or choose another port with PORT=8081 npm start.`;
  }
  if (code === 'EACCES')
    return `Port ${port} needs more privileges: choose a port above 1023 with PORT=8080 npm start.`;
  if (['listen', 'bind', 'getaddrinfo'].includes(syscall)) {
    return `The server cannot listen on ${process.env.HOST?.trim() || '0.0.0.0'} (${code}): set HOST to an address of this machine, or to 0.0.0.0 for all of its addresses.`;
  }
  if (code?.startsWith('ERR_PARSE_ARGS')) return `${message}\nnpm start -- --help lists the options.`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
