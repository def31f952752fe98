import { expect } from 'chai';
import { MockProblem, type MockProblemKey, mockProblemDetails, problemHeaders } from '../../mock/contracts/problems.ts';

/** What a client of each family reads of each problem that only the mock has. */
const expected: Record<MockProblemKey, readonly [status: number, spanish: string, english: string]> = {
  'unknown-preference': [
    422,
    'Preferencia desconocida: La simulación no conoce lo que pide la cabecera Prefer; errors dice qué hay.',
    'Unknown preference: The mock does not know what the Prefer header asks for; errors says what there is.',
  ],
  'unknown-state': [
    422,
    'Estado desconocido: Ningún contrato conoce este estado; errors dice cuáles hay.',
    'Unknown state: No contract knows this state; errors says which there are.',
  ],
  'unknown-session': [
    422,
    'Sesión desconocida: No hay ninguna sesión con este nombre; errors dice cuáles hay.',
    'Unknown session: There is no session of this name; errors says which there are.',
  ],
  'unknown-night': [
    422,
    'Velada desconocida: La velada no se puede jugar así; errors dice cómo sí.',
    'Unknown night: The night cannot be played like this; errors says how it can.',
  ],
  'nothing-asked': [
    409,
    'Nada pedido: Ningún contrato respondió a una petición de esta sesión; errors dice qué falta.',
    'Nothing asked: No contract answered a request of this session; errors says what is missing.',
  ],
  'foreign-caller': [
    403,
    'Origen ajeno: La simulación solo se deja manejar desde esta máquina; errors dice cómo abrirla.',
    'Foreign caller: Only this machine may control the mock; errors says how to open it.',
  ],
  'session-full': [
    507,
    'Sesión llena: La sesión no puede guardar más; errors dice cuánto cabe.',
    'Session full: The session can keep no more; errors says how much there is room for.',
  ],
};

describe('a problem that only the mock has', () => {
  for (const [key, [status, spanish, english]] of Object.entries(expected)) {
    it(`${key} has its status, and its words in the language of the family`, () => {
      const faults = [{ parameter: 'Prefer', detail: 'x' }];
      const problem = new MockProblem(key as MockProblemKey, faults);
      for (const [family, words] of [
        ['v3', spanish],
        ['v1', english],
        [undefined, english],
      ] as const) {
        const { title, detail, ...others } = mockProblemDetails(problem, family, '/at');
        expect(`${title}: ${detail}`, family).to.equal(words);
        expect(others).to.deep.equal({
          type: `urn:mock-problem-type:${key}`,
          ...{ status, instance: '/at', errors: faults },
        });
      }
    });
  }

  it('has a name of its own among errors', () => {
    const { name, message } = new MockProblem('unknown-state', []);
    expect([name, message]).to.deep.equal(['MockProblem', 'unknown-state']);
  });
});

describe('a problem of every route', () => {
  it('has the headers that say how to go on', () => {
    expect(problemHeaders).to.deep.equal({
      'feed-key-required': { 'WWW-Authenticate': 'Bearer' },
      'too-many-requests': { 'Retry-After': '2' },
      'service-unavailable': { 'Retry-After': '2' },
      'outcome-unknown': { 'Retry-After': '2' },
    });
  });
});
