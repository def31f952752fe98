import { isDeepStrictEqual } from 'node:util';
import { choicesOf } from '../../contracts/schemas/json-schema.ts';
import { namesOf } from '../../contracts/schemas/validation/json-pointer.ts';

export type Schema = Readonly<Record<string, unknown>>;

/**
 * - `more`, `less`: accepts more or fewer values than before.
 * - `other`: which of the two cannot be told, such as with another pattern.
 * - `gone`: no longer names a member.
 */
export type Effect = 'more' | 'less' | 'other' | 'gone';

export interface Difference {
  /** Steps from the compared schema: members by name, `[]` for an element. */
  at: readonly string[];
  /** `was integer, is number` */
  text: string;
  effect: Effect;
  /** The component that it is in, and its place there: the same difference is met wherever the component is used. */
  source: string;
}

const understood = [
  ...['type', 'const', 'enum', 'anyOf', 'items', 'properties', 'required', 'additionalProperties', '$ref'],
  ...['description', 'title', 'example', 'examples', 'default', '$id'],
];

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const list = (value: unknown): readonly unknown[] => [value ?? []].flat();
const shown = (value: unknown) => (value === undefined ? 'anything' : JSON.stringify(value));
const short = (pattern: unknown) => String(pattern ?? 'none').replace(/^(.{57}).{4,}$/s, '$1…');

/** The types that a schema accepts, number with integer. */
function typesOf({ type = ['null', 'boolean', 'number', 'string', 'array', 'object'] }: Schema): unknown[] {
  return list(type).flatMap((one) => (one === 'number' ? ['number', 'integer'] : [one]));
}

const missingIn = (some: readonly unknown[], others: readonly unknown[]) => others.filter((one) => !some.includes(one));

/** Compares two sets of accepted values: whether the second accepts more, fewer, others, or the same. */
function effectOf(before: readonly unknown[], after: readonly unknown[]): Effect | undefined {
  const [gains, loses] = [missingIn(before, after).length > 0, missingIn(after, before).length > 0];
  return gains && loses ? 'other' : gains ? 'more' : loses ? 'less' : undefined;
}

/**
 * Compares schemas of two documents in our own dialect: type, enum, const, limits, pattern, members, items and anyOf are
 * understood; any other keyword only as equal, added, removed or changed.
 */
export class SchemaComparison {
  readonly #before: object;
  readonly #after: object;
  readonly #known = new Map<string, readonly Difference[]>();

  /** @param before the document that the references of the first schema lead into; `after` of the second. */
  constructor(before: object, after: object) {
    this.#before = before;
    this.#after = after;
  }

  /** @param source see `Difference`. */
  compare(before: unknown, after: unknown, source = ''): readonly Difference[] {
    if (isObject(before) && isObject(after)) {
      const isReference = before.$ref !== undefined || after.$ref !== undefined;
      return isReference ? this.#compareReferences(before, after, source) : this.#compareObjects(before, after, source);
    }
    // `true` and an absent schema accept anything, `false` nothing.
    const [was, is] = [before, after].map((one) =>
      one === false ? 'nothing' : (one ?? true) === true || isDeepStrictEqual(one, {}) ? 'anything' : 'a schema',
    );
    if (was === is) return [];
    const effect = is === 'anything' || was === 'nothing' ? 'more' : 'less';
    return [{ at: [], text: `was ${was}, is ${is}`, effect, source }];
  }

  #compareReferences(before: Schema, after: Schema, source: string): readonly Difference[] {
    const key = `${before.$ref ?? source} ${after.$ref ?? source}`;
    const known = this.#known.get(key);
    if (known) return known;
    // A schema that contains itself is compared once.
    this.#known.set(key, []);
    const name = typeof after.$ref === 'string' ? after.$ref.split('/').at(-1) : source;
    const found = this.compare(resolve(this.#before, before), resolve(this.#after, after), name);
    this.#known.set(key, found);
    return found;
  }

  #compareObjects(before: Schema, after: Schema, source: string): readonly Difference[] {
    if (before.anyOf !== undefined || after.anyOf !== undefined) return this.#compareChoices(before, after, source);
    const types = effectOf(typesOf(before), typesOf(after));
    const text = `was ${shown(before.type)}, is ${shown(after.type)}`.replaceAll('"', '');
    const own = types ? [[text, types] as const, ...compareKeywords(before, after)] : compareKeywords(before, after);
    return [
      ...own.map(([text, effect]): Difference => ({ at: [], text, effect, source })),
      ...this.#compareMembers(before, after, source),
      ...this.#below('[]', before.items, after.items, source),
    ];
  }

  /**
   * Branches that are the same are left out; a single branch left on both sides is compared. A list of types is a choice
   * too: with `anyOf` on the other side, each type is a branch.
   */
  #compareChoices(before: Schema, after: Schema, source: string): readonly Difference[] {
    const branches = (schema: Schema): readonly Schema[] => choicesOf(schema) ?? [schema];
    const differ = (one: Schema, other: Schema) => this.compare(one, other, source).length > 0;
    const gone = branches(before).filter((one) => branches(after).every((other) => differ(one, other)));
    const added = branches(after).filter((one) => branches(before).every((other) => differ(other, one)));
    if (gone.length === 1 && added.length === 1) return this.compare(gone[0], added[0], source);
    const named = (schema: Schema) => String(schema.$ref ?? schema.type ?? 'a choice').replace(/^.*\//, '');
    return [
      ...added.map((schema): Difference => ({ at: [], text: `may be ${named(schema)}`, effect: 'more', source })),
      ...gone.map((schema): Difference => ({ at: [], text: `may not be ${named(schema)}`, effect: 'less', source })),
    ];
  }

  /** The differences inside a member or element that both have. */
  #below(step: string, before: unknown, after: unknown, source: string): Difference[] {
    const inside = this.compare(before, after, `${source}/${step}`);
    return inside.map((difference) => ({ ...difference, at: [step, ...difference.at] }));
  }

  #compareMembers(before: Schema, after: Schema, source: string): Difference[] {
    const [first, second] = [before.properties ?? {}, after.properties ?? {}] as [Schema, Schema];
    const [wasRequired, isRequired] = [list(before.required), list(after.required)];
    const one = (name: string, text: string, effect: Effect): Difference => ({
      ...{ at: [name], text, effect },
      source: `${source}/${name}`,
    });
    const ofOthers = this.compare(before.additionalProperties, after.additionalProperties, source);
    const ofKnown = Object.keys(first).flatMap((name): Difference[] => {
      if (!(name in second)) return [one(name, 'the member is gone', 'gone')];
      const [was, is] = [wasRequired.includes(name), isRequired.includes(name)];
      return [
        ...(was && !is ? [one(name, 'was required, may be left out', 'more')] : []),
        ...(is && !was ? [one(name, 'could be left out, is required', 'less')] : []),
        ...this.#below(name, first[name], second[name], source),
      ];
    });
    const added = missingIn(Object.keys(first), Object.keys(second)).filter((name) => isRequired.includes(name));
    return [
      ...ofOthers.map((other) => ({ ...other, at: [], text: `members without a name: ${other.text}` })),
      ...ofKnown,
      ...added.map((name) => one(String(name), 'the member is new and required', 'less')),
    ];
  }
}

/** The part of a document that a reference leads to; anything else is itself. */
export function resolve(document: object, part: unknown): unknown {
  if (!isObject(part) || typeof part.$ref !== 'string') return part;
  const names = namesOf(decodeURIComponent(part.$ref.slice(1)));
  return resolve(
    document,
    names.reduce<unknown>((at, name) => (at as Schema | undefined)?.[name], document),
  );
}

type Found = readonly [text: string, effect: Effect];

/** Values, limits, and keywords that are not understood, which like the pattern can only narrow what a schema accepts. */
function compareKeywords(before: Schema, after: Schema): Found[] {
  const keywords = new Set(['pattern', ...Object.keys(before), ...Object.keys(after)]);
  const changed = [...keywords].filter((keyword) => !isDeepStrictEqual(before[keyword], after[keyword]));
  const ofKeywords = changed.flatMap((keyword): Found[] => {
    // A lower limit that falls, or an upper one that rises, accepts more; so does one that is gone.
    const sign = keyword.startsWith('min') ? 1 : keyword.startsWith('max') ? -1 : undefined;
    if (sign === undefined && understood.includes(keyword)) return [];
    const [first, second] = [before[keyword], after[keyword]];
    const text = `${keyword} was ${short(first)}, is ${short(second)}`;
    if (second === undefined) return [[text, 'more']];
    if (first === undefined) return [[text, 'less']];
    return [[text, sign === undefined ? 'other' : sign * (Number(second) - Number(first)) < 0 ? 'more' : 'less']];
  });
  return [...compareValues(before, after), ...ofKeywords];
}

function compareValues(before: Schema, after: Schema): Found[] {
  const [first, second] = [before, after].map(({ const: only, enum: some }) =>
    only === undefined ? (some as unknown[] | undefined) : [only],
  );
  if (!first && !second) return [];
  if (!first) return [[`was any value, is one of ${shown(second)}`, 'less']];
  if (!second) return [[`was one of ${shown(first)}, is any value`, 'more']];
  const effect = effectOf(first, second);
  const gained = missingIn(first, second).map((value) => `may be ${shown(value)}`);
  const lost = missingIn(second, first).map((value) => `may not be ${shown(value)}`);
  return effect ? [[[...gained, ...lost].join(', '), effect]] : [];
}
