/**
 * The builders of schemas, with TypeBox's types. TypeBox's builders load 370 files in every process at every start;
 * these make the same objects. Beyond JSON Schema TypeBox knows two properties, which no JSON shows: `~kind` and, of a
 * member that may be missing, `~optional`.
 */
import type { Type as TypeBox } from 'typebox';

export type {
  Static,
  TArray,
  TObject,
  TObjectOptions,
  TOptional,
  TProperties,
  TSchema,
} from 'typebox';

type Json = Record<string, unknown>;

const hide = (schema: Json, name: string, value: unknown) =>
  Object.defineProperty(schema, name, { value, enumerable: false, configurable: true, writable: true });

const make = (kind: string, schema: Json, options: Json = {}) => hide({ ...schema, ...options }, '~kind', kind);

/** The same schema in another object, hidden properties included. */
const copy = (schema: Json): Json => Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema));

const isKind = (kind: string) => (schema: unknown) =>
  typeof schema === 'object' && schema !== null && (schema as Json)['~kind'] === kind;

const isOptional = (schema: unknown) => typeof schema === 'object' && schema !== null && '~optional' in schema;

function object(properties: Json, options?: Json): Json {
  const required = Object.keys(properties).filter((name) => !isOptional(properties[name]));
  return make('Object', { type: 'object', ...(required.length > 0 && { required }), properties }, options);
}

const builders = {
  String: (options?: Json) => make('String', { type: 'string' }, options),
  Integer: (options?: Json) => make('Integer', { type: 'integer' }, options),
  Number: (options?: Json) => make('Number', { type: 'number' }, options),
  Boolean: (options?: Json) => make('Boolean', { type: 'boolean' }, options),
  Null: (options?: Json) => make('Null', { type: 'null' }, options),
  Never: (options?: Json) => make('Never', { not: {} }, options),
  Unknown: (options?: Json) => make('Unknown', {}, options),
  Literal: (value: unknown, options?: Json) => make('Literal', { type: typeof value, const: value }, options),
  Enum: (values: readonly unknown[], options?: Json) => make('Enum', { enum: values }, options),
  Array: (items: Json, options?: Json) => make('Array', { type: 'array', items }, options),
  Union: (anyOf: readonly Json[], options?: Json) => make('Union', { anyOf }, options),
  Object: object,
  /** An object with any names: the first schema, of its names, only gives the static type. */
  Record: (_: Json, values: Json, options?: Json) =>
    make('Record', { type: 'object', patternProperties: { '^.*$': values } }, options),
  Optional: (schema: Json) => hide(copy(schema), '~optional', true),
  With(schema: Json, keywords: Json): Json {
    const result = copy(schema);
    // A keyword that it had moves to the end, too.
    for (const name of Object.keys(keywords)) delete result[name];
    return Object.assign(result, keywords);
  },
  IsOptional: isOptional,
  IsArray: isKind('Array'),
  IsNull: isKind('Null'),
  IsObject: isKind('Object'),
  IsUnion: isKind('Union'),
};

// TypeScript cannot infer TypeBox's types from these objects.
export const Type = builders as unknown as Pick<typeof TypeBox, keyof typeof builders>;

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? [First, ...Words<Rest>] : [Text];
type WordsOf<Lines extends readonly string[]> = Lines extends readonly [
  infer First extends string,
  ...infer Rest extends readonly string[],
]
  ? [...Words<First>, ...WordsOf<Rest>]
  : [];

/** The words of lines, which spaces separate. */
export const words = <const Lines extends readonly string[]>(...lines: Lines) =>
  lines.join(' ').split(' ') as WordsOf<Lines>;
