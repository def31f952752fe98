import type { TSchema } from 'typebox';

/** A schema as JSON Schema: the keywords that our schemas use. */
export interface JsonSchema {
  $id?: string;
  type?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly TSchema[];
  /** Used only to require exactly one of several members. */
  oneOf?: readonly { required: readonly string[] }[];
  properties?: Record<string, TSchema>;
  required?: readonly string[];
  dependentRequired?: Record<string, readonly string[]>;
  patternProperties?: Record<string, TSchema>;
  additionalProperties?: TSchema | boolean;
  items?: TSchema;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  pattern?: string;
}

/**
 * The branches of a choice; undefined for any other schema. The generated document also has choices as lists of types,
 * `["string", "null"]`, with the keywords of one type. In documents of earlier commits, enumerations may contain null.
 */
export function choicesOf(schema: object): Record<string, unknown>[] | undefined {
  const { type, enum: values, description: _, anyOf, ...keywords } = schema as Record<string, unknown>;
  if (Array.isArray(anyOf)) return anyOf;
  if (!Array.isArray(type)) return undefined;
  const own = Array.isArray(values) ? { enum: values.filter((value) => value !== null) } : {};
  return type.map((one) => (one === 'null' ? { type: one } : { ...keywords, type: one, ...own }));
}
