import { readFileSync } from 'node:fs';
import type { RedisClient } from './client.ts';
import { reached } from './unavailable.ts';

/** Files in lua/; each name ends in the number of keys that the script takes, `many` when it takes any number. */
const files = [
  'castBallots-many',
  'changeContent-1',
  'collectContent-1',
  'followLive-3',
  'lockContent-2',
  'openRounds-1',
  'publishContent-4',
  'readContent-1',
  'readLive-1',
  'recountVotes-7',
  'rollBackContent-1',
  'tellTime-1',
  'touchLock-1',
  'updateLive-3',
] as const;

type NameOf<F extends string> = F extends `${infer Name}-${number | 'many'}` ? Name : never;
export type ScriptName = NameOf<(typeof files)[number]>;

/** For the `scripts` option of a client, which then loads a script that Redis does not know (NOSCRIPT) by itself. */
export const scripts = Object.fromEntries(
  files.map((file) => {
    const [name = '', numberOfKeys] = file.split('-');
    const lua = readFileSync(new URL(`./lua/${file}.lua`, import.meta.url), 'utf8');
    const takes = numberOfKeys === 'many' ? {} : { numberOfKeys: Number(numberOfKeys) };
    return [name, { lua, ...takes, readOnly: lua.includes('flags=no-writes') }];
  }),
);

export type Argument = string | number | Buffer;

/**
 * Runs a script in one round trip.
 *
 * @param client made with the `scripts` above.
 * @throws {StoreUnavailable}
 */
export function run(client: RedisClient, name: ScriptName, keys: string[], args: Argument[]): Promise<unknown> {
  return call(client, name, name, keys, args);
}

/** The same, with buffers where the script replies strings. */
export function runForBytes(client: RedisClient, name: ScriptName, keys: string[], args: Argument[]): Promise<unknown> {
  return call(client, name, `${name}Buffer`, keys, args);
}

type Method = ScriptName | `${ScriptName}Buffer`;

function call(client: RedisClient, name: ScriptName, method: Method, keys: string[], args: Argument[]) {
  // The client has two methods per script since it was constructed, which its type does not tell.
  const methods = client as unknown as Record<Method, (...args: Argument[]) => Promise<unknown>>;
  const counted = scripts[name] && 'numberOfKeys' in scripts[name] ? keys : [keys.length, ...keys];
  return reached(methods[method](...counted, ...args));
}
