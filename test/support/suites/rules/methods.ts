import { expect } from 'chai';
import { preflight, preflightHeaders } from '../../expected/headers.ts';
import { expectedOperations } from '../../expected/routes.ts';
import { samplePath } from '../../fixtures/sample-requests.ts';
import { ask, commonHeaders, expectHeaders, expectProblem, jsonHeaders, keyOf, type Target } from './expect-reply.ts';

export function describeMethods(target: Target): void {
  describe(`${target.name}: methods`, () => {
    for (const operation of expectedOperations) {
      const path = samplePath(operation);
      const { allow, method: own } = operation;

      it(`B02, B03: ${own} ${path} allows only ${allow}`, async () => {
        const options = await ask(target, 'OPTIONS', path);
        expect(options.status).to.equal(204);
        expectHeaders(options, {
          ...commonHeaders(options),
          allow,
          ...((own === 'GET' || target.name === 'mock') && {
            ...preflight,
            ...(own === 'POST' && { 'access-control-allow-methods': 'POST' }),
            'access-control-allow-headers': preflightHeaders[target.name],
          }),
        });
        const others = ['PUT', 'PATCH', 'DELETE', 'TRACE', 'QUERY', 'PROPFIND'];
        for (const method of [...others, ...(own === 'GET' ? ['POST'] : ['GET', 'HEAD'])]) {
          const refused = await ask(target, method, path, { ...jsonHeaders, ...keyOf(operation) });
          if (method !== 'HEAD') expectProblem(refused, 'method-not-allowed', { headers: { allow } });
          expect(refused.status).to.equal(405);
          expect(refused.headers.allow).to.equal(allow);
        }
      });
    }
  });
}
