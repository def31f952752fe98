import { readFileSync } from 'node:fs';

const file = new URL('../../../contracts/generated/operations.txt', import.meta.url);

/** The operation ids that are committed: the one place where a test learns which there are, and how many. */
export const committedOperations = readFileSync(file, 'utf8').trimEnd().split('\n');
