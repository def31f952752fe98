import type { IncomingMessage } from 'node:http';

/** `/__session/<name>/api/…` is `/api/…` in the session of that name, for clients that cannot send a header. */
export const sessionPath = '/__session';

/** The first line may have an absolute address. */
const form = /^(?:https?:\/\/[^/?#]*)?\/__session\/([A-Za-z0-9_.:-]{1,64})(?=[/?]|$)/;

const prefixes = new WeakMap<IncomingMessage, string>();

/** What links in the reply begin with, so that they stay in the session: `/__session/<name>`, or nothing. */
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
