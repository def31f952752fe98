import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** `0100007F:1F90` of /proc/net/tcp → `127.0.0.1:8080`. */
function addressOf(text: string): string {
  const [host = '', port = ''] = text.split(':');
  const bytes = host.slice(-8).match(/../g)?.reverse() ?? [];
  return `${bytes.map((byte) => Number.parseInt(byte, 16)).join('.')}:${Number.parseInt(port, 16)}`;
}

/** Local addresses, such as `127.0.0.1:34567`, of a process's open TCP connections. Empty where there is no /proc. */
export function localAddresses(pid: number): Set<string> {
  try {
    const inodes = new Set(
      readdirSync(`/proc/${pid}/fd`).flatMap((descriptor) => {
        try {
          return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${descriptor}`))?.[1] ?? [];
        } catch {
          return [];
        }
      }),
    );
    const rows = ['tcp', 'tcp6'].flatMap((kind) =>
      readFileSync(`/proc/${pid}/net/${kind}`, 'utf8').split('\n').slice(1),
    );
    const own = rows.map((row) => row.trim().split(/\s+/)).filter((fields) => inodes.has(fields[9] ?? ''));
    return new Set(own.map((fields) => addressOf(fields[1] ?? '')));
  } catch {
    return new Set();
  }
}
