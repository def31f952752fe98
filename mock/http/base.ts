import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { prefixOf } from '../session/session-path.ts';

/** Base of the links in the examples; replies have the mock's own base, so that clients can follow the links. */
const exampleBase = 'https://api.example.com';

const hostForm = /^[A-Za-z0-9.-]+(:\d+)?$|^\[[0-9A-Fa-f:.]+\](:\d+)?$/;

/**
 * Returns what puts the address that the client used into text with links: an emulator's differs from the mock's own.
 *
 * @param fallback of a request that names no host.
 */
export function ownLinks(req: IncomingMessage, fallback: string): (text: string) => string {
  const { host = '' } = req.headers;
  const scheme = (req.socket as Partial<TLSSocket>).encrypted ? 'https' : 'http';
  const base = (hostForm.test(host) ? `${scheme}://${host}` : fallback) + prefixOf(req);
  return (text) => text.replaceAll(exampleBase, base);
}

/** A path of the service, such as that of a new vote, within the session of the request. */
export const ownPath = (req: IncomingMessage, path: string) => (path.startsWith('/') ? prefixOf(req) + path : path);
