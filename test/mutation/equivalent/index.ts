import type { Equivalent } from './equivalent.ts';
import { equivalents as ofLua } from './lua.ts';
import { equivalents as ofOthers } from './others.ts';
import { equivalents as ofServer } from './server.ts';

export const equivalents: readonly Equivalent[] = [...ofServer, ...ofLua, ...ofOthers];
