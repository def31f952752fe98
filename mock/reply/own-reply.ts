import { validateHeaderName, validateHeaderValue } from 'node:http';
import { readRequest } from '../../common/wire/request-context.ts';
import { type Operation, operations } from '../../contracts/operations.ts';
import { type ProblemKey, problems, problemType, type Violation } from '../../contracts/problems.ts';
import { stepOf } from '../../contracts/schemas/validation/json-pointer.ts';
import { mustBeOneOf, words } from '../../contracts/schemas/validation/sentences.ts';
import { namesNothing } from '../contracts/preferences.ts';
import { MockProblem } from '../contracts/problems.ts';
import { coversRequest, type OwnReply, operationName, operationNames, withoutSent } from '../session/own-replies.ts';
import type { ContractSet } from './contract-set.ts';
import { type Decision, type ReplyContext, replacedHeaders } from './reply-context.ts';
import { wordBody } from './violations.ts';

/** The problem that a body describes; undefined if it is another document. */
const problemIn = (body: unknown): ProblemKey | undefined =>
  (Object.keys(problems) as ProblemKey[]).find((key) => problemType(key) === (body as { type?: unknown } | null)?.type);

/** The reply in the form of a contract's. */
const replyOf = ({ status, headers = {}, body }: OwnReply): Decision['reply'] => ({
  status,
  headers,
  body,
  problem: status >= 400 ? problemIn(body) : undefined,
});

/** Without a body; and only the client's ETag decides about 304. */
const bodiless: readonly number[] = [204, 205, 304];

const findOperation = ({ operation, path = '' }: OwnReply): Operation | undefined => {
  if (operation !== undefined) return operations.find((one) => operationName(one) === operation);
  const { entry } = readRequest('GET', path, true);
  return entry?.GET ?? entry?.POST;
};

function checkHeader(name: string, value: string): string | undefined {
  if (replacedHeaders.includes(name.toLowerCase())) return 'Is set by the mock; leave it out.';
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return undefined;
  } catch (error) {
    return `${(error as Error).message}.`;
  }
}

/** Where a reply is invalid or violates the document, at pointers below the reply. */
async function findViolations(contractSet: ContractSet, own: OwnReply): Promise<{ pointer: string; detail: string }[]> {
  const { path, status, headers = {}, body, unchecked } = own;
  const only = (pointer: string, detail: string) => [{ pointer, detail }];
  if ((own.operation === undefined) === (path === undefined))
    return only('', words.en.exactlyOne(['operation', 'path']));
  const operation = findOperation(own);
  if (!operation && path !== undefined)
    return only('/path', 'Must be a path of the service, such as /api/v3/mobile/fighters/3107.');
  if (!operation) return only('/operation', mustBeOneOf(operationNames, 'en'));
  if (bodiless.includes(status)) return only('/status', 'Must be the status of a reply with a body.');
  const ofHeaders = Object.entries(headers).flatMap(([name, value]) => {
    const detail = checkHeader(name, value);
    return detail === undefined ? [] : only(`/headers/${stepOf(name)}`, detail);
  });
  if (ofHeaders.length > 0 || unchecked) return ofHeaders;

  const statuses = contractSet.replyStatuses(operation).filter((one) => !bodiless.includes(one));
  if (!statuses.includes(status)) return only('/status', mustBeOneOf(statuses, 'en'));
  if (body === undefined) return only('/body', words.en.missing);
  const found = await contractSet.prism.checkReply(operation, replyOf(own));
  const inBody = found.filter(({ path: [part] }) => part === 'body');
  const inHeaders = found.filter(({ path: [part] }) => part === 'header');
  const worded = inBody.length > 0 ? wordBody(inBody, body, contractSet.replySchema(operation, status), 'en') : [];
  return [
    ...worded.map(({ pointer, detail }) => ({ pointer: `/body${pointer.slice(1)}`, detail })),
    ...inHeaders.flatMap(({ path: [, name = ''], message }) => only(`/headers/${stepOf(name)}`, message)),
  ];
}

/**
 * Checks own replies against the document.
 *
 * @param given one, or a list.
 * @param at pointer to the value.
 * @throws {MockProblem} `malformed-reply` with each violation.
 */
export async function checkOwnReplies(contractSet: ContractSet, given: OwnReply | OwnReply[], at = '#'): Promise<void> {
  const errors: Violation[] = [];
  for (const [index, own] of [given].flat().entries()) {
    const place = Array.isArray(given) ? `${at}/${index}` : at;
    const violations = await findViolations(contractSet, own);
    errors.push(...violations.map(({ pointer, detail }) => ({ pointer: place + pointer, detail })));
  }
  if (errors.length > 0) throw new MockProblem('malformed-reply', errors);
}

function findOwnReply(context: ReplyContext): OwnReply | undefined {
  const { requestContext, session, sessions, preferences, isRepeated } = context;
  if (!namesNothing(preferences)) return undefined;
  const { replies } = sessions.find(session.name);
  return replies.find((one) => coversRequest(one, requestContext) && !(isRepeated && one.times !== undefined));
}

/** Whether the session has an own reply to a request that selects no reply by name. */
export const hasOwnReply = (context: ReplyContext): boolean => findOwnReply(context) !== undefined;

/** Takes the next own reply to a request. @returns undefined if other requests have used up the last one. */
export function takeOwnReply(context: ReplyContext): Decision | undefined {
  const own = findOwnReply(context);
  if (!own) return undefined;
  const { requestContext, session, sessions } = context;
  if (own.times !== undefined) {
    sessions.change(session.name, { replies: withoutSent(sessions.find(session.name).replies, own) });
  }
  return { operation: requestContext.operation, match: 'own', reply: replyOf(own), values: {}, isStateful: true };
}
