import type { ServerProcess } from './server-process.ts';

type Line = Record<string, unknown> & { msg?: string; pid: number; workers?: { pid: number; rssMiB: number }[] };

const read = new WeakMap<ServerProcess, { until: number; lines: Line[] }>();

export function linesOf(server: ServerProcess): Line[] {
  const output = server.output();
  const { until, lines } = read.get(server) ?? { until: 0, lines: [] };
  const end = output.lastIndexOf('\n') + 1;
  for (const line of output.slice(until, end).split('\n')) {
    if (line.startsWith('{')) lines.push(JSON.parse(line));
  }
  read.set(server, { until: Math.max(until, end), lines });
  return lines;
}

export const workersOf = (server: ServerProcess) => linesOf(server).findLast(({ workers }) => workers)?.workers ?? [];
export const pidsOf = (server: ServerProcess) => workersOf(server).map(({ pid }) => pid);
export const countOf = (server: ServerProcess, msg: string) =>
  linesOf(server).filter((line) => line.msg === msg).length;
