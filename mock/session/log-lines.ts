import type { RequestEntry } from './request-log.ts';

/** Writes a line; programs also get its members, such as those of the request that it is about. */
export type Log = (line: string, members?: object) => void;

/** One JSON object each, as the server logs; `msg` is what people get. */
export const jsonLog: Log = (msg, members) => console.log(JSON.stringify({ time: Date.now(), ...members, msg }));

export const textLog: Log = (line) => console.log(line);

/** Logs a request as `GET /api/v1/us/news 200 <contract> exact`. */
export function logEntry(log: Log, { number: _, at: __, ...entry }: RequestEntry): void {
  const { method, path, status, contract, match, weather } = entry;
  const words = [method, path, status ?? '-', contract, match, weather];
  log(words.filter((word) => word !== undefined).join(' '), entry);
}
