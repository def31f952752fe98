import { Problem } from '../../common/wire/problem.ts';

/** Whether the requested resource does not exist; any other error is temporary or a bug in the server. */
export const isNotFound = (error: unknown): boolean => error instanceof Problem && error.status < 500;
