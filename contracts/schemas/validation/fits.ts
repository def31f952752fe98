import type { Static, TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/schema';

const validators = new WeakMap<object, Validator>();

/** The validator of a schema, compiled at its first use. */
export function compileOnce(schema: TSchema): Validator {
  const known = validators.get(schema);
  if (known) return known;
  const compiled = Compile(schema);
  validators.set(schema, compiled);
  return compiled;
}

/** Whether a value fits a schema. */
export function fits<S extends TSchema>(schema: S, value: unknown): value is Static<S> {
  return compileOnce(schema).Check(value);
}
