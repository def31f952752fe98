import type { TSchema } from 'typebox';
import type { JsonSchema } from '../json-schema.ts';
import { stepOf } from './json-pointer.ts';
import { type Language, mustBeOneOf } from './sentences.ts';

/** Where a value does not fit, as a JSON Pointer without `#`, and the sentence about the expected value. */
export interface Mismatch {
  pointer: string;
  detail: string;
}

const constantsOf = (branch: TSchema): [string, JsonSchema][] =>
  Object.entries<JsonSchema>((branch as JsonSchema).properties ?? {}).filter(
    ([, property]) => property.const !== undefined,
  );

/**
 * The branches of a union that a value can belong to: those whose constants it has, such as a `Type`; otherwise those
 * without constants.
 */
export function meantBranches(branches: readonly TSchema[], value: unknown): readonly TSchema[] {
  const member = (name: string) => (value as Record<string, unknown> | null)?.[name];
  const named = branches.filter((branch) => {
    const constants = constantsOf(branch);
    return constants.length > 0 && constants.every(([name, property]) => member(name) === property.const);
  });
  return named.length > 0 ? named : branches.filter((branch) => constantsOf(branch).length === 0);
}

/** If a member such as `page` names every branch and the value has another name there: the expected names. */
export function unknownName(branches: readonly TSchema[], value: unknown, language: Language): Mismatch | undefined {
  const names = branches.map(constantsOf);
  const [first] = names[0] ?? [];
  if (!first || typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  if (!names.every((constants) => constants.some(([name]) => name === first[0]))) return undefined;
  const known = names.flatMap((constants) =>
    constants.filter(([name]) => name === first[0]).map(([, { const: constant }]) => constant),
  );
  return { pointer: `/${stepOf(first[0])}`, detail: mustBeOneOf(known, language) };
}
