import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import type { RequestEntry } from '../../common/pages/control-wire.ts';
import {
  boardPages,
  cataloguePages,
  controlPages,
  documentPages,
  samplePages,
  servePages,
  sharedPages,
} from '../../common/pages/pages.ts';
import { codedEtag, compress, minCompressedBytes } from '../../common/wire/compression.ts';
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
import { chooseCoding } from '../../contracts/http/negotiation.ts';
import { type Operation, replySchema } from '../../contracts/operations.ts';
import { type ProblemDetails, problemDetails } from '../../contracts/problems.ts';
import { routeOf } from '../../contracts/routes.ts';
import { type Move, moveDates } from '../../contracts/rules/move-dates.ts';
import { ProblemDetails as ProblemSchema } from '../../contracts/schemas/problem.ts';
import type { Contract } from '../contracts/contract.ts';
import { formatApplied, noPreferences, type Preferences, parsePrefer, toAscii } from '../contracts/preferences.ts';
import { MockProblem, mockProblemDetails } from '../contracts/problems.ts';
import { control, controlPath, stateLinkPath, stateLinks } from '../control/control.ts';
import type { ControlOptions } from '../control/control-route.ts';
import { checkState } from '../control/state-routes.ts';
import type { ContractSet } from '../reply/contract-set.ts';
import { decide } from '../reply/decide.ts';
import { hasOwnReply } from '../reply/own-reply.ts';
import { type Decision, type ReplyContext, replacedHeaders } from '../reply/reply-context.ts';
import { isBySessionState } from '../reply/select-contracts.ts';
import { type Excerpt, excerptOf, exchangeOf } from '../session/exchange.ts';
import type { ReplyCache } from '../session/reply-cache.ts';
import { type Log, logEntry } from '../session/request-log.ts';
import { ownLinks, ownPath, sessionPath } from '../session/session-path.ts';
import { clientOf, malformedName } from '../session/sessions.ts';
import { createFaultInjector, type Injection, noInjection, send, wait } from './faults.ts';
import { checkOperation, findOperation, getRequestContext } from './request-context.ts';
import { createFixedSource, createStreamSource, sendStream } from './stream.ts';

interface MockOptions extends ControlOptions {
  replyCache: ReplyCache;
  /** Also serve v3 under region segments other than `mobile`. */
  regionSegments: boolean;
  /** The addresses of pictures and videos lead to the mock. */
  pictures: boolean;
  /** Base URL of the mock, for links if a request has no host. */
  url: () => string;
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

/** Control requests are not logged, so their entry is a throwaway. */
const entryOf = (res: Response): RequestEntry => res.locals.entry ?? {};
const injectionOf = (res: Response): Injection => res.locals.injection ?? noInjection;

/** Keeps the start of the body for the log. */
function recordBody(res: Response, bytes: Buffer | undefined): Excerpt | undefined {
  if (bytes && res.req.method !== 'HEAD') res.locals.responseBody = excerptOf(bytes);
  return res.locals.responseBody;
}

/**
 * Lets Prism answer with the example of a contract, or check a reply that the mock built.
 *
 * @throws {Problem} when the reply violates the document.
 */
async function answer(decision: Decision, { prism }: ContractSet, log: Log): Promise<Decision> {
  const { operation, contract, reply } = decision;
  // Own replies were checked when they were set.
  if (!contract) return decision;
  // Prism has no example without a body.
  const isExample = reply === contract.reply && reply.body !== undefined;
  const answered = isExample
    ? await prism.answer(operation, contract)
    : { ...reply, violations: await prism.checkReply(operation, reply) };
  const { status, body, violations } = answered;
  if (violations.length === 0) return { ...decision, reply: { ...reply, status, body } };
  const reasons = violations.map(({ path: at, message }) => `${at.join('/')}: ${message}`).join('\n  ');
  log(`contract ${contract.id} "${contract.receiving}" violates the document:\n  ${reasons}`);
  throw new Problem('internal-error');
}

function setContract(res: Response, contract: Contract): void {
  res.setHeader('Contract-Id', contract.id);
  res.setHeader('Contract-State', describeStates(contract));
  entryOf(res).contract = contract.id;
}

function setHeaders(
  res: Response,
  { operation, contract, match, closestMatch, reply }: Decision,
  withOwnLinks: (text: string) => string,
  { honoured }: ReplyContext,
): void {
  for (const [name, value] of Object.entries(reply.headers)) {
    if (replacedHeaders.includes(name.toLowerCase())) continue;
    res.setHeader(name, name === 'Location' ? ownPath(res.req, value) : withOwnLinks(value));
  }
  // As on the server, the rest of the body is not read.
  if (reply.problem === 'body-too-large') res.setHeader('Connection', 'close');
  if (contract) setContract(res, contract);
  res.setHeader('Contract-Match', match);
  if (closestMatch) {
    const text = `${closestMatch.contract}; ${closestMatch.differs.join('; ')}`;
    res.setHeader('Contract-Nearest', toAscii(text).slice(0, 500));
  }
  const appliedHeader = formatApplied(honoured);
  if (appliedHeader) res.setHeader('Preference-Applied', appliedHeader);
  res.setHeader('Cache-Control', cacheControlOf(operation, reply.status));
  if (reply.problem === undefined) res.setHeader('Vary', varyOf(routeOf(operation.name)));
  Object.assign(entryOf(res), { match, ...(closestMatch && { nearest: closestMatch }) });
}

/** Returns a function that moves the dates of bodies, except of own and generated ones, which have no date of the sample. */
function moverOf({ operation, match, reply }: Decision, move: Move | undefined): (body: unknown) => unknown {
  if (!move || match === 'own' || match === 'dynamic') return (body) => body;
  const schema = reply.problem === undefined ? replySchema(operation.name, operation.family) : ProblemSchema;
  return (body) => moveDates(schema, body, move);
}

async function sendDecision(
  req: Request,
  res: Response,
  decision: Decision,
  context: ReplyContext,
  options: MockOptions,
) {
  const { operation, reply, notModified, wantsNotModified, isStateful } = decision;
  const { requestContext, session } = context;
  const entry = entryOf(res);
  const injection = injectionOf(res);
  const withOwnLinks = ownLinks(req, options.url(), options.pictures);
  const isProblem = reply.problem !== undefined;
  setHeaders(res, decision, withOwnLinks, context);
  entry.status = reply.status;

  const withMovedDates = moverOf(decision, options.move);
  const textOf = (body: unknown) => (body === undefined ? '' : withOwnLinks(JSON.stringify(withMovedDates(body))));
  const { instance } = requestContext;
  const text = textOf(isProblem ? { ...(reply.body as object), instance } : reply.body);
  if (reply.status === 200 && !wantsNotModified && wantsStream(requestContext, req.headers.accept)) {
    // Reads the session again, since every vote replaces it.
    const again = () =>
      decide(req, {
        ...context,
        contractSet: options.contractSet(),
        session: options.sessions.find(session.name),
        isRepeated: true,
      });
    entry.isStream = true;
    options.requestLog.touch(entry);
    const source = decision.contract
      ? createStreamSource(decision, context, text, again, textOf)
      : createFixedSource(text, context);
    await sendStream(req, res, source, injection);
    return;
  }
  const plain = Buffer.from(text);
  const hasEtag = reply.status === 200 && isConditional(routeOf(operation.name).cache);
  const codings = req.headers['accept-encoding'] as string | undefined;
  const coding = hasEtag && plain.length >= minCompressedBytes ? chooseCoding(codings) : 'identity';
  const etag = hasEtag ? codedEtag(etagOf(plain), coding) : undefined;
  if (etag) res.setHeader('ETag', etag);
  let bytes: Buffer | undefined;
  if (etag && (wantsNotModified || matchesEtag(req.headers['if-none-match'], etag))) {
    if (notModified) setContract(res, notModified);
    entry.status = 304;
  } else {
    bytes = coding === 'identity' ? plain : await compress(coding, plain);
    if (coding !== 'identity') res.setHeader('Content-Encoding', coding);
    res.setHeader('Content-Type', isProblem ? problemMediaType : jsonType);
    res.setHeader('Content-Length', bytes.length);
  }
  res.statusCode = entry.status;
  const body = recordBody(res, bytes && plain);
  const isReusable = context.isShared && !isStateful && !decision.unmatched && injection === noInjection;
  // A reload has emptied the cache.
  if (isReusable && context.contractSet === options.contractSet())
    options.replyCache.store(req, res, { bytes, entry, body }, options.sessions);
  send(res, bytes, injection);
}

/** Renders errors as problem details in the family's language, never as a page or a stack. */
const renderProblem =
  (log: Log): ErrorRequestHandler =>
  (error, _req, res, _next) => {
    const isKnown = error instanceof Problem || error instanceof MockProblem;
    if (!isKnown) log(error instanceof Error ? (error.stack ?? error.message) : String(error));
    if (res.headersSent) {
      res.destroy();
      return;
    }
    const { family, instance, operation } = getRequestContext(res);
    // A problem without a contract honours only delay, jitter and fault.
    const { delay, jitter, fault }: Preferences = res.locals.honoured ?? noPreferences;
    const applied = formatApplied({ ...noPreferences, delay, jitter, fault });
    if (applied) res.setHeader('Preference-Applied', applied);
    let body: ProblemDetails;
    if (error instanceof MockProblem) {
      body = mockProblemDetails(error, instance);
      res.setHeader('Content-Language', contentLanguage(undefined));
    } else {
      const { key, more } = error instanceof Problem ? error : new Problem('internal-error');
      const { errors, extensions, headers = {} } = more;
      body = problemDetails(key, family, instance, { ...(errors && { errors }), ...extensions });
      res.set(headers);
    }
    entryOf(res).status = body.status;
    const bytes = Buffer.from(JSON.stringify(body));
    res.statusCode = body.status;
    res.setHeader('Content-Type', problemMediaType);
    res.setHeader('Cache-Control', cacheControlOf(operation, body.status));
    res.setHeader('Content-Length', bytes.length);
    recordBody(res, bytes);
    send(res, bytes, injectionOf(res));
  };

/**
 * Sets the state of `Prefer: state="…", times=2` for this and the next replies of the session.
 *
 * @throws {MockProblem} `unknown-state`.
 */
function setStateByPreference(
  { contractSet, sessions }: MockOptions,
  name: string,
  { states, times }: Preferences,
): void {
  const state = { state: states.at(-1) ?? '', ...(times !== undefined && { times }) };
  checkState(contractSet(), state, () => ({ parameter: 'Prefer: state' }));
  sessions.change(name, { state });
}

/** Adds every request to the log, where a client can look up the contract of its reply. */
const logRequest =
  ({ requestLog, sessions, log }: MockOptions): RequestHandler =>
  (req, res, next) => {
    const startMs = performance.now();
    const { prefer } = req.headers;
    const request = { method: req.method, path: req.url, ...(typeof prefer === 'string' && { prefer }) };
    const entry = requestLog.add({ session: sessions.labelOf(req), ...request }, clientOf(req));
    res.locals.entry = entry;
    res.once('close', () => {
      const { requestBody, responseBody } = res.locals;
      // A reply to OPTIONS.
      if (res.writableFinished) entry.status ??= res.statusCode;
      requestLog.complete(
        entry,
        performance.now() - startMs,
        exchangeOf(req, res.getHeaders(), requestBody, responseBody),
      );
      logEntry(log, entry);
    });
    if (sessions.wasDropped(sessions.nameOf(req))) res.setHeader('Mock-Session-Dropped', 'true');
    next();
  };

/**
 * The Express app around Prism: it handles HTTP by the server's rules and order of checks; contracts provide the replies.
 *
 * @see wire specification 2
 */
export function createMockApp(options: MockOptions): Express {
  const { sessions, requestLog } = options;
  const injectFaults = createFaultInjector(options.faults);
  const app = express();
  app.disable('x-powered-by');

  const documentVersion = () => options.contractSet().version;
  const room = controlPages();
  const catalogue = cataloguePages('mock', true, documentVersion);
  const parts = [sharedPages(), room.parts, samplePages()];
  app.use(servePages(boardPages(), catalogue, documentPages(documentVersion), ...parts));
  app.use(findOperation(options.regionSegments));
  app.use(controlPath, control(options));
  app.use(servePages(room.page));
  app.use(stateLinkPath, stateLinks(options));
  app.use(sessionPath, () => {
    // `enterSession` has removed every valid name from the path.
    throw malformedName();
  });
  app.use(logRequest(options));
  app.use(checkOperation);
  app.use(async (req, res) => {
    const requestContext = getRequestContext(res) as ReplyContext['requestContext'];
    const name = sessions.nameOf(req);
    const asked = parsePrefer(req.headers.prefer as string | undefined);
    const preferences = asked.times === undefined ? asked : { ...asked, states: [] };
    if (asked.times !== undefined) setStateByPreference(options, name, asked);
    const injection = injectFaults(`${name} ${req.method} ${req.url}`, preferences, sessions.find(name).faults);
    res.locals.injection = injection;
    entryOf(res).operation = `${requestContext.operation.family}.${requestContext.operation.name}`;
    const injected = describeInjection(injection);
    if (injected !== '') entryOf(res).faults = injected;
    await wait(res, injection.delayMs);
    // A rate takes precedence over the preferred code.
    const rate = injection.rate ?? preferences.rate;
    const honoured = rate === undefined ? asked : { ...asked, code: undefined };
    res.locals.honoured = honoured;
    const context: ReplyContext = {
      requestContext,
      contractSet: options.contractSet(),
      preferences: { ...preferences, rate },
      honoured,
      session: sessions.find(name),
      sessions,
      isShared: sessions.isUntouched(req),
      recordBody: (bytes) => {
        res.locals.requestBody = excerptOf(bytes);
      },
    };
    // Before anything is awaited, so that requests at the same time do not share the last reply.
    if (!hasOwnReply(context) && isBySessionState(context)) sessions.countState(name);
    const decision = await decide(req, context);
    if (decision.unmatched) requestLog.addUnmatched(name, decision.unmatched);
    const answered = await answer(decision, context.contractSet, options.log);
    await sendDecision(req, res, answered, context, options);
  });
  app.use(renderProblem(options.log));
  return app;
}

const describeInjection = ({ delayMs, fault, rate }: Injection) =>
  [delayMs > 0 ? `${delayMs} ms` : '', fault ?? '', rate ?? ''].filter((part) => part !== '').join(', ');
