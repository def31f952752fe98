import { Problem } from '../../contracts/requests/problem.ts';

/** Whether what was asked for does not exist (any more); every other error is one of ours, or passes. */
export const isGone = (error: unknown): boolean => error instanceof Problem && error.status < 500;
