import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Mock, type MockSettings, startMock } from '../../../mock/start.ts';

/** An interaction as another team may write it. */
export interface Written {
  description?: string;
  providerState?: string;
  providerStates?: { name: string; params?: object }[];
  request: { method?: string; path: string; body?: unknown; headers?: object; query?: unknown };
  response: { status: number; headers?: object; body?: unknown; matchingRules?: object };
  [more: string]: unknown;
}

/**
 * Registers hooks that give each test a folder for the pact of another team.
 *
 * @returns what writes that pact, and starts a mock of it.
 */
export function useForeignPacts() {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fightcard-foreign-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const file = (name = 'corner-tv.json') => join(folder, name);

  function write(version: '2.0.0' | '3.0.0' | '4.0', interactions: Written[], more: object = {}): void {
    const all = interactions.map((one, index) => ({ description: `what the app asks ${index + 1}`, ...one }));
    const pact = {
      ...{ consumer: { name: 'corner-tv' }, provider: { name: 'fight-sports-api' }, interactions: all },
      ...{ metadata: { pactSpecification: { version } }, ...more },
    };
    writeFileSync(file(), JSON.stringify(pact, null, 2));
  }

  async function withMock<T>(work: (mock: Mock) => Promise<T>, more: Partial<MockSettings> = {}): Promise<T> {
    const mock = await startMock({ port: 0, host: '127.0.0.1', pacts: folder, ...more });
    try {
      return await work(mock);
    } finally {
      await mock.close();
    }
  }
  const readPacts = () => withMock(async (mock) => mock.pacts());

  return { write, withMock, readPacts, file };
}
