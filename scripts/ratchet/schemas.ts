import { isDeepStrictEqual } from 'node:util';
import { choicesOf } from '../../contracts/schemas/json-schema.ts';
import { namesOf } from '../../contracts/schemas/validation/json-pointer.ts';

/**
 * How two versions of a schema differ. The dialect is the one of our own documents: type, enum, const, limits, pattern,
 * members, items and anyOf are understood; any other keyword only as equal, added, removed or changed.
 */

export type Schema = Readonly<Record<string, unknown>>;

/**
 * - `more`, `less`: accepts more or fewer values than before.
 * - `other`: which of the two cannot be told, such as with another pattern.
 * - `member`: names one more optional member.
 * - `gone`: no longer names a member.
 */
export type Effect = 'more' | 'less' | 'other' | 'member' | 'gone';

export interface Difference {
  /** Steps from the compared schema: members by name, `[]` for an element. */
  at: readonly string[];
  /** `was integer, is number` */
  text: string;
  effect: Effect;
  /** The component that it is in, and its place there: the same difference is met wherever the component is used. */
  source: string;
}

const annotations = ['description', 'title', 'example', 'examples', 'default', '$id'];
const understood = [
  'type',
  'const',
  'enum',
  'pattern',
  'anyOf',
  'items',
  'properties',
  'required',
  'additionalProperties',
  '$ref',
  'minimum',
  'minLength',
  'minItems',
  'maximum',
  'maxLength',
  'maxItems',
];

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const list = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value];
const shown = (value: unknown) => (value === undefined ? 'anything' : JSON.stringify(value));

const kinds = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'];

/** The types that a schema accepts, number with integer. */
function typesOf({ type }: Schema): Set<unknown> {
  const types = new Set(type === undefined ? kinds : list(type));
  if (types.has('number')) types.add('integer');
  return types;
}

/** Compares two sets of accepted values: whether the second accepts more, fewer, others, or the same. */
function effectOf(before: ReadonlySet<unknown>, after: ReadonlySet<unknown>): Effect | undefined {
  const [gains, loses] = [[...after].some((one) => !before.has(one)), [...before].some((one) => !after.has(one))];
  return gains && loses ? 'other' : gains ? 'more' : loses ? 'less' : undefined;
}

/** Compares the same part of two documents. */
export class SchemaComparison {
  readonly #before: Schema;
  readonly #after: Schema;
  readonly #known = new Map<string, readonly Difference[]>();

  /** @param before the document that the references of the first schema lead into; `after` of the second. */
  constructor(before: object, after: object) {
    this.#before = before as Schema;
    this.#after = after as Schema;
  }

  /** @param source see `Difference`. */
  compare(before: unknown, after: unknown, source = ''): readonly Difference[] {
    if (isObject(before) && isObject(after) && (before.$ref !== undefined || after.$ref !== undefined)) {
      return this.#compareReferences(before, after, source);
    }
    // `true` and an absent schema accept anything, `false` nothing.
    const [first, second] = [before ?? true, after ?? true];
    if (first === false || second === false || first === true || second === true) {
      const isOpen = (schema: unknown) => schema === true || isDeepStrictEqual(schema, {});
      if (isOpen(first) && isOpen(second)) return [];
      if (first === second) return [];
      const effect = isOpen(second) || first === false ? 'more' : 'less';
      const [was, is] = [first, second].map((one) =>
        isOpen(one) ? 'anything' : one === false ? 'nothing' : 'a schema',
      );
      return [{ at: [], text: `was ${was}, is ${is}`, effect, source }];
    }
    return this.#compareObjects(first as Schema, second as Schema, source);
  }

  #compareReferences(before: Schema, after: Schema, source: string): readonly Difference[] {
    const { $ref: first } = before;
    const { $ref: second } = after;
    const key = `${String(first ?? source)} ${String(second ?? source)}`;
    const known = this.#known.get(key);
    if (known) return known;
    // A schema that contains itself is compared once.
    this.#known.set(key, []);
    const name = typeof second === 'string' ? second.split('/').at(-1) : source;
    const found = this.compare(resolve(this.#before, before), resolve(this.#after, after), name);
    this.#known.set(key, found);
    return found;
  }

  #compareObjects(before: Schema, after: Schema, source: string): readonly Difference[] {
    if (isDeepStrictEqual(before, after) && !JSON.stringify(before).includes('"$ref"')) return [];
    if (before.anyOf !== undefined || after.anyOf !== undefined) return this.#compareChoices(before, after, source);
    const one = (text: string, effect: Effect | undefined, ...at: string[]): Difference[] =>
      effect ? [{ at, text, effect, source: [source, ...at].join('/') }] : [];
    return [
      ...one(
        `was ${shown(before.type)}, is ${shown(after.type)}`.replaceAll('"', ''),
        effectOf(typesOf(before), typesOf(after)),
      ),
      ...compareValues(before, after).flatMap(([text, effect]) => one(text, effect)),
      ...compareLimits(before, after).flatMap(([text, effect]) => one(text, effect)),
      ...this.#compareMembers(before, after, one),
      ...this.#below(['properties', 'items'], before, after, source),
      ...compareRest(before, after).flatMap(([text, effect]) => one(text, effect)),
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

  #compareMembers(
    before: Schema,
    after: Schema,
    one: (text: string, effect: Effect | undefined, ...at: string[]) => Difference[],
  ): Difference[] {
    const [first, second] = [before, after].map(({ properties }) => Object.keys((properties as Schema) ?? {}));
    const [wasRequired, isRequired] = [before, after].map(({ required }) => new Set(list(required)));
    const others = this.compare(before.additionalProperties, after.additionalProperties);
    return [
      ...others.map(({ text, effect }) => ({ ...(one(`members without a name: ${text}`, effect)[0] as Difference) })),
      ...(first ?? [])
        .filter((name) => !second?.includes(name))
        .flatMap((name) => one('the member is gone', 'gone', name)),
      ...(second ?? [])
        .filter((name) => !first?.includes(name))
        .flatMap((name) =>
          isRequired?.has(name)
            ? one('the member is new and required', 'less', name)
            : one('the member is new', 'member', name),
        ),
      ...[...(wasRequired ?? [])]
        .filter((name) => !isRequired?.has(name) && second?.includes(String(name)))
        .flatMap((name) => one('was required, may be left out', 'more', String(name))),
      ...[...(isRequired ?? [])]
        .filter((name) => !wasRequired?.has(name) && first?.includes(String(name)))
        .flatMap((name) => one('could be left out, is required', 'less', String(name))),
    ];
  }

  /** The differences inside the members and elements that both have. */
  #below(keywords: readonly ('properties' | 'items')[], before: Schema, after: Schema, source: string): Difference[] {
    return keywords.flatMap((keyword) => {
      if (keyword === 'items') {
        const inside = this.compare(before.items, after.items, `${source}/[]`);
        return inside.map((difference) => ({ ...difference, at: ['[]', ...difference.at] }));
      }
      const [first = {}, second = {}] = [before.properties as Schema, after.properties as Schema];
      return Object.keys(first)
        .filter((name) => Object.hasOwn(second, name))
        .flatMap((name) =>
          this.compare(first[name], second[name], `${source}/${name}`).map((difference) => ({
            ...difference,
            at: [name, ...difference.at],
          })),
        );
    });
  }
}

/** The part of a document that a reference leads to; anything else is itself. */
export function resolve(document: Schema, part: unknown): unknown {
  if (!isObject(part) || typeof part.$ref !== 'string') return part;
  const names = namesOf(decodeURIComponent(part.$ref.slice(1)));
  const target = names.reduce<unknown>((at, name) => (at as Schema | undefined)?.[name], document);
  return resolve(document, target);
}

type Found = readonly [text: string, effect: Effect];

function compareValues(before: Schema, after: Schema): Found[] {
  const valuesOf = ({ const: only, enum: some }: Schema) =>
    only === undefined ? (some as unknown[] | undefined) : [only];
  const [first, second] = [valuesOf(before), valuesOf(after)];
  if (!first && !second) return [];
  if (!first) return [[`was any value, is one of ${shown(second)}`, 'less']];
  if (!second) return [[`was one of ${shown(first)}, is any value`, 'more']];
  const [gained, lost] = [second.filter((one) => !first.includes(one)), first.filter((one) => !second.includes(one))];
  const effect = effectOf(new Set(first), new Set(second));
  if (!effect) return [];
  const words = [
    ...(gained.length > 0 ? [`may be ${gained.map(shown).join(', ')}`] : []),
    ...(lost.length > 0 ? [`may not be ${lost.map(shown).join(', ')}`] : []),
  ];
  return [[words.join(' and '), effect]];
}

const short = (pattern: unknown) => {
  const text = String(pattern ?? 'none');
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
};

/** Lower limits, whose absence is below every value; upper limits; and the pattern. */
function compareLimits(before: Schema, after: Schema): Found[] {
  const compared = (keyword: string, sign: 1 | -1): Found[] => {
    const [first, second] = [before[keyword], after[keyword]] as (number | undefined)[];
    if (first === second) return [];
    const isLooser = second === undefined || (first !== undefined && sign * (second - first) < 0);
    return [[`${keyword} was ${first ?? 'none'}, is ${second ?? 'none'}`, isLooser ? 'more' : 'less']];
  };
  const pattern: Found[] =
    before.pattern === after.pattern
      ? []
      : [
          [
            `pattern was ${short(before.pattern)}, is ${short(after.pattern)}`,
            before.pattern === undefined ? 'less' : after.pattern === undefined ? 'more' : 'other',
          ],
        ];
  return [
    ...['minimum', 'minLength', 'minItems'].flatMap((keyword) => compared(keyword, 1)),
    ...['maximum', 'maxLength', 'maxItems'].flatMap((keyword) => compared(keyword, -1)),
    ...pattern,
  ];
}

/** Keywords that are not understood can only narrow what a schema accepts. */
function compareRest(before: Schema, after: Schema): Found[] {
  const keywords = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keywords]
    .filter((keyword) => !understood.includes(keyword) && !annotations.includes(keyword))
    .filter((keyword) => !isDeepStrictEqual(before[keyword], after[keyword]))
    .map((keyword): Found => {
      if (after[keyword] === undefined) return [`${keyword} is gone`, 'more'];
      return before[keyword] === undefined ? [`${keyword} is new`, 'less'] : [`${keyword} has changed`, 'other'];
    });
}
