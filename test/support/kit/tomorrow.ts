import type { Declaration, Type } from '../../../contracts/kit/model.ts';

/** A word and a member that the service may add one day. */
export const newWord = 'A_WORD_OF_TOMORROW';
export const newMember = 'a_member_of_tomorrow';
const newValue = { deep: [{ deeper: 1, none: null }] };

/** Replies as a later service may send them: an unknown member in each object, an unknown word for each listed word. */
export class Tomorrow {
  words = 0;
  members = 0;
  readonly #declarations: Map<string, Declaration>;

  constructor(declarations: readonly Declaration[]) {
    this.#declarations = new Map(declarations.map((declaration) => [declaration.name, declaration]));
  }

  /** @param type as a fixture names it: `Fighter`, `Fighter[]`. */
  reply(type: string, value: unknown): unknown {
    const isList = type.endsWith('[]');
    const named: Type = { is: 'named', name: isList ? type.slice(0, -2) : type };
    return this.#of(isList ? { is: 'list', of: named } : named, value);
  }

  #of(type: Type, value: unknown): unknown {
    if (value === null) return null;
    if (type.is === 'list') return (value as unknown[]).map((one) => this.#of(type.of, one));
    if (type.is === 'map') return this.#object(value as object, () => type.of);
    if (type.is !== 'named') return value;
    const found = this.#declarations.get(type.name);
    switch (found?.is) {
      case 'choice':
        this.words++;
        return newWord;
      case 'alias':
        return this.#of(found.type, value);
      case 'either': {
        const [marked, other] = found.variants;
        const isMarked = ((value as Record<string, unknown>)[found.member] ?? null) !== null;
        return this.#of({ is: 'named', name: isMarked ? marked : other }, value);
      }
      case 'record':
        this.members++;
        return {
          [newMember]: newValue,
          ...this.#object(value as object, (name) => found.members.find((one) => one.name === name)?.type),
        };
      default:
        throw new Error(`there is no ${type.name}`);
    }
  }

  #object(value: object, typeOf: (name: string) => Type | undefined): Record<string, unknown> {
    const members = Object.entries(value).map(([name, one]) => {
      const type = typeOf(name);
      return [name, type ? this.#of(type, one) : one] as const;
    });
    return Object.fromEntries(members);
  }
}
