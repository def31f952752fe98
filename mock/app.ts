import express, { type ErrorRequestHandler, type Express, type Request, type Response } from 'express';
import type { Exchange } from '../contracts/exchange.ts';
import {
  cacheControl,
  etagOf,
  isConditional,
  jsonType,
  matchesEtag,
  problemCacheControl,
  problemMediaType,
} from '../contracts/http.ts';
import { fill } from '../contracts/paths.ts';
import { Problem } from '../contracts/problem.ts';
import { type Fault, problemDetails } from '../contracts/problems.ts';
import { type Operation, routeOf } from '../contracts/routes.ts';
import { type Decision, decide } from './answer.ts';
import type { Contract } from './contracts.ts';
import { checkOperation, exchangeOf, findOperation } from './exchange.ts';
import { applied, isEmpty } from './prefer.ts';
import type { Judge, Violation } from './validator.ts';

export interface MockOptions {
  /** Contracts of every route, from `readContracts`. */
  contracts: ReadonlyMap<string, readonly Contract[]>;
  judge: Judge;
  /** Base URL of the mock, for links when a request names no host. */
  url: () => string;
  /** One line for each request. */
  log: (line: string) => void;
}

/** Base of the links in the examples; in answers it is the mock's own, so that links can be followed. */
const exampleBase = 'https://api.example.com';

/** The address by which the client reached the mock: an emulator's is not the one the mock knows itself by. */
function baseOf(req: Request, fallback: string): string {
  const host = req.headers.host ?? '';
  return /^[A-Za-z0-9.-]+(:\d+)?$|^\[[0-9A-Fa-f:.]+\](:\d+)?$/.test(host) ? `http://${host}` : fallback;
}

/** Header values are plain ASCII without line ends. */
const plain = (text: string) => text.replace(/[^\x20-\x7e]/g, '?');

function describeStates({ states }: Contract): string {
  const described = states.map(({ name, params }) => {
    const values = Object.entries(params).map(([key, value]) => `${key} ${value}`);
    return values.length > 0 ? `${name} (${values.join(', ')})` : name;
  });
  return plain(described.join('; '));
}

function faultsOf(violations: readonly Violation[]): Fault[] {
  return violations.map(({ path: [where, ...rest], message }) =>
    where === 'body'
      ? { pointer: ['#', ...rest].join('/'), detail: message }
      : { parameter: rest.join('.') || (where ?? ''), detail: message },
  );
}

const cacheControlOf = (operation: Operation | undefined, status: number): string => {
  const cache = operation ? routeOf(operation.name).cache : 'none';
  return status < 400 ? cacheControl[cache] : problemCacheControl(status, cache);
};

/** Headers that the shell decides for every reply, whatever a contract says of them. */
const ownHeaders = ['cache-control', 'content-type', 'content-language', 'etag', 'vary', 'content-length'];

/** @throws {Problem} when Prism finds that the request does not fit the document. */
async function replyOf(req: Request, { params, query }: Exchange, decision: Decision, { judge, log }: MockOptions) {
  const { operation, contract, body, isChecked } = decision;
  const judged = await judge(
    operation,
    contract,
    {
      method: operation.method === 'GET' ? 'get' : 'post',
      url: { path: fill(operation.path, params), query: Object.fromEntries(query) },
      headers: {
        ...(req.headers.authorization !== undefined && { authorization: req.headers.authorization }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body,
    },
    { checkRequest: isChecked },
  );
  if (judged.request.length > 0) {
    const inBody = judged.request.some(({ path: [where] }) => where === 'body');
    throw new Problem(inBody ? 'invalid-body' : 'invalid-request', { errors: faultsOf(judged.request) });
  }
  if (judged.response.length > 0) {
    const reasons = judged.response.map(({ path: at, message }) => `${at.join('/')}: ${message}`).join('\n  ');
    log(`contract ${contract.id} "${contract.receiving}" does not fit the document:\n  ${reasons}`);
    throw new Problem('internal-error');
  }
  return judged.reply;
}

function send(
  req: Request,
  res: Response,
  decision: Decision,
  reply: Awaited<ReturnType<typeof replyOf>>,
  url: string,
) {
  const { operation, contract, match, preferences, held, isHeld } = decision;
  const { instance } = exchangeOf(res);
  const base = baseOf(req, url);
  const isProblem = contract.reply.problem !== undefined;
  const { cache } = routeOf(operation.name);

  for (const [name, value] of Object.entries(reply.headers)) {
    if (!ownHeaders.includes(name.toLowerCase())) res.setHeader(name, value.replaceAll(exampleBase, base));
  }
  const name = (answering: Contract) => {
    res.setHeader('Contract-Id', answering.id);
    res.setHeader('Contract-State', describeStates(answering));
  };
  name(contract);
  res.setHeader('Contract-Match', match);
  if (!isEmpty(preferences)) res.setHeader('Preference-Applied', plain(applied(preferences)));
  res.setHeader('Cache-Control', cacheControlOf(operation, reply.status));
  if (reply.status < 400) res.setHeader('Vary', 'Accept-Encoding');

  const body = isProblem ? { ...(reply.body as object), instance } : reply.body;
  const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body).replaceAll(exampleBase, base));
  if (reply.status === 200 && isConditional(cache)) {
    const etag = etagOf(bytes);
    res.setHeader('ETag', etag);
    if (isHeld || matchesEtag(req.headers['if-none-match'], etag)) {
      if (held) name(held);
      res.statusCode = 304;
      res.end();
      return;
    }
  }
  res.statusCode = reply.status;
  res.setHeader('Content-Type', isProblem ? problemMediaType : jsonType);
  res.setHeader('Content-Length', bytes.length);
  res.end(bytes);
}

/** Renders what the rules refuse as problem details, in the family's language; never a page, never a stack. */
const renderProblem =
  (log: MockOptions['log']): ErrorRequestHandler =>
  (error, _req, res, _next) => {
    if (!(error instanceof Problem)) log(error instanceof Error ? (error.stack ?? error.message) : String(error));
    if (res.headersSent) {
      res.destroy();
      return;
    }
    const { key, status, more } = error instanceof Problem ? error : new Problem('internal-error');
    const { errors, headers = {} } = more;
    const { family, instance, operation } = exchangeOf(res);
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
    const bytes = Buffer.from(JSON.stringify(problemDetails(key, family, instance, errors && { errors })));
    res.statusCode = status;
    res.setHeader('Content-Type', problemMediaType);
    res.setHeader('Cache-Control', cacheControlOf(operation, status));
    res.setHeader('Content-Length', bytes.length);
    res.end(bytes);
  };

/**
 * The shell around Prism: it owns HTTP and follows the server's rules and order of checks; contracts give the replies.
 *
 * @see wire specification 2
 */
export function createMockApp(options: MockOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);

  app.use((req, res, next) => {
    res.once('finish', () => {
      const id = res.getHeader('Contract-Id');
      options.log(`${req.method} ${req.url} ${res.statusCode}${id ? ` ${id} ${res.getHeader('Contract-Match')}` : ''}`);
    });
    next();
  });
  app.use(findOperation);
  app.use(checkOperation);
  app.use(async (req, res) => {
    const exchange = exchangeOf(res) as Exchange & { operation: Operation };
    const decision = await decide(req, exchange, options.contracts);
    send(req, res, decision, await replyOf(req, exchange, decision, options), options.url());
  });
  app.use(renderProblem(options.log));
  return app;
}
