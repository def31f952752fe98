import { equivalents as ofContent } from './content.ts';
import { equivalents as ofContentContracts } from './content-contracts.ts';
import type { Equivalent } from './equivalent.ts';
import { equivalents as ofHttp } from './http.ts';
import { equivalents as ofHttpContracts } from './http-contracts.ts';
import { equivalents as ofKit } from './kit.ts';
import { equivalents as ofKitClients } from './kit-clients.ts';
import { equivalents as ofLua } from './lua.ts';
import { equivalents as ofLuaContent } from './lua-content.ts';
import { equivalents as ofMock } from './mock.ts';
import { equivalents as ofMockContracts } from './mock-contracts.ts';
import { equivalents as ofOthers } from './others.ts';
import { equivalents as ofPact } from './pact.ts';
import { equivalents as ofPages } from './pages.ts';
import { equivalents as ofProcesses } from './processes.ts';
import { equivalents as ofRedis } from './redis.ts';
import { equivalents as ofRequests } from './requests.ts';
import { equivalents as ofServer } from './server.ts';
import { equivalents as ofSite } from './site.ts';
import { equivalents as ofStore } from './store.ts';
import { equivalents as ofWorld } from './world.ts';

export const equivalents: readonly Equivalent[] = [
  ...[...ofContent, ...ofContentContracts, ...ofHttp, ...ofHttpContracts, ...ofKit],
  ...[...ofKitClients, ...ofLua, ...ofLuaContent, ...ofMock, ...ofMockContracts],
  ...[...ofOthers, ...ofPact, ...ofPages, ...ofProcesses, ...ofRedis],
  ...[...ofRequests, ...ofServer, ...ofSite, ...ofStore, ...ofWorld],
];
