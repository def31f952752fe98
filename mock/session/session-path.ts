import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { withOwnMedia } from '../../common/media/address.ts';

/** `/__session/<name>/api/…` is `/api/…` in the session of that name, for clients that cannot send a header. */
export const sessionPath = '/__session';

/** The first line may have an absolute address. */
const form = /^(?:https?:\/\/[^/?#]*)?\/__session\/([A-Za-z0-9_.:-]{1,64})(?=[/?]|$)/;

const prefixes = new WeakMap<IncomingMessage, string>();

/** `/__session/<name>`, with which links in the reply begin to stay in the session; empty without a session in the path. */
export const prefixOf = (req: IncomingMessage): string => prefixes.get(req) ?? '';

/** Turns a request with its session in the path into one with the header `Mock-Session`, which the path overrides. */
export function enterSession(req: IncomingMessage): void {
  const { url = '' } = req;
  const [start, name] = form.exec(url) ?? [];
  if (start === undefined) return;
  const rest = url.slice(start.length);
  req.url = rest.startsWith('/') ? rest : `/${rest}`;
  req.headers['mock-session'] = name;
  prefixes.set(req, `${sessionPath}/${name}`);
}

/** Base of the links in the contracts. */
const exampleBase = 'https://api.example.com';

const hostForm = /^[A-Za-z0-9.-]+(:\d+)?$|^\[[0-9A-Fa-f:.]+\](:\d+)?$/;

export const schemeOf = ({ socket }: IncomingMessage) => ((socket as Partial<TLSSocket>).encrypted ? 'https' : 'http');

/**
 * Returns a function that replaces the base of links with the address that the client used, such as that of an emulator.
 *
 * @param fallback for a request without a host.
 * @param pictures also replace the addresses of pictures and videos, which the mock has too.
 */
export function ownLinks(req: IncomingMessage, fallback: string, pictures: boolean): (text: string) => string {
  const { host = '' } = req.headers;
  const base = (hostForm.test(host) ? `${schemeOf(req)}://${host}` : fallback) + prefixOf(req);
  const withLinks = (text: string) => text.replaceAll(exampleBase, base);
  return pictures ? (text) => withOwnMedia(withLinks(text), base) : withLinks;
}

/** A path of the service, such as that of a new vote, within the session of the request. */
export const ownPath = (req: IncomingMessage, path: string) => (path.startsWith('/') ? prefixOf(req) + path : path);
