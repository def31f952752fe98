import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { withOwnMedia } from '../../common/media/address.ts';
import { prefixOf } from '../session/session-path.ts';

/** Base of the links in the examples; replies have the mock's own base, so that clients can follow the links. */
const exampleBase = 'https://api.example.com';

const hostForm = /^[A-Za-z0-9.-]+(:\d+)?$|^\[[0-9A-Fa-f:.]+\](:\d+)?$/;

/**
 * Returns what puts the address that the client used into text with links: an emulator's differs from the mock's own.
 *
 * @param fallback of a request that names no host.
 * @param pictures also into the addresses of pictures and videos, which the mock has too.
 */
export function ownLinks(req: IncomingMessage, fallback: string, pictures: boolean): (text: string) => string {
  const { host = '' } = req.headers;
  const scheme = (req.socket as Partial<TLSSocket>).encrypted ? 'https' : 'http';
  const base = (hostForm.test(host) ? `${scheme}://${host}` : fallback) + prefixOf(req);
  const withLinks = (text: string) => text.replaceAll(exampleBase, base);
  return pictures ? (text) => withOwnMedia(withLinks(text), base) : withLinks;
}

/** A path of the service, such as that of a new vote, within the session of the request. */
export const ownPath = (req: IncomingMessage, path: string) => (path.startsWith('/') ? prefixOf(req) + path : path);
