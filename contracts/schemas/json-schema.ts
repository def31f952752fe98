import type { TSchema } from 'typebox';

/** A schema as JSON Schema: the keywords that our schemas use. */
export interface JsonSchema {
  $id?: string;
  type?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly TSchema[];
  /** Only to say which of several members is needed. */
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
