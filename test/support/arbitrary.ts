import fc, { type Arbitrary } from 'fast-check';
import type { Static, TSchema } from 'typebox';
import { fits } from '../../contracts/validation.ts';

interface JsonSchema {
  type?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly TSchema[];
  properties?: Record<string, TSchema>;
  required?: readonly string[];
  dependentRequired?: Record<string, readonly string[]>;
  items?: TSchema;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  pattern?: string;
  patternProperties?: Record<string, TSchema>;
}

function objects(schema: JsonSchema): Arbitrary<unknown> {
  const { properties = {}, required = [], dependentRequired = {} } = schema;
  const model = Object.fromEntries(Object.entries(properties).map(([key, property]) => [key, values(property)]));
  return fc.record(model, { requiredKeys: [...required] }).map((record) => {
    // Keys that come together or not at all: one that stands alone is taken out.
    const held: Record<string, unknown> = { ...record };
    for (const [key, partners] of Object.entries(dependentRequired)) {
      if (!partners.every((partner) => partner in record)) delete held[key];
    }
    return held;
  });
}

function values(schema: TSchema): Arbitrary<unknown> {
  const json = schema as JsonSchema;
  if (json.const !== undefined) return fc.constant(json.const);
  if (json.enum) return fc.constantFrom(...json.enum);
  if (json.anyOf) return fc.oneof(...json.anyOf.map(values));
  switch (json.type) {
    case 'object':
      return objects(json);
    case 'array':
      return fc.array(values(json.items as TSchema), { minLength: json.minItems ?? 0, maxLength: json.maxItems ?? 4 });
    case 'integer':
      return fc.integer({ min: json.minimum ?? -1_000_000, max: json.maximum ?? 1_000_000 });
    case 'number':
      return fc.double({ min: json.minimum ?? -180, max: json.maximum ?? 180, noNaN: true }).map((n) => n + 0);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return json.pattern
        ? fc.stringMatching(new RegExp(json.pattern))
        : fc.string({ unit: 'grapheme', minLength: json.minLength ?? 0 });
    default:
      return fc.jsonValue();
  }
}

/** Values that fit a schema, with every choice it leaves: nulls, absent keys, empty strings. */
export function arbitraryOf<S extends TSchema>(schema: S): Arbitrary<Static<S>> {
  return values(schema).filter((value): value is Static<S> => fits(schema, value));
}
