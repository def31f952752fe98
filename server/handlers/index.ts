import * as all from './all.ts';
import type { Handlers } from './types.ts';

/** Every handler under the name of its route. A row of the table without a handler does not compile. */
export const handlers: Handlers = all;
