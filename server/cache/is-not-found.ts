import { Problem } from '../../contracts/requests/problem.ts';

/** Whether the requested resource does not exist; any other error is a bug of ours or temporary. */
export const isNotFound = (error: unknown): boolean => error instanceof Problem && error.status < 500;
