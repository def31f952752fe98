import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { clientKey } from '../../contracts/rules/client-key.ts';

/** The key of connections without an address, such as closed ones. */
const unknown = 'unknown';

const keysOfSockets = new WeakMap<Socket, string>();

function keyOfSocket(socket: Socket): string {
  const known = keysOfSockets.get(socket);
  if (known !== undefined) return known;
  const key = clientKey(socket.remoteAddress ?? '') ?? unknown;
  keysOfSockets.set(socket, key);
  return key;
}

/**
 * The client key of a request.
 *
 * @param trustedProxies how many proxies in front have each added an address at the end of `X-Forwarded-For`. The entries
 *   before those may be forged. If the entry is not an address, the address of the connection counts.
 */
export function clientKeyOf({ socket, headers }: IncomingMessage, trustedProxies: number): string {
  const forwarded = trustedProxies > 0 ? headers['x-forwarded-for'] : undefined;
  if (forwarded === undefined) return keyOfSocket(socket);
  const text = String(forwarded);
  let end = text.length;
  for (let hop = 1; hop < trustedProxies; hop++) {
    const comma = text.lastIndexOf(',', end - 1);
    if (comma < 0) break;
    end = comma;
  }
  return clientKey(text.slice(text.lastIndexOf(',', end - 1) + 1, end)) ?? keyOfSocket(socket);
}

/** The client key of a request of this server; its request class (app.ts) has the number of trusted proxies. */
export const addressOf = (req: IncomingMessage): string => (req as IncomingMessage & { ip: string }).ip;
