import type { Redis } from 'ioredis';
import { type RedisAddress, showAddress } from './address.ts';
import { mastersOf, type RedisClient } from './client.ts';
import { RedisUnreachable } from './connect.ts';

const attempts = 20;

/** INFO of one Redis; empty if it refuses. */
async function readInfo(node: Redis): Promise<ReadonlyMap<string, string>> {
  for (let attempt = 1; ; attempt++) {
    try {
      const pairs = [...(await node.info()).matchAll(/^(\w+):(.*?)\r?$/gm)];
      return new Map(pairs.map(([, name = '', value = '']) => [name, value]));
    } catch (error) {
      // On a busy machine a later attempt succeeds.
      if ((error as Error).name === 'ReplyError' || attempt === attempts) return new Map();
    }
  }
}

/**
 * Checks at the start that Redis can store votes safely. Reads the settings from INFO, which managed services allow even if
 * they forbid CONFIG.
 *
 * @param options.production whether it may refuse a Redis that loses votes.
 * @param options.warn called for each risk that is not refused.
 * @throws {RedisUnreachable} for a replica and, in production, for a Redis that evicts keys when it is full.
 */
export async function checkRedis(
  client: RedisClient,
  address: RedisAddress,
  options: { production: boolean; warn: (line: string) => void },
): Promise<void> {
  const where = showAddress(address);
  const infos = await Promise.all(mastersOf(client).map(readInfo));
  for (const info of address.kind === 'single' ? infos : []) {
    if (info.get('role') !== 'slave') continue;
    const master = `${info.get('master_host')}:${info.get('master_port')}`;
    throw new RedisUnreachable(
      `Redis at ${where} is a replica, which accepts no votes: set REDIS_URL to its master, ${master}, or to the Sentinels that watch it.`,
    );
  }
  if (!options.production) return;
  const policies = infos.map((info) => info.get('maxmemory_policy'));
  const evicting = policies.find((policy) => policy !== undefined && policy !== 'noeviction');
  if (evicting) {
    throw new RedisUnreachable(
      `Redis at ${where} drops votes when it is full (maxmemory-policy ${evicting}): set maxmemory-policy noeviction there, in its configuration and with CONFIG SET.`,
    );
  }
  if (infos.some((info) => info.get('aof_enabled') === '0')) {
    options.warn(
      `Redis at ${where} loses votes when it ends (appendonly no): set appendonly yes and appendfsync always there, in its configuration and with CONFIG SET.`,
    );
  }
  if (policies.includes(undefined) || infos.some((info) => !info.has('aof_enabled'))) {
    options.warn(
      `Redis at ${where} does not report its settings: check that it has appendonly yes and maxmemory-policy noeviction.`,
    );
  }
}
