import { expect } from 'chai';
import { ask, jsonHeaders, type Reply, type Target } from './expect-reply.ts';

const uuid = '7f1c2b9e-5d44-4f0a-9a3e-0c1d2e3f4a5b';
const uuids = [uuid, uuid.toUpperCase(), uuid.replaceAll('-', '')];

/** No UUIDs: too long, too short, or what may say who someone is. */
const wrongIds = [`${uuid}0`, uuid.slice(0, 23), 'ana.perez@example.com', 'u7Qm2x9LkT4sBv0Z', 'a'.repeat(5_000)];

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parentId = '00f067aa0ba902b7';
const hex32 = /^[0-9a-f]{32}$/;

/** Replies that may be cached or not, problems, and a page that is not there. */
const requests: readonly (readonly [what: string, method: string, path: string, headers?: Record<string, string>])[] = [
  ['a list', 'GET', '/api/v3/mobile/events'],
  ['a HEAD', 'HEAD', '/api/v1/us/events'],
  ['a 304', 'GET', '/api/v1/us/events', { 'If-None-Match': '*' }],
  ['OPTIONS', 'OPTIONS', '/api/v1/us/events'],
  ['health', 'GET', '/api/v1/us/health'],
  ['a 404', 'GET', '/api/v1/us/fighters/4242'],
  ['a 405', 'PUT', '/api/v1/us/events'],
  ['a 422', 'POST', '/api/v1/us/events/score_round', jsonHeaders],
  ['no route', 'GET', '/nowhere'],
];

/** `X-Request-Id` and `traceparent`: who sent one finds it in the reply, and every problem has an id. */
export function describeTraces(target: Target): void {
  const idOf = ({ headers }: Reply) => headers['x-request-id'];
  const parentOf = ({ headers }: Reply) => headers.traceparent;

  describe(`${target.name}: ids of request and trace`, () => {
    for (const [what, method, path, headers] of requests) {
      it(`L01: ${what} repeats X-Request-Id and continues the trace`, async () => {
        for (const id of uuids) {
          const own = { ...headers, 'X-Request-Id': id, traceparent: `00-${traceId}-${parentId}-01` };
          const answer = await ask(target, method, path, own);
          expect(idOf(answer)).to.equal(id);
          expect(parentOf(answer)).to.match(new RegExp(`^00-${traceId}-(?!${parentId})[0-9a-f]{16}-01$`));
        }
        const [first, second] = [await ask(target, method, path, headers), await ask(target, method, path, headers)];
        expect(parentOf(first)).to.equal(undefined);
        if (first.status < 400) return expect(idOf(first)).to.equal(undefined);
        expect(idOf(first)).to.match(hex32).and.not.equal(idOf(second));
      });
    }

    it('replaces an X-Request-Id that is not a UUID', async () => {
      for (const id of wrongIds) {
        expect(idOf(await ask(target, 'GET', '/api/v1/us/events', { 'X-Request-Id': id }))).to.equal(undefined);
        expect(idOf(await ask(target, 'GET', '/nowhere', { 'X-Request-Id': id }))).to.match(hex32);
      }
    });

    it('ignores an invalid traceparent', async () => {
      for (const traceparent of [
        `ff-${traceId}-${parentId}-01`,
        `00-${traceId.toUpperCase()}-${parentId}-01`,
        `00-${'0'.repeat(32)}-${parentId}-01`,
        `00-${traceId}-${'0'.repeat(16)}-01`,
        `00-${traceId}-${parentId}-01-more`,
        `00-${traceId}-${parentId}`,
      ]) {
        expect(parentOf(await ask(target, 'GET', '/nowhere', { traceparent })), traceparent).to.equal(undefined);
      }
    });
  });
}
