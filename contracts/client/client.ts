import { type Family, families } from '../families.ts';
import type { ClientOptions, ClientV1, ClientV3 } from '../generated/kit/typescript/client.d.ts';
import { type RouteName, routeOf, routesOf } from '../routes.ts';
import { methodsOf } from './methods.ts';
import { type ClientRoute, type ClientTable, checkOptions, type Send, senderOf } from './sender.ts';

/** A client with the types that the kit gives to applications: a method per route of the family, named after it. */
export type Client<F extends Family> = { v3: ClientV3; v1: ClientV1 }[F];

/** The part of the route table that a client needs at run time. */
export function clientTable(family: Family): ClientTable {
  const rows = routesOf(family).map((name): [string, ClientRoute] => {
    const { method, path, list, query: known = [], credential, stream } = routeOf(name);
    return [
      name,
      {
        method,
        path: families[family].prefix + path,
        query: list ? ['limit', 'cursor', ...known] : known,
        isForFeed: credential === 'feed',
        isStream: stream === true,
      },
    ];
  });
  return Object.fromEntries(rows);
}

/**
 * The requests of one family without checks and without exceptions.
 *
 * @example
 * const send = createSender({ baseUrl: 'http://localhost:8080', family: 'v1' });
 * const { status } = await send('fighter', { params: { id: 'no number' } }); // 400
 */
export function createSender({ family, ...options }: ClientOptions & { family: Family }): Send<RouteName> {
  checkOptions({ family, ...options });
  return senderOf(clientTable(family), options);
}

/** The client of the kit, with the route table of the contracts. */
export function createClient<F extends Family>({ family, ...options }: ClientOptions & { family: F }): Client<F> {
  checkOptions({ family, ...options });
  return methodsOf(clientTable(family), options) as unknown as Client<F>;
}
