import type { OutgoingHttpHeaders } from 'node:http';
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import { Problem } from '../../common/wire/problem.ts';
import { wantsStream } from '../../common/wire/request-context.ts';
import { etagOf, matchesEtag } from '../../contracts/http/etag.ts';
import {
  cacheControl,
  contentLanguage,
  isConditional,
  jsonType,
  problemCacheControl,
  problemMediaType,
  varyOf,
} from '../../contracts/http/headers.ts';
import type { Operation } from '../../contracts/operations.ts';
import { problemDetails } from '../../contracts/problems.ts';
import { routeOf } from '../../contracts/routes.ts';
import type { Contract } from '../contracts/contract.ts';
import { formatApplied, noPreferences, type Preferences, parsePrefer, toAscii } from '../contracts/preferences.ts';
import { MockProblem, mockProblemDetails } from '../contracts/problems.ts';
import { control, controlPath } from '../control/control.ts';
import type { ControlOptions } from '../control/control-route.ts';
import { refuseSessionPath, stateLinkPath, stateLinks } from '../control/state-links.ts';
import type { Injection } from '../faults/fault-injector.ts';
import { noInjection } from '../faults/fault-injector.ts';
import { decide } from '../reply/decide.ts';
import type { Decision, ReplyContext } from '../reply/reply-context.ts';
import { type Log, logEntry } from '../session/log-lines.ts';
import type { ReplyCache } from '../session/reply-cache.ts';
import type { RequestEntry } from '../session/request-log.ts';
import { sessionPath } from '../session/session-path.ts';
import { ownLinks, ownPath } from './base.ts';
import { serveMockPages } from './pages.ts';
import { checkOperation, findOperation, getRequestContext } from './request-context.ts';
import { send, wait } from './send.ts';
import type { SentEvents } from './sent-events.ts';
import { sendStream } from './stream.ts';
import { createStreamSource } from './stream-source.ts';

export interface MockOptions extends ControlOptions {
  replyCache: ReplyCache;
  sentEvents: SentEvents;
  /** Also serve v3 under other region segments than `mobile`. */
  regionSegments: boolean;
  /** Chooses the faults of a request, by its line and session and how often it came before. */
  injectFaults: (request: string, preferences: ReturnType<typeof parsePrefer>) => Injection;
  /** The addresses of pictures and videos lead to the mock too. */
  pictures: boolean;
  /** Base URL of the mock, for links when a request names no host. */
  url: () => string;
  /** One line for each request. */
  log: Log;
}

function describeStates({ states }: Contract): string {
  const described = states.map(({ name, params }) => {
    const values = Object.entries(params).map(([key, value]) => `${key} ${value}`);
    return values.length > 0 ? `${name} (${values.join(', ')})` : name;
  });
  return toAscii(described.join('; '));
}

const cacheControlOf = (operation: Operation | undefined, status: number): string => {
  const cache = operation ? routeOf(operation.name).cache : 'none';
  return status < 400 ? cacheControl[cache] : problemCacheControl(status, cache);
};

/** Headers that the mock sets on every reply, whatever a contract says. */
const ownHeaders = ['cache-control', 'content-type', 'content-language', 'etag', 'vary', 'date'];

/**
 * Headers that describe the connection, or how it carries the body: the server that sends sets its own. Browsers would
 * apply Strict-Transport-Security to every program on localhost.
 *
 * @see RFC 9110 7.6.1, RFC 9112 6, RFC 9113 8.2.2
 */
const transportHeaders = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
  'content-length',
  'content-encoding',
  'strict-transport-security',
];

const entryOf = (res: Response): RequestEntry => res.locals.entry as RequestEntry;
const injectionOf = (res: Response): Injection => (res.locals.injection as Injection | undefined) ?? noInjection;

/**
 * Lets Prism answer: with the example of a contract, or with its verdict on a reply that the mock built.
 *
 * @throws {Problem} when the reply does not fit the document.
 */
async function answer(decision: Decision, { contractSet, log }: MockOptions): Promise<Decision> {
  const { operation, contract, reply } = decision;
  const { prism } = contractSet();
  // Prism has no example without a body.
  const isExample = reply === contract.reply && reply.body !== undefined;
  // The 404 of an unknown id names the closest contract in its detail, and is that of a contract in all else.
  const name = decision.match === 'fallback' ? contract.id : undefined;
  const answered = isExample
    ? await prism.answer(operation, contract)
    : { ...reply, misfits: await prism.checkReply(operation, reply, name) };
  const { status, body, misfits } = answered;
  if (misfits.length === 0) return { ...decision, reply: { ...reply, status, body } };
  const reasons = misfits.map(({ path: at, message }) => `${at.join('/')}: ${message}`).join('\n  ');
  log(`contract ${contract.id} "${contract.receiving}" does not fit the document:\n  ${reasons}`);
  throw new Problem('internal-error');
}

function setHeaders(
  res: Response,
  decision: Decision,
  withOwnLinks: (text: string) => string,
  { honoured }: ReplyContext,
): void {
  const { operation, contract, match, closestMatch, reply } = decision;
  for (const [name, value] of Object.entries(reply.headers)) {
    if ([...ownHeaders, ...transportHeaders].includes(name.toLowerCase())) continue;
    // Beside the link of a deprecated route to what takes its place.
    if (name === 'Link') res.appendHeader(name, withOwnLinks(value));
    else res.setHeader(name, name === 'Location' ? ownPath(res.req, value) : withOwnLinks(value));
  }
  // The rest of the body is not read, as on the server.
  if (reply.problem === 'body-too-large') res.setHeader('Connection', 'close');
  res.setHeader('Contract-Id', contract.id);
  res.setHeader('Contract-State', describeStates(contract));
  res.setHeader('Contract-Match', match);
  if (closestMatch) {
    const text = `${closestMatch.contract}; ${closestMatch.differs.join('; ')}`;
    res.setHeader('Contract-Nearest', toAscii(text).slice(0, 500));
  }
  const appliedHeader = formatApplied(honoured);
  if (appliedHeader) res.setHeader('Preference-Applied', appliedHeader);
  res.setHeader('Cache-Control', cacheControlOf(operation, reply.status));
  if (reply.problem === undefined) res.setHeader('Vary', varyOf(routeOf(operation.name)));
  Object.assign(entryOf(res), { contract: contract.id, match, ...(closestMatch && { nearest: closestMatch }) });
}

/** Removes the headers of a reply that failed: a problem must not inherit them. */
function restoreHeaders(res: Response, before: OutgoingHttpHeaders): void {
  if (res.headersSent) return;
  for (const name of res.getHeaderNames()) res.removeHeader(name);
  for (const [name, value] of Object.entries(before)) res.setHeader(name, value as string);
}

async function sendDecision(
  req: Request,
  res: Response,
  decision: Decision,
  context: ReplyContext,
  options: MockOptions,
) {
  const { operation, reply, notModified, wantsNotModified, isStateful } = decision;
  const requestContext = getRequestContext(res);
  const { instance } = requestContext;
  const withOwnLinks = ownLinks(req, options.url(), options.pictures);
  const isProblem = reply.problem !== undefined;
  setHeaders(res, decision, withOwnLinks, context);
  entryOf(res).status = reply.status;

  const textOf = (body: unknown) => (body === undefined ? '' : withOwnLinks(JSON.stringify(body)));
  const text = textOf(isProblem ? { ...(reply.body as object), instance } : reply.body);
  if (reply.status === 200 && !wantsNotModified && wantsStream(requestContext, req.headers.accept)) {
    // The session as it is by then: a vote replaces it.
    const again = () =>
      decide(req, options.contractSet(), { ...context, session: options.sessions.find(context.session.name) });
    entryOf(res).isStream = true;
    const sent = options.sentEvents.of(`${context.session.name} ${req.url}`);
    await sendStream(req, res, createStreamSource(decision, context, text, again, textOf, sent), injectionOf(res));
    return;
  }
  const storeAndSend = (bytes: Buffer | undefined) => {
    if (!isStateful && !decision.unmatched && injectionOf(res) === noInjection)
      options.replyCache.store(req, res, bytes, entryOf(res), options.sessions);
    send(res, bytes, injectionOf(res));
  };
  const bytes = Buffer.from(text);
  if (reply.status === 200 && isConditional(routeOf(operation.name).cache)) {
    const etag = etagOf(bytes);
    res.setHeader('ETag', etag);
    if (wantsNotModified || matchesEtag(req.headers['if-none-match'], etag)) {
      if (notModified) {
        res.setHeader('Contract-Id', notModified.id);
        res.setHeader('Contract-State', describeStates(notModified));
        entryOf(res).contract = notModified.id;
      }
      res.statusCode = 304;
      entryOf(res).status = 304;
      storeAndSend(undefined);
      return;
    }
  }
  res.statusCode = reply.status;
  res.setHeader('Content-Type', isProblem ? problemMediaType : jsonType);
  res.setHeader('Content-Length', bytes.length);
  storeAndSend(bytes);
}

/** The `Preference-Applied` of a problem without a contract: it honours only delay, jitter and fault. */
function formatProblemApplied(res: Response): string {
  const { delay, jitter, fault } = (res.locals.honoured as Preferences | undefined) ?? noPreferences;
  return formatApplied({ ...noPreferences, delay, jitter, fault });
}

/** Renders errors as problem details in the family's language, never as a page or a stack. */
const renderProblem =
  (log: MockOptions['log']): ErrorRequestHandler =>
  (error, _req, res, _next) => {
    const isKnown = error instanceof Problem || error instanceof MockProblem;
    if (!isKnown) log(error instanceof Error ? (error.stack ?? error.message) : String(error));
    if (res.headersSent) {
      res.destroy();
      return;
    }
    const { family, instance, operation } = getRequestContext(res);
    const problem = error instanceof Problem ? error : new Problem('internal-error');
    const { errors, extensions, headers = {} } = problem.more;
    if (error instanceof MockProblem) res.setHeader('Content-Language', contentLanguage(undefined));
    const body =
      error instanceof MockProblem
        ? mockProblemDetails(error, instance)
        : problemDetails(problem.key, family, instance, { ...(errors && { errors }), ...extensions });
    const appliedHeader = formatProblemApplied(res);
    if (appliedHeader) res.setHeader('Preference-Applied', appliedHeader);
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
    const bytes = Buffer.from(JSON.stringify(body));
    res.statusCode = body.status;
    entryOf(res).status = body.status;
    res.setHeader('Content-Type', problemMediaType);
    res.setHeader('Cache-Control', cacheControlOf(operation, body.status));
    res.setHeader('Content-Length', bytes.length);
    send(res, bytes, injectionOf(res));
  };

/** Logs every request, so that a client can look up the contract of its reply. */
const logRequest =
  ({ requestLog, sessions, log }: MockOptions): RequestHandler =>
  (req, res, next) => {
    const { prefer } = req.headers;
    const entry = requestLog.add({
      session: sessions.labelOf(req),
      method: req.method,
      path: req.url,
      ...(typeof prefer === 'string' && { prefer }),
    });
    res.locals.entry = entry;
    res.once('close', () => logEntry(log, entry));
    if (sessions.wasDropped(sessions.nameOf(req))) res.setHeader('Mock-Session-Dropped', 'true');
    next();
  };

/**
 * The shell around Prism: it handles HTTP by the server's rules and order of checks; contracts provide the replies.
 *
 * @see wire specification 2
 */
export function createMockApp(options: MockOptions): Express {
  const { sessions, requestLog, injectFaults } = options;
  const app = express();
  app.disable('x-powered-by');

  app.use(serveMockPages(() => options.contractSet().version));
  app.use(findOperation(options.regionSegments));
  app.use(controlPath, control(options));
  app.use(stateLinkPath, stateLinks(options));
  app.use(sessionPath, refuseSessionPath);
  app.use(logRequest(options));
  app.use(checkOperation);
  app.use(async (req, res) => {
    const requestContext = getRequestContext(res) as ReplyContext['requestContext'];
    const name = sessions.nameOf(req);
    const preferences = parsePrefer(req.headers.prefer as string | undefined);
    const injection = injectFaults(`${name} ${req.method} ${req.url}`, preferences);
    res.locals.injection = injection;
    entryOf(res).operation = `${requestContext.operation.family}.${requestContext.operation.name}`;
    if (injection !== noInjection) entryOf(res).weather = describeInjection(injection);
    await wait(res, injection);
    // A rate takes precedence over the preferred code.
    const rate = injection.rate ?? preferences.rate;
    const honoured = rate === undefined ? preferences : { ...preferences, code: undefined };
    res.locals.honoured = honoured;
    const context: ReplyContext = {
      requestContext,
      preferences: { ...preferences, rate },
      honoured,
      session: sessions.find(name),
      sessions,
    };
    const decision = await decide(req, options.contractSet(), context);
    if (decision.unmatched) requestLog.addUnmatched(name, decision.unmatched);
    const answered = await answer(decision, options);
    const before = res.getHeaders();
    await sendDecision(req, res, answered, context, options).catch((error) => {
      restoreHeaders(res, before);
      throw error;
    });
  });
  app.use(renderProblem(options.log));
  return app;
}

const describeInjection = ({ delayMs, fault, rate }: Injection) =>
  [delayMs > 0 ? `${delayMs} ms` : '', fault ?? '', rate ?? ''].filter((part) => part !== '').join(', ');
