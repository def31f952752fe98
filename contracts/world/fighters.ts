import { men } from './fighters/men.ts';
import { women } from './fighters/women.ts';
import type { Raw } from './text.ts';

export const fighters: readonly Raw[] = [...men, ...women];
