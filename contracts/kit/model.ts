import type { JsonSchema } from '../openapi/document.ts';
import { choicesOf } from '../schemas/json-schema.ts';
import { pascal } from './names.ts';

/**
 * The schemas of the document as types that every language has, without rules beyond types (patterns, ranges, `if` and
 * `then`).
 */

export type Type =
  | { is: 'text' | 'number' | 'flag' | 'nothing' }
  /** `isLong`: beyond 32 bits. */
  | { is: 'integer'; isLong: boolean }
  /** Always the same value. */
  | { is: 'literal'; value: string | number | boolean }
  | { is: 'list' | 'map'; of: Type }
  | { is: 'named'; name: string }
  /** A number or a text. */
  | { is: 'scalar' };

export interface Member {
  /** As on the wire. */
  name: string;
  type: Type;
  isNullable: boolean;
  isRequired: boolean;
  description: string | undefined;
}

interface Described {
  name: string;
  description: string | undefined;
}

/** The text of a member's comment. */
export const describeMember = ({ type, description }: Member) =>
  type.is === 'literal'
    ? [`Always ${JSON.stringify(type.value)}.`, description].filter(Boolean).join(' ')
    : description;

/** One named type. */
export type Declaration = Described &
  (
    | { is: 'record'; members: Member[]; isOpen: boolean }
    | { is: 'choice'; values: string[] }
    | { is: 'alias'; type: Type }
    /** A choice between two records: the first if `member` is present and not null. */
    | { is: 'either'; variants: [marked: string, other: string]; member: string }
  );

type RecordDeclaration = Extract<Declaration, { is: 'record' }>;

const widest32 = 2_147_483_647;

const isNull = (schema: JsonSchema) => schema.type === 'null';
const referred = (schema: JsonSchema) =>
  typeof schema.$ref === 'string' ? schema.$ref.slice('#/components/schemas/'.length) : undefined;

/** The types of a set of named schemas; inline schemas are named after their place. */
export class Model {
  readonly #declared: Declaration[] = [];
  readonly #schemas: Record<string, JsonSchema>;
  /** The types of inline schemas, which are named where they are found first. */
  readonly #inlined = new Map<JsonSchema, Type>();

  /** @throws {Error} naming a schema that the model does not support. */
  constructor(schemas: Record<string, JsonSchema>) {
    this.#schemas = schemas;
    for (const [name, schema] of Object.entries(schemas)) this.#declare(name, schema);
  }

  /**
   * All types that were found so far, by name.
   *
   * @throws {Error} if two have the same name.
   */
  get declarations(): Declaration[] {
    const sorted = this.#declared.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    const names = sorted.map(({ name }) => name);
    const twice = names.find((name, at) => names[at - 1] === name);
    if (twice) throw new Error(`duplicate type name "${twice}"; rename one of the two schemas`);
    return sorted;
  }

  /** The type of a schema that may be outside the components, such as a list of a component. */
  typeOf(schema: JsonSchema, nameWhenInline: string): Type {
    const name = referred(schema);
    if (name) return { is: 'named', name };
    const { type, properties } = schema;
    if (schema.const !== undefined) return { is: 'literal', value: schema.const as string };
    if (schema.enum || properties || choicesOf(schema)) return this.#inline(schema, nameWhenInline);
    if (type === 'string') return { is: 'text' };
    if (type === 'boolean') return { is: 'flag' };
    if (type === 'number') return { is: 'number' };
    if (type === 'null') return { is: 'nothing' };
    if (type === 'integer') return { is: 'integer', isLong: !(Number(schema.maximum) <= widest32) };
    if (type === 'array') {
      return { is: 'list', of: this.typeOf(schema.items as JsonSchema, `${nameWhenInline}Item`) };
    }
    const [values] = Object.values((schema.patternProperties as Record<string, JsonSchema>) ?? {});
    if (type === 'object' && values) return { is: 'map', of: this.typeOf(values, `${nameWhenInline}Value`) };
    throw new Error(`unsupported schema ${nameWhenInline}: the kit has no type for ${JSON.stringify(schema)}`);
  }

  #inline(schema: JsonSchema, name: string): Type {
    const kinds = choicesOf(schema)?.map(({ type }) => type);
    if (kinds?.every((kind) => kind === 'string' || kind === 'number' || kind === 'integer')) return { is: 'scalar' };
    const known = this.#inlined.get(schema);
    if (known) return known;
    this.#declare(name, schema);
    this.#inlined.set(schema, { is: 'named', name });
    return { is: 'named', name };
  }

  #declare(name: string, schema: JsonSchema): void {
    const described = { name, description: schema.description as string | undefined };
    const either = choicesOf(schema);
    if (schema.enum) {
      this.#declared.push({ ...described, is: 'choice', values: schema.enum as string[] });
    } else if (schema.properties) {
      this.#declared.push({ ...described, ...this.#record(name, schema) });
    } else if (either) {
      this.#declared.push({ ...described, ...this.#either(name, either) });
    } else {
      this.#declared.push({ ...described, is: 'alias', type: this.typeOf(schema, name) });
    }
  }

  #record(name: string, schema: JsonSchema): Omit<RecordDeclaration, keyof Described> {
    const required = (schema.required ?? []) as string[];
    const members = Object.entries(schema.properties as Record<string, JsonSchema>)
      // A schema with `not` forbids the member.
      .filter(([, property]) => !property.not)
      .map(([key, property]) => this.#member(name, key, property, required.includes(key)));
    return { is: 'record', members, isOpen: schema.additionalProperties === true };
  }

  #member(owner: string, key: string, property: JsonSchema, isRequired: boolean): Member {
    const kinds = choicesOf(property);
    const some = kinds?.filter((kind) => !isNull(kind));
    const bare = some?.length === 1 ? (some[0] as JsonSchema) : some ? { anyOf: some } : property;
    return {
      name: key,
      type: this.typeOf(bare, owner + pascal(key)),
      isNullable: kinds?.some(isNull) ?? false,
      isRequired,
      description: property.description as string | undefined,
    };
  }

  #either(name: string, variants: JsonSchema[]) {
    const names = variants.map(referred);
    const [a, b] = names;
    if (names.length !== 2 || !a || !b) throw new Error(`unsupported choice ${name}: expected two named records`);
    for (const [marked, other] of [[a, b] as const, [b, a] as const]) {
      const member = this.#findMarker(marked, other);
      if (member) return { is: 'either' as const, variants: [marked, other] as [string, string], member };
    }
    throw new Error(`ambiguous choice ${name}: no required member distinguishes ${a} from ${b}`);
  }

  /** A member that is required and never null in one record, and absent or always null in the other. */
  #findMarker(marked: string, other: string): string | undefined {
    const [here, there] = [this.#schemas[marked], this.#schemas[other]];
    const ours = here?.properties as Record<string, JsonSchema>;
    const theirs = (there?.properties ?? {}) as Record<string, JsonSchema>;
    return ((here?.required ?? []) as string[]).find((key) => {
      const kind = ours[key] as JsonSchema;
      const isThere = !isNull(kind) && !choicesOf(kind)?.some(isNull);
      return isThere && (!theirs[key] || isNull(theirs[key]) || theirs[key].not !== undefined);
    });
  }
}
