import type { OpenApiDocument, OperationObject } from '../../contracts/openapi/document.ts';
import { type Change, joinSame } from './change.ts';
import { type Difference, type Effect, resolve, type Schema, SchemaComparison } from './schemas.ts';

type Direction = 'reply' | 'request';
type Located = Change & { source: string };

/** A consumer must not meet a reply that it did not expect, nor lose a request that it sends. */
const breaking: Readonly<Record<Direction, readonly Effect[]>> = {
  reply: ['more', 'other', 'gone'],
  request: ['less', 'other', 'gone'],
};

const means: Readonly<Record<Effect, string>> = {
  more: ': it accepts more',
  less: ': it accepts less',
  other: ': it accepts other values',
  member: '',
  gone: '',
};

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}

type Content = Record<string, { schema?: Schema }> | undefined;

const entriesOf = (part: unknown): [string, Schema][] => Object.entries((part ?? {}) as Record<string, Schema>);

/** Compares one operation in two documents. */
class OperationComparison {
  readonly #before: Schema;
  readonly #after: Schema;
  readonly #schemas: SchemaComparison;
  readonly #name: string;
  readonly #id: string;

  constructor(before: object, after: object, schemas: SchemaComparison, [name, id]: [name: string, id: string]) {
    this.#before = before as Schema;
    this.#after = after as Schema;
    this.#schemas = schemas;
    this.#name = name;
    this.#id = id;
  }

  #change(where: string, text: string, weight: Change['weight'], ...names: string[]): Located {
    const place = [this.#name, where].filter(Boolean).join(' ');
    return { place, text, weight, names: [this.#name, this.#id, ...names], source: place };
  }

  #differences(where: string, found: readonly Difference[], direction: Direction, ...names: string[]): Located[] {
    return found
      .filter(({ effect }) => breaking[direction].includes(effect) || direction === 'request' || effect === 'member')
      .map(({ at, text, effect, source }) => {
        const weight = breaking[direction].includes(effect) ? 'breaking' : 'notable';
        const [component = '', ...steps] = source.split('/');
        const member = steps.filter((step) => step !== '[]').at(-1);
        const own = component ? [component, ...(member ? [`${component}.${member}`] : [])] : [];
        const change = this.#change(`${where} #/${at.join('/')}`, text + means[effect], weight, ...names, ...own);
        return { ...change, source: component ? `${direction} ${source}` : change.source };
      });
  }

  *operation(before: OperationObject, after: OperationObject): Generator<Located> {
    if (JSON.stringify(before.security) !== JSON.stringify(after.security))
      yield this.#change('', 'the credential that it needs has changed', 'breaking');
    yield* this.#parameters(before, after);
    yield* this.#body(before, after);
    for (const [status, response] of Object.entries(before.responses)) {
      const [first, second] = [
        resolve(this.#before, response),
        resolve(this.#after, after.responses[status]),
      ] as Schema[];
      if (!second) yield this.#change(status, 'the status is gone', 'breaking');
      else {
        yield* this.#content(status, first?.content as Content, second.content as Content, 'reply');
        yield* this.#headers(status, first as Schema, second);
      }
    }
    for (const status of Object.keys(after.responses))
      if (!before.responses[status]) yield this.#change(status, 'the status is new', 'notable');
  }

  *#parameters(before: OperationObject, after: OperationObject): Generator<Located> {
    const read = (root: Schema, { parameters = [] }: OperationObject) =>
      new Map(parameters.map((one) => resolve(root, one) as Parameter).map((one) => [`${one.in} ${one.name}`, one]));
    const [first, second] = [read(this.#before, before), read(this.#after, after)];
    for (const [key, parameter] of first) {
      const now = second.get(key);
      const where = `parameter ${parameter.name}`;
      if (!now) yield this.#change(where, 'is gone', 'breaking', parameter.name);
      else {
        if (now.required && !parameter.required) yield this.#change(where, 'is required', 'breaking', parameter.name);
        const found = this.#schemas.compare(parameter.schema, now.schema);
        // Where the component is shared, one change is met in many operations.
        const source = `parameter ${parameter.in} ${parameter.name} ${parameter.schema.pattern}`;
        const differences = this.#differences(where, found, 'request', parameter.name);
        yield* differences.map((change) => ({ ...change, source }));
      }
    }
    for (const [key, { name, required }] of second)
      if (!first.has(key)) yield this.#change(`parameter ${name}`, 'is new', required ? 'breaking' : 'notable', name);
  }

  *#body({ requestBody: before }: OperationObject, { requestBody: after }: OperationObject): Generator<Located> {
    if (!before !== !after) yield this.#change('body', after ? 'is new' : 'is gone', 'breaking');
    else yield* this.#content('body', before?.content as Content, after?.content as Content, 'request');
  }

  *#content(where: string, before: Content, after: Content, direction: Direction): Generator<Located> {
    for (const [type, { schema }] of entriesOf(before)) {
      const now = after?.[type];
      if (!now) yield this.#change(`${where} ${type}`, 'the media type is gone', 'breaking');
      else yield* this.#differences(where, this.#schemas.compare(schema, now.schema), direction);
    }
    for (const [type] of entriesOf(after))
      if (!before?.[type]) yield this.#change(`${where} ${type}`, 'the media type is new', 'notable');
  }

  *#headers(status: string, before: Schema, after: Schema): Generator<Located> {
    const described = entriesOf(after.headers).map(([name, header]) => [name, resolve(this.#after, header)] as const);
    const now = new Map(described as [string, Schema][]);
    for (const [name, reference] of entriesOf(before.headers)) {
      const [was, is] = [resolve(this.#before, reference) as Schema, now.get(name)];
      const where = `${status} header ${name}`;
      const source = `header ${name}`;
      if (!is) yield { ...this.#change(where, 'is gone', 'breaking', name), source };
      else {
        if (was.required && !is.required)
          yield { ...this.#change(where, 'was required, may be left out: it accepts more', 'breaking', name), source };
        const found = this.#differences(where, this.#schemas.compare(was.schema, is.schema), 'reply', name);
        yield* found.map((change) => ({ ...change, source }));
      }
    }
  }
}

/** The operations of a document by method and path. */
function operationsOf({ paths }: OpenApiDocument): Map<string, OperationObject> {
  return new Map(
    Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
    ),
  );
}

/** Compares what two documents accept, by direction: a reply may not accept more, a request may not accept less. */
export function documentChanges(before: OpenApiDocument, after: OpenApiDocument): Change[] {
  const now = operationsOf(after);
  const schemas = new SchemaComparison(before, after);
  const changes = [...operationsOf(before)].flatMap(([name, operation]): Located[] => {
    const found = now.get(name);
    const id = operation.operationId;
    if (!found) {
      return [{ place: name, text: 'the operation is gone', weight: 'breaking', names: [name, id], source: name }];
    }
    const comparison = new OperationComparison(before, after, schemas, [name, id]);
    return [...comparison.operation(operation, found)];
  });
  return joinSame(changes);
}
