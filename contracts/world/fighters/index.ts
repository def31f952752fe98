import type { Raw } from '../text.ts';
import { men } from './men.ts';
import { women } from './women.ts';

export const fighters: readonly Raw[] = [...men, ...women];
