import { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { Request, RequestHandler, Response } from 'express';

/** A request as a handler of the mock gets it. */
export interface Asked {
  method?: string;
  /** As the handler sees it: without the path that it stands under. */
  url: string;
  headers?: Record<string, string | undefined>;
  body?: string;
  /** Headers that are set before the handler is called. */
  set?: Record<string, string>;
}

export interface Handled {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  locals: Record<string, unknown>;
}

/** What a handler answers, without a connection; rejects with what it throws. */
export async function handle(
  handler: RequestHandler,
  { method = 'GET', url, headers = {}, body, set = {} }: Asked,
): Promise<Handled> {
  const length = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': `${body.length}` };
  const req = Object.assign(Readable.from(body === undefined ? [] : [Buffer.from(body)]), {
    ...{ method, url, path: url.split('?')[0], socket: { remoteAddress: '127.0.0.1' } },
    headers: { host: 'localhost:4010', ...length, ...headers },
  }) as unknown as Request;
  const reply = new ServerResponse(req);
  let text: string | undefined;
  const res = Object.assign(reply, {
    locals: {},
    end: (chunk = '') => {
      text = String(chunk);
      return reply;
    },
  }) as unknown as Response;
  for (const [name, value] of Object.entries(set)) res.setHeader(name, value);
  try {
    await handler(req, res, () => undefined);
  } finally {
    res.emit('close');
  }
  if (text === undefined) throw new Error('the handler has sent no reply');
  return { status: res.statusCode, headers: { ...res.getHeaders() }, text, locals: res.locals };
}
