import pino, { type DestinationStream } from 'pino';

interface LoggedLine {
  level: number;
  time: number;
  msg: string;
  pid: number;
  hostname: string;
  err?: { type: string; message: string; stack?: string };
}

/**
 * One JSON line of the log as a line for people: `09:30:00 warn Redis is away; reason="…"`, and below it the stack of an error.
 * Values stay JSON, so that none of them can move the cursor of a terminal.
 */
export function plainLine(line: string): string {
  const { level, time, msg, pid: _, hostname: __, err, ...others } = JSON.parse(line) as LoggedLine;
  const members = Object.entries(others).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  if (err) members.push(`${err.type}=${JSON.stringify(err.message)}`);
  const about = members.length > 0 ? `; ${members.join(' ')}` : '';
  const frames = err?.stack?.match(/\n {4}at .*/g)?.join('') ?? '';
  return `${new Date(time).toTimeString().slice(0, 8)} ${pino.levels.labels[level]} ${msg}${about}${frames}\n`;
}

/** Writes JSON lines for people. */
export const plainLines = (to: DestinationStream & { flushSync?(): void }): DestinationStream => ({
  write: (line) => to.write(plainLine(line)),
  ...(to.flushSync && { flushSync: () => to.flushSync?.() }),
});
