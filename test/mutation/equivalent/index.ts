import { equivalents as ofContent } from './content.ts';
import type { Equivalent } from './equivalent.ts';
import { equivalents as ofHttp } from './http.ts';
import { equivalents as ofLua } from './lua.ts';
import { equivalents as ofMock } from './mock.ts';
import { equivalents as ofMockContracts } from './mock-contracts.ts';
import { equivalents as ofOthers } from './others.ts';
import { equivalents as ofPages } from './pages.ts';
import { equivalents as ofProcesses } from './processes.ts';
import { equivalents as ofRedis } from './redis.ts';
import { equivalents as ofServer } from './server.ts';
import { equivalents as ofStore } from './store.ts';

export const equivalents: readonly Equivalent[] = [
  ...[...ofServer, ...ofContent, ...ofStore, ...ofRedis, ...ofPages, ...ofProcesses, ...ofHttp],
  ...[...ofMock, ...ofMockContracts, ...ofLua, ...ofOthers],
];
