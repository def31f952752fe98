import { type RequestContext, readRequest } from '../../common/wire/request-context.ts';
import { type Operation, operations } from '../../contracts/operations.ts';
import { type Static, Type } from '../../contracts/schemas/type.ts';

/** A reply that the developer wrote: for every request of an operation, or for those of one path. */
export type OwnReply = Static<typeof OwnReplyBody>;
export const OwnReplyBody = Type.Object(
  {
    /** Such as `v3.fighter`. */
    operation: Type.Optional(Type.String()),
    /** With a query, only requests with these values. */
    path: Type.Optional(Type.String()),
    status: Type.Integer({ minimum: 200, maximum: 599 }),
    headers: Type.Optional(Type.Record(Type.String(), Type.String())),
    body: Type.Optional(Type.Unknown()),
    /** How many replies are left; default: any number. */
    times: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
    /** The body need not fit the schema of the operation. */
    unchecked: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

export const maxOwnReplies = 200;
export const OwnRepliesBody = Type.Array(OwnReplyBody, { maxItems: maxOwnReplies });

/** `v3.fighter`: without the optional parameters of its path. */
export const operationName = ({ family, name }: Operation) => `${family}.${name}`;

export const operationNames = [...new Set(operations.map(operationName))];

export function coversRequest(reply: OwnReply, { operation, path, query }: RequestContext): boolean {
  if (reply.path === undefined) return operation !== undefined && reply.operation === operationName(operation);
  const own = readRequest('GET', reply.path, true);
  return own.path === path && [...own.query].every(([name, value]) => query.get(name) === value);
}

/** The replies after one of them was sent. */
export const withoutSent = (replies: readonly OwnReply[], sent: OwnReply): OwnReply[] =>
  replies.flatMap((one) => {
    if (one !== sent || one.times === undefined) return [one];
    return one.times > 1 ? [{ ...one, times: one.times - 1 }] : [];
  });
