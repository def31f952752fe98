/** Routes on their way out. */
import type { PlantedFault } from './fault.ts';

const test = 'test/mock/deprecation.test.ts';

export const planted: readonly PlantedFault[] = [
  {
    title: 'the server does not say that a route is deprecated',
    file: 'server/http/served-operation.ts',
    from: '{ family: operation.family, operation }',
    to: '{ family: operation.family, operation: undefined }',
    test,
  },
  {
    title: 'the next page of a list hides what takes the place of its route on the mock',
    file: 'mock/http/app.ts',
    from: "if (name === 'Link') res.appendHeader(",
    to: "if (name === 'Link') res.setHeader(",
    test,
  },
  {
    title: 'Deprecation is in milliseconds',
    file: 'contracts/http/deprecation.ts',
    from: 'return ms / 1_000;',
    to: 'return ms;',
    test,
  },
  {
    title: 'the document does not mark a deprecated operation',
    file: 'contracts/openapi/operation.ts',
    from: '...(route.deprecated && { deprecated: true as const }),',
    to: '',
    test,
  },
];
