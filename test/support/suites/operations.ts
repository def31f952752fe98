import { readFileSync } from 'node:fs';

const file = new URL('../../../contracts/generated/operations.txt', import.meta.url);

/** The operation ids that are committed: the only place where tests learn their names and number. */
export const committedOperations = readFileSync(file, 'utf8').trimEnd().split('\n');
