import { Problem } from '../contracts/problem.ts';

export { Problem };

/** `Retry-After` in whole seconds, spread a little so that clients sent away together do not come back together. */
export const retryAfter = (seconds: number) => ({
  'Retry-After': String(Math.max(1, Math.ceil(seconds)) + Math.floor(Math.random() * 2)),
});

/** Whether what was asked for does not exist (any more); every other error is one of ours, or passes. */
export const isGone = (error: unknown): boolean => error instanceof Problem && error.status < 500;
