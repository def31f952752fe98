import type { RedisClient } from '../../../server/store/redis/connection/client.ts';
import { scripts } from '../../../server/store/redis/scripts.ts';

/** What Redis says to a command; an error is thrown. */
export type Answer = (name: string, args: unknown[]) => unknown;

export interface RecordedClient {
  client: RedisClient;
  /**
   * Every command, as its name and arguments: of a script its name, its keys, and its arguments, as text; of a pipeline
   * or transaction its name and its commands.
   */
  asked: unknown[][];
}

const scriptNames = new Map(Object.entries(scripts).map(([name, { sha }]) => [sha, name]));

function recordPipeline(kind: string, asked: unknown[][], answer: Answer): object {
  const commands: [string, unknown[]][] = [];
  const exec = async () => {
    asked.push([kind, ...commands.map(([name, args]) => [name, ...args])]);
    return commands.map(([name, args]) => {
      const reply = answer(name, args);
      return reply instanceof Error ? [reply, null] : [null, reply];
    });
  };
  const chain: object = new Proxy(
    {},
    {
      get(_, name) {
        if (name === 'exec') return exec;
        return (...args: unknown[]) => {
          commands.push([String(name), args]);
          return chain;
        };
      },
    },
  );
  return chain;
}

/** A client without a Redis, for what is asked of it. @param more its other members, such as those of a Cluster. */
export function recordClient(answer: Answer = () => null, more: object = {}): RecordedClient {
  const asked: unknown[][] = [];
  const ask = async (name: string, args: unknown[]) => {
    asked.push([name, ...args]);
    const reply = await answer(name, args);
    if (reply instanceof Error) throw reply;
    return reply;
  };
  const own: Record<string, unknown> = {
    status: 'ready',
    isCluster: false,
    options: {},
    ...{ on: () => undefined, once: () => undefined, off: () => undefined },
    sendCommand({ args: [sha, count, ...args] }: { args: unknown[] }) {
      const keys = Number(count);
      return ask(scriptNames.get(String(sha)) ?? '', [args.slice(0, keys), ...args.slice(keys)]);
    },
    pipeline: () => recordPipeline('pipeline', asked, answer),
    multi: () => recordPipeline('multi', asked, answer),
    ...more,
  };
  const client = new Proxy(own, {
    get(target, name) {
      if (typeof name === 'symbol' || name === 'then') return undefined;
      return name in target ? target[name] : (...args: unknown[]) => ask(name, args);
    },
  });
  return { client: client as unknown as RedisClient, asked };
}
