import { expect } from 'chai';
import { expectedOperations } from '../../expected/routes.ts';
import { samplePath } from '../../fixtures/sample-requests.ts';
import { ask, jsonHeaders, type Reply, type Target } from './expect-reply.ts';

const ids = {
  'a UUID': '7f1c2b9e-5d44-4f0a-9a3e-0c1d2e3f4a5b',
  'a UUID in capitals': '7F1C2B9E-5D44-4F0A-9A3E-0C1D2E3F4A5B',
  'a UUID without dashes': '7f1c2b9e5d444f0a9a3e0c1d2e3f4a5b',
};

/** No UUIDs: too long, too short, or what may say who someone is. */
const wrongIds = [
  '7f1c2b9e-5d44-4f0a-9a3e-0c1d2e3f4a5b0',
  '7f1c2b9e-5d44-4f0a-9a3e',
  '7f1c2b9e5d44-4f0a9a3e0c1d2e3f4a5b',
  'ana.perez@example.com',
  '+34600123456',
  'u7Qm2x9LkT4sBv0Z',
  'a'.repeat(5_000),
];

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parentId = '00f067aa0ba902b7';
const hex32 = /^[0-9a-f]{32}$/;

/** A problem, a reply that may be cached, one that may not, a 304 and a page that is not there. */
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
        for (const id of Object.values(ids)) {
          const own = { ...headers, 'X-Request-Id': id, traceparent: `00-${traceId}-${parentId}-01` };
          const answer = await ask(target, method, path, own);
          expect(idOf(answer)).to.equal(id);
          expect(parentOf(answer)).to.match(
            /^00-4bf92f3577b34da6a3ce929d0e0e4736-(?!00f067aa0ba902b7)[0-9a-f]{16}-01$/,
          );
        }
      });

      it(`${what} has an X-Request-Id of its own only for a problem`, async () => {
        const [first, second] = [await ask(target, method, path, headers), await ask(target, method, path, headers)];
        for (const answer of [first, second]) {
          expect(parentOf(answer)).to.equal(undefined);
          if (answer.status < 400) expect(idOf(answer)).to.equal(undefined);
          else expect(idOf(answer)).to.match(hex32);
        }
        if (first.status >= 400) expect(idOf(first)).not.to.equal(idOf(second));
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
        'ana.perez@example.com',
      ]) {
        expect(parentOf(await ask(target, 'GET', '/nowhere', { traceparent })), traceparent).to.equal(undefined);
      }
    });

    it('repeats X-Request-Id for every operation', async () => {
      const id = ids['a UUID'];
      for (const operation of expectedOperations) {
        const answer = await ask(target, operation.method, samplePath(operation), { 'X-Request-Id': id });
        expect(idOf(answer), operation.path).to.equal(id);
      }
    });
  });
}
