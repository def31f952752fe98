import { Id } from '../schemas/common.ts';
import { type TObject, type TProperties, type TSchema, Type } from '../schemas/type.ts';
import { type Localized, localizedOf } from './text.ts';

/** The raw form of a record, or of an object inside it, and its conversion to the stored form. */
export interface Shape<R, S extends TSchema = TSchema> {
  /** Unknown keys are allowed. */
  schema: S;
  /** @param raw fits `schema`. Keys left out get their empty value, unknown keys are dropped. */
  normalise(raw: unknown): R;
}

/** The stored form of a reply: some of its keys may have a wording per locale. */
export type Localizable<Reply, Keys extends keyof Reply> = {
  [K in keyof Reply]: K extends Keys ? Reply[K] | Localized : Reply[K];
};

/** Ids of other records. A record is in one list per id; with more ids, finding its positions would take seconds. */
export const Ids = Type.Array(Id, { maxItems: 10_000 });

interface Conventions {
  /** Keys of type text or url. */
  localized?: readonly string[];
  /** Empty values other than null or absent, by key. */
  empty?: Readonly<Record<string, '' | 0 | false | readonly never[]>>;
  /** Shapes for keys of objects, or arrays of them, that have special conventions; others follow their schema. */
  nested?: Readonly<Record<string, Shape<unknown>>>;
}

/** Empty values `''` for the keys in lines of words. */
export const emptyTexts = (...lines: string[]): Record<string, ''> =>
  Object.fromEntries(lines.flatMap((line) => line.split(' ')).map((key) => [key, '']));

const options = (schema: TSchema): TSchema[] => (Type.IsUnion(schema) ? schema.anyOf : [schema]);
const isNullable = (schema: TSchema) => options(schema).some((option) => Type.IsNull(option));

const limitsOf = (schema: TSchema) => {
  const { maxItems } = schema as { maxItems?: number };
  return maxItems === undefined ? {} : { maxItems };
};

function rawSchema(
  key: string,
  schema: TSchema,
  needed: boolean,
  { localized }: Conventions,
  inner: Shape<unknown> | undefined,
): TSchema {
  const given = inner
    ? [Type.IsArray(schema) ? Type.Array(inner.schema, limitsOf(schema)) : inner.schema]
    : options(schema).filter((option) => !Type.IsNull(option));
  // No schema of a key is only null.
  const [first] = given as [TSchema];
  if (localized?.includes(key)) given.push(localizedOf(Type.IsOptional(schema) ? Type.String() : first));
  if (needed) return given.length === 1 ? first : Type.Union(given);
  const nothing = Type.IsOptional(schema) ? [Type.Literal(''), Type.Null()] : [Type.Null()];
  return Type.Optional(Type.Union([...given, ...nothing]));
}

function normaliseNested(value: unknown, shape: Shape<unknown>): unknown {
  return Array.isArray(value) ? value.map((element) => shape.normalise(element)) : shape.normalise(value);
}

/** The shape of the objects in a field: unknown keys are ignored in these too. */
function innerShape(schema: TSchema): Shape<unknown> | undefined {
  for (const option of options(schema)) {
    const element = Type.IsArray(option) ? option.items : option;
    if (Type.IsObject(element)) return shape(element.properties);
  }
  return undefined;
}

/**
 * Derives the stored form from the properties of the reply, so that types are stated once. Empty means absent for an
 * optional key, null for a nullable key, and the value in `empty` for a key there; all other keys are required.
 *
 * @see wire specification 10
 */
export function shape<R>(properties: TProperties, conventions: Conventions = {}): Shape<R, TObject> {
  const { empty = {} } = conventions;
  const fields = Object.entries(properties).map(([key, schema]) => {
    const absent = Type.IsOptional(schema);
    const needed = !absent && !isNullable(schema) && !(key in empty);
    const inner = conventions.nested?.[key] ?? innerShape(schema);
    return {
      key,
      absent,
      inner,
      empty: empty[key] ?? null,
      schema: rawSchema(key, schema, needed, conventions, inner),
    };
  });
  return {
    schema: Type.Object(Object.fromEntries(fields.map(({ key, schema }) => [key, schema]))),
    normalise(raw) {
      const record: Record<string, unknown> = {};
      for (const field of fields) {
        const given = (raw as Record<string, unknown>)[field.key] ?? null;
        if (field.absent && (given === null || given === '')) continue;
        const { inner } = field;
        record[field.key] = given === null ? field.empty : inner ? normaliseNested(given, inner) : given;
      }
      // Built key by key from the properties that R is derived from.
      return record as R;
    },
  };
}

export function without<P extends TProperties, K extends keyof P>(properties: P, ...keys: K[]): Omit<P, K> {
  return Object.fromEntries(Object.entries(properties).filter(([key]) => !keys.includes(key as K))) as Omit<P, K>;
}

export function pick<P extends TProperties, K extends keyof P>(properties: P, keys: readonly K[]): Pick<P, K> {
  return Object.fromEntries(keys.map((key) => [key, properties[key]])) as Pick<P, K>;
}
