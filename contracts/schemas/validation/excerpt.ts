import type { TSchema } from 'typebox';
import { Settings } from 'typebox/system';
import type { JsonSchema } from '../json-schema.ts';
import { fits } from './fits.ts';
import { namesOf, stepOf } from './json-pointer.ts';

/** Keywords that look at elements which fit by themselves; `maxItems` was checked before. */
const ofWholeLists = ['if', 'minItems', 'uniqueItems', 'contains'];

/**
 * The part of a value that has the same first errors, as many as the validator reports: of each list the first elements
 * that do not fit. The validator walks whole lists even after its last error, at hundreds of times the cost of a check.
 */
export class Excerpt {
  readonly value: unknown;
  /** Where the elements of each shortened list are in the whole one. */
  readonly #indexes = new WeakMap<object, readonly number[]>();
  readonly #most = Settings.Get().maxErrors;

  constructor(schema: TSchema, value: unknown) {
    this.value = this.#shorten(schema, value);
  }

  /** Where a place of the excerpt is in the whole value, as a JSON Pointer. */
  pointerInWhole(pointer: string): string {
    let at = this.value;
    let whole = '';
    for (const name of namesOf(pointer)) {
      const indexes = this.#indexes.get(at as object);
      whole += `/${indexes?.[Number(name)] ?? stepOf(name)}`;
      at = (at as Record<string, unknown> | null | undefined)?.[name];
    }
    return whole;
  }

  #shorten(schema: TSchema, value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (ofWholeLists.some((keyword) => keyword in schema)) return value;
    const { items, properties = {} } = schema as JsonSchema;
    if (Array.isArray(value)) return items ? this.#firstMisfits(items, value) : value;
    const shortened: Record<string, unknown> = { ...value };
    for (const [name, property] of Object.entries(properties)) {
      if (Object.hasOwn(value, name)) shortened[name] = this.#shorten(property, shortened[name]);
    }
    return shortened;
  }

  #firstMisfits(items: TSchema, list: readonly unknown[]): unknown[] {
    const indexes: number[] = [];
    for (const [index, element] of list.entries()) {
      if (!fits(items, element) && indexes.push(index) === this.#most) break;
    }
    const misfits = indexes.map((index) => this.#shorten(items, list[index]));
    this.#indexes.set(misfits, indexes);
    return misfits;
  }
}
