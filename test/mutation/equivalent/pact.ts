import type { Equivalent } from './equivalent.ts';

const sameWithNames = 'the check takes the same values: names are compared for its time alone';

export const equivalents: readonly Equivalent[] = [
  {
    file: 'contracts/pact/coverage.ts',
    from: 'withStatus(200, 201)',
    to: 'withStatus(201, 200)',
    reason: 'a status is among two in either order',
  },
  {
    file: 'contracts/pact/coverage.ts',
    from: 'verified.get(target)?.has',
    to: 'verified.get(target).has',
    reason: 'every target has a set in the map',
  },
  {
    file: 'contracts/schemas/validation/mismatches.ts',
    from: 'if (fits(schema, value)) return [];',
    to: 'if (false) return [];',
    reason: 'a value that fits has no list that is too long, and the validator reports no error of it',
  },
  {
    file: 'contracts/schemas/validation/mismatches.ts',
    from: '(at as Record<string, unknown> | undefined)?.[',
    to: '(at as Record<string, unknown> | undefined)[',
    reason: 'the validator reports only places that are in the schema and in the value',
  },
  {
    file: 'contracts/schemas/validation/fits.ts',
    from: 'Object.keys(properties ?? {})',
    to: 'Object.keys({})',
    reason: sameWithNames,
  },
  {
    file: 'contracts/schemas/validation/fits.ts',
    from: '.length === (others',
    to: '.length !== (others',
    reason: sameWithNames,
  },
  {
    file: 'contracts/schemas/validation/fits.ts',
    from: '(others.required ?? [])',
    to: '([])',
    reason: sameWithNames,
  },
  {
    file: 'contracts/schemas/validation/fits.ts',
    from: 'isClosed && !isWhole',
    to: 'false',
    reason: sameWithNames,
  },
  {
    file: 'contracts/schemas/validation/fits.ts',
    from: '&& !isWhole',
    to: '&& isWhole',
    reason: sameWithNames,
  },
  {
    file: 'contracts/openapi/operation.ts',
    from: 'reply.status < 300 &&',
    to: 'reply.status <= 300 &&',
    reason: 'an operation that has no reply with this status is refused',
  },
  {
    file: 'contracts/openapi/operation.ts',
    from: 'reply.status < 300 &&',
    to: 'reply.status < 301 &&',
    reason: 'an operation that has no reply with this status is refused',
  },
  {
    file: 'contracts/openapi/operation.ts',
    from: '(operation, 304)',
    to: '(operation, 305)',
    reason: 'only the headers of 200 and 201 are different ones',
  },
  {
    file: 'contracts/openapi/operation.ts',
    from: '(operation, 503, examplesFor(503))',
    to: '(operation, 504, examplesFor(503))',
    reason: 'only the headers and the description of 200 and 201 are different ones, and this description is not kept',
  },
  {
    file: 'contracts/openapi/stock.ts',
    from: 'isReference(response) ? response :',
    to: 'false ? response :',
    reason: 'a reference has no headers and no content, so nothing is taken from it',
  },
  {
    file: 'contracts/pact/matchers.ts',
    from: 'first.min ?? 0',
    to: 'first.min',
    reason: 'without a length there is no number, and that is not above 0 either',
  },
  {
    file: 'contracts/pact/matchers.ts',
    from: 'second.min ?? 0',
    to: 'second.min',
    reason: 'without a length there is no number, and that is not above 0 either',
  },
];
