import type { Redis } from 'ioredis';
import { type RedisAddress, showAddress } from './address.ts';
import type { RedisClient } from './types.ts';
import { RedisUnreachable } from './unreachable.ts';

const attempts = 20;

/** What one Redis says of itself; empty when it does not want to. */
async function askedOf(node: Redis): Promise<ReadonlyMap<string, string>> {
  for (let attempt = 1; ; attempt++) {
    try {
      const pairs = [...(await node.info()).matchAll(/^(\w+):(.*?)\r?$/gm)];
      return new Map(pairs.map(([, name = '', value = '']) => [name, value]));
    } catch (error) {
      // A machine that is busy answers one of the next times.
      if ((error as Error).name === 'ReplyError' || attempt === attempts) return new Map();
    }
  }
}

/**
 * Looks, once at the start, whether Redis is one that votes can be given to. Settings are told by INFO, which services
 * allow that forbid CONFIG.
 *
 * @param options.production whether it matters that votes may get lost.
 * @param options.warn told what is not refused.
 * @throws {RedisUnreachable} for a replica, for a node of a Cluster that is not named as one and, in production, for a
 *   Redis that makes room by dropping what it holds.
 */
export async function examine(
  client: RedisClient,
  address: RedisAddress,
  options: { production: boolean; warn: (line: string) => void },
): Promise<void> {
  const where = showAddress(address);
  const nodes = 'nodes' in client ? client.nodes('master') : [client];
  const all = await Promise.all(nodes.map(askedOf));
  for (const said of address.kind === 'single' ? all : []) {
    if (said.get('role') !== 'slave') continue;
    const master = `${said.get('master_host')}:${said.get('master_port')}`;
    throw new RedisUnreachable(
      `Redis at ${where} is a replica, which takes no votes: set REDIS_URL to its master, ${master}, or to the Sentinels that watch it.`,
    );
  }
  if (!options.production) return;
  const policies = all.map((said) => said.get('maxmemory_policy'));
  const evicting = policies.find((policy) => policy !== undefined && policy !== 'noeviction');
  if (evicting) {
    throw new RedisUnreachable(
      `Redis at ${where} drops votes when it is full (maxmemory-policy ${evicting}): set maxmemory-policy noeviction there, in its configuration and with CONFIG SET.`,
    );
  }
  if (all.some((said) => said.get('aof_enabled') === '0')) {
    options.warn(
      `Redis at ${where} loses votes when it ends (appendonly no): set appendonly yes and appendfsync always there, in its configuration and with CONFIG SET.`,
    );
  }
  if (policies.includes(undefined) || all.some((said) => !said.has('aof_enabled'))) {
    options.warn(
      `Redis at ${where} does not tell its settings, so they could not be checked: see to appendonly yes and maxmemory-policy noeviction yourself.`,
    );
  }
}
