import { LRUCache } from 'lru-cache';
import { chance, pick, randomOf } from '../../contracts/world/night/random.ts';
import { type FaultName, faultNames, type Preferences } from '../contracts/preferences.ts';

/** Network and service as they are for every request, unless it asks for another weather. */
export interface FaultSettings {
  /** Milliseconds before each answer, and up to how many more. */
  delay: number;
  jitter: number;
  /** How many requests of all meet a fault, 0 to 1. */
  faultRate: number;
  /** The same seed does the same to the same requests. */
  seed: number;
}

export const noFaultSettings: FaultSettings = { delay: 0, jitter: 0, faultRate: 0, seed: 1 };

export const isFaultFree = ({ delay, jitter, faultRate }: FaultSettings) =>
  delay === 0 && jitter === 0 && faultRate === 0;

/** What happens to one request. */
export interface Injection {
  delayMs: number;
  /** Of the connection, after the answer was decided: what was posted has been taken. */
  fault: FaultName | undefined;
  /** The status of a service that takes no more; then nothing is taken. */
  rate: 429 | 503 | undefined;
}

export const noInjection: Injection = { delayMs: 0, fault: undefined, rate: undefined };

const kinds = [...faultNames, 429, 503] as const;

/**
 * Draws the weather of requests. What is drawn follows from the seed, the session, the request line and how often it
 * came before, not from what else arrives meanwhile: a failing run repeats even when its requests cross.
 */
export function createFaultInjector(weather: FaultSettings): (request: string, preferences: Preferences) => Injection {
  // A line has up to 16 kB, so they are bounded in bytes too.
  const seen = new LRUCache<string, number>({
    max: 10_000,
    maxSize: 8_000_000,
    sizeCalculation: (_, request) => 100 + request.length,
  });
  return (request, { delay, jitter, fault, rate }) => {
    const isAsked = delay !== undefined || jitter !== undefined || fault !== undefined || rate !== undefined;
    if (!isAsked && isFaultFree(weather)) return noInjection;
    const times = (seen.get(request) ?? 0) + 1;
    seen.set(request, times);
    const random = randomOf(weather.seed, request, times);
    const drawn = chance(random, weather.faultRate) ? pick(random, kinds) : undefined;
    const meant = fault ?? rate ?? drawn;
    return {
      delayMs: (delay ?? weather.delay) + Math.floor(random() * (jitter ?? weather.jitter)),
      fault: typeof meant === 'string' ? meant : undefined,
      rate: typeof meant === 'number' ? meant : undefined,
    };
  };
}
