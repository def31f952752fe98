import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Injection } from '../faults/fault-injector.ts';

const dripPieces = 16;
const dripMs = 100;

/** Waits for the injected delay; resolves early when the client disconnects. */
export async function wait(res: ServerResponse, { delayMs }: Injection): Promise<void> {
  if (delayMs === 0) return;
  const gone = new AbortController();
  const leave = () => gone.abort();
  res.once('close', leave);
  await sleep(delayMs, undefined, { signal: gone.signal }).catch(() => undefined);
  res.off('close', leave);
}

/** Half of the bytes arrive, then the connection ends, which a client sees by the `Content-Length` or the end of a stream. */
export function truncate(res: ServerResponse, bytes: Buffer): void {
  res.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => res.socket?.destroy());
}

/** Every byte arrives, slowly. */
export async function drip(res: ServerResponse, bytes: Buffer): Promise<void> {
  const size = Math.ceil(bytes.length / dripPieces);
  for (let at = 0; at < bytes.length && !res.destroyed; at += size) {
    if (at > 0) await wait(res, { delayMs: dripMs, fault: undefined, rate: undefined });
    res.write(bytes.subarray(at, at + size));
  }
}

/**
 * Sends a reply with its injected fault. The caller has handled the request and has set status and headers.
 *
 * @param bytes undefined for a reply without a body.
 */
export function send(res: ServerResponse, bytes: Buffer | undefined, { fault }: Injection): void {
  const hasBody = bytes !== undefined && bytes.length > 1 && res.req.method !== 'HEAD';
  // No reply: the client waits until it gives up.
  if (fault === 'hang') res.socket?.setTimeout(0);
  else if (fault === 'reset' || (fault === 'truncate' && !hasBody)) res.socket?.resetAndDestroy();
  else if (fault === 'truncate' && bytes) truncate(res, bytes);
  else if (fault === 'drip' && hasBody && bytes) void drip(res, bytes).then(() => res.end());
  else res.end(bytes);
}
