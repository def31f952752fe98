import type { Family } from '../contracts/families.ts';
import { type Fault, languageOf, type ProblemDetails } from '../contracts/problems.ts';

/**
 * What only the mock refuses: it asks for something by a name that nothing has. The server knows no such problems, so
 * they stand apart from its table.
 */
export const mockProblems = {
  'unknown-preference': {
    es: ['Preferencia desconocida', 'La simulación no conoce lo que pide la cabecera Prefer; errors dice qué hay.'],
    en: ['Unknown preference', 'The mock does not know what the Prefer header asks for; errors says what there is.'],
  },
  'unknown-state': {
    es: ['Estado desconocido', 'Ningún contrato conoce este estado; errors dice cuáles hay.'],
    en: ['Unknown state', 'No contract knows this state; errors says which there are.'],
  },
  'unknown-session': {
    es: ['Sesión desconocida', 'No hay ninguna sesión con este nombre; errors dice cuáles hay.'],
    en: ['Unknown session', 'There is no session of this name; errors says which there are.'],
  },
  'unknown-night': {
    es: ['Velada desconocida', 'La velada no se puede jugar así; errors dice cómo sí.'],
    en: ['Unknown night', 'The night cannot be played like this; errors says how it can.'],
  },
} as const satisfies Record<string, { es: Text; en: Text }>;

/** Title and detail. */
type Text = readonly [title: string, detail: string];

export type MockProblemKey = keyof typeof mockProblems;

/** 422, with what exists in `errors`. */
export class MockProblem extends Error {
  override name = 'MockProblem';
  readonly key: MockProblemKey;
  readonly status = 422;
  readonly errors: Fault[];

  constructor(key: MockProblemKey, errors: Fault[]) {
    super(key);
    this.key = key;
    this.errors = errors;
  }
}

export function mockProblemDetails(
  { key, status, errors }: MockProblem,
  family: Family | undefined,
  instance: string,
): ProblemDetails {
  const [title, detail] = mockProblems[key][languageOf(family)];
  return { type: `urn:mock-problem-type:${key}`, title, status, detail, instance, errors };
}
