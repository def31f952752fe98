import { LRUCache } from 'lru-cache';
import { chance, pick, randomOf } from '../../contracts/world/night/random.ts';
import { type FaultName, faultNames, type Preferences } from '../contracts/preferences.ts';

/** Faults for every request; a request overrides them with its preferences. */
export interface FaultSettings {
  /** Milliseconds before each reply. */
  delay: number;
  /** Up to this many milliseconds more, at random. */
  jitter: number;
  /** The share of requests that get a fault, 0 to 1. */
  faultRate: number;
  /** The same seed injects the same faults into the same requests. */
  seed: number;
}

export const noFaultSettings: FaultSettings = { delay: 0, jitter: 0, faultRate: 0, seed: 1 };

export const isFaultFree = ({ delay, jitter, faultRate }: FaultSettings) =>
  delay === 0 && jitter === 0 && faultRate === 0;

/** The faults injected into one request. */
export interface Injection {
  delayMs: number;
  /** A fault of the connection, injected after the reply was decided: a posted vote is counted. */
  fault: FaultName | undefined;
  /** The status of an overloaded service, which counts no posted vote. */
  rate: 429 | 503 | undefined;
}

export const noInjection: Injection = { delayMs: 0, fault: undefined, rate: undefined };

const kinds = [...faultNames, 429, 503] as const;

/**
 * Chooses the fault of each request by the seed, the session, the request line and how often it came before, not by
 * concurrent requests: a failing run repeats even when its requests overlap.
 */
export function createFaultInjector(settings: FaultSettings): (request: string, preferences: Preferences) => Injection {
  // A request line has up to 16 kB, so the cache is bounded in bytes too.
  const seen = new LRUCache<string, number>({
    max: 10_000,
    maxSize: 8_000_000,
    sizeCalculation: (_, request) => 100 + request.length,
  });
  return (request, { delay, jitter, fault, rate }) => {
    const isRequested = delay !== undefined || jitter !== undefined || fault !== undefined || rate !== undefined;
    if (!isRequested && isFaultFree(settings)) return noInjection;
    const times = (seen.get(request) ?? 0) + 1;
    seen.set(request, times);
    const random = randomOf(settings.seed, request, times);
    const drawn = chance(random, settings.faultRate) ? pick(random, kinds) : undefined;
    const chosen = fault ?? rate ?? drawn;
    return {
      delayMs: (delay ?? settings.delay) + Math.floor(random() * (jitter ?? settings.jitter)),
      fault: typeof chosen === 'string' ? chosen : undefined,
      rate: typeof chosen === 'number' ? chosen : undefined,
    };
  };
}
