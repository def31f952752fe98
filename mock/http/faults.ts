import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { chance, pick, randomOf } from '../../contracts/world/night/random.ts';
import { type FaultName, faultNames, faultRates, type Preferences } from '../contracts/preferences.ts';
import type { SessionFaults } from '../session/sessions.ts';

/** Faults for every request; the preferences of a request override them. */
export interface FaultSettings {
  /** Milliseconds before each reply. */
  delay: number;
  /** Up to this many milliseconds more, at random. */
  jitter: number;
  /** The share of requests that get a fault, 0 to 1. */
  faultRate: number;
  /** The same seed injects the same faults into the same requests. */
  seed: number;
  /** The only fault that is drawn; default: any. */
  kind?: Kind | undefined;
}

export const noFaultSettings: FaultSettings = { delay: 0, jitter: 0, faultRate: 0, seed: 1 };

export const isFaultFree = ({ delay, jitter, faultRate }: FaultSettings) =>
  delay === 0 && jitter === 0 && faultRate === 0;

/** The faults injected into one request. */
export interface Injection {
  delayMs: number;
  /** A fault of the connection. It is injected after the reply was decided, so a posted vote is counted. */
  fault: FaultName | undefined;
  /** The status of an overloaded service. A posted vote is not counted. */
  rate: 429 | 503 | undefined;
}

export const noInjection: Injection = { delayMs: 0, fault: undefined, rate: undefined };

const kinds = [...faultNames, ...faultRates] as const;
type Kind = (typeof kinds)[number];

/** The settings of a session: its own, where it has some. */
export const settingsIn = (own: SessionFaults | undefined, settings: FaultSettings): FaultSettings =>
  own
    ? {
        ...settings,
        delay: own.delayMs ?? settings.delay,
        jitter: own.jitterMs ?? settings.jitter,
        faultRate: own.share ?? (own.fault ? 1 : settings.faultRate),
        kind: kinds.find((kind) => String(kind) === own.fault),
      }
    : settings;

/**
 * Chooses the fault of each request by the seed, the session, the request line and how often it came before. Concurrent
 * requests do not matter, so a failing run can be repeated.
 */
export function createFaultInjector(
  defaults: FaultSettings,
): (request: string, preferences: Preferences, own?: SessionFaults) => Injection {
  // A request line has up to 16 kB, so `max` alone does not bound memory.
  const seen = new LRUCache<string, number>({
    max: 10_000,
    maxSize: 8_000_000,
    sizeCalculation: (_, request) => 100 + request.length,
  });
  return (request, { delay, jitter, fault, rate }, own) => {
    const settings = settingsIn(own, defaults);
    const isRequested = delay !== undefined || jitter !== undefined || fault !== undefined || rate !== undefined;
    if (!isRequested && isFaultFree(settings)) return noInjection;
    const times = (seen.get(request) ?? 0) + 1;
    seen.set(request, times);
    const random = randomOf(settings.seed, request, times);
    const drawn = chance(random, settings.faultRate) ? (settings.kind ?? pick(random, kinds)) : undefined;
    const chosen = fault ?? rate ?? drawn;
    return {
      delayMs: (delay ?? settings.delay) + Math.floor(random() * (jitter ?? settings.jitter)),
      fault: typeof chosen === 'string' ? chosen : undefined,
      rate: typeof chosen === 'number' ? chosen : undefined,
    };
  };
}

const dripPieces = 16;
const dripMs = 100;

/** Waits; resolves early when the client disconnects. */
export async function wait(res: ServerResponse, delayMs: number): Promise<void> {
  if (delayMs === 0) return;
  const gone = new AbortController();
  const leave = () => gone.abort();
  res.once('close', leave);
  await sleep(delayMs, undefined, { signal: gone.signal }).catch(() => undefined);
  res.off('close', leave);
}

/** Sends half of the bytes, then ends the connection. A client notices by the `Content-Length` or the end of a stream. */
export function truncate(res: ServerResponse, bytes: Buffer): void {
  res.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => res.socket?.destroy());
}

/** Sends every byte, slowly. */
export async function drip(res: ServerResponse, bytes: Buffer): Promise<void> {
  const size = Math.ceil(bytes.length / dripPieces);
  for (let at = 0; at < bytes.length && !res.destroyed; at += size) {
    if (at > 0) await wait(res, dripMs);
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
  // Without a reply, the client waits until its own timeout.
  if (fault === 'hang') res.socket?.setTimeout(0);
  else if (fault === 'reset' || (fault === 'truncate' && !hasBody)) res.socket?.resetAndDestroy();
  else if (fault === 'truncate' && bytes) truncate(res, bytes);
  else if (fault === 'drip' && hasBody && bytes) void drip(res, bytes).then(() => res.end());
  else res.end(bytes);
}
