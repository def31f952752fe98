import { ofClients } from './clients.ts';
import { ofContent } from './content.ts';
import type { Drill } from './drill.ts';
import { ofServers, ofWorkers } from './processes.ts';
import { ofRedis } from './redis.ts';

/** Every drill: one for each alert. */
export const drills: readonly Drill[] = [...ofWorkers, ...ofRedis, ...ofClients, ...ofContent, ...ofServers];
