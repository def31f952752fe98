import type { Family } from '../../contracts/families.ts';
import { type Fault, languageOf, type ProblemDetails, type ProblemKey } from '../../contracts/problems.ts';

/** Headers of a problem on every route. */
export const problemHeaders: Partial<Record<ProblemKey, Record<string, string>>> = {
  'feed-key-required': { 'WWW-Authenticate': 'Bearer' },
  'too-many-requests': { 'Retry-After': '2' },
  'service-unavailable': { 'Retry-After': '2' },
  'outcome-unknown': { 'Retry-After': '2' },
};

/**
 * Problems that only the mock has, so they are not in the server's table; most are about an unknown name.
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
  'nothing-asked': {
    status: 409,
    es: ['Nada pedido', 'Ningún contrato respondió a una petición de esta sesión; errors dice qué falta.'],
    en: ['Nothing asked', 'No contract answered a request of this session; errors says what is missing.'],
  },
  'foreign-caller': {
    status: 403,
    es: ['Origen ajeno', 'La simulación solo se deja manejar desde esta máquina; errors dice cómo abrirla.'],
    en: ['Foreign caller', 'Only this machine may control the mock; errors says how to open it.'],
  },
  'session-full': {
    status: 507,
    es: ['Sesión llena', 'La sesión no puede guardar más; errors dice cuánto cabe.'],
    en: ['Session full', 'The session can keep no more; errors says how much there is room for.'],
  },
} as const satisfies Record<string, { status?: number; es: Text; en: Text }>;

/** Title and detail. */
type Text = readonly [title: string, detail: string];

export type MockProblemKey = keyof typeof mockProblems;

/** 422 unless the table says otherwise; `errors` lists the valid choices. */
export class MockProblem extends Error {
  override name = 'MockProblem';
  readonly key: MockProblemKey;
  readonly status: number;
  readonly errors: Fault[];

  constructor(key: MockProblemKey, errors: Fault[]) {
    super(key);
    this.key = key;
    const { status = 422 } = mockProblems[key] as { status?: number };
    this.status = status;
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
