import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import * as library from '@pactflow/openapi-pact-comparator';
import { expect } from 'chai';
import { type Pact, pactFiles, readPact } from '../support/pact/pacts.ts';

interface Result {
  type: 'error' | 'warning' | 'info';
  code: string;
  message: string;
  mockDetails?: { interactionDescription?: string | null; location: string };
}

/** Its declarations import without file endings, so TypeScript does not resolve them in an ES module. */
const { Comparator } = library as unknown as {
  Comparator: new (options: { oas: unknown }) => { compare(pact: Pact): AsyncIterable<Result> };
};

/** Requests that are wrong on purpose: the document describes valid requests, and the problems of these. */
const wrongOnPurpose: Readonly<Record<string, string>> = {
  'invalid-request': 'request.path-or-method.unknown',
  'unsupported-media-type': 'request.content-type.incompatible',
  'not-acceptable': 'request.accept.incompatible',
};

const isOnPurpose = (body: unknown, code: string) =>
  Object.entries(wrongOnPurpose).some(
    ([key, known]) => known === code && JSON.stringify(body ?? '').includes(`urn:problem-type:${key}`),
  );

/** Pact splits header values at their commas; the comparator joins such lists without the space, as nobody sends them. */
function withWholeHeaders(pact: Pact): Pact {
  const interactions = pact.interactions.map(({ response, ...rest }) => {
    const headers = Object.entries(response.headers ?? {}).map(([name, values]) => [name, values.join(', ')]);
    return { ...rest, response: { ...response, headers: Object.fromEntries(headers) } };
  });
  return { ...pact, interactions };
}

const document = new URL('../../contracts/generated/openapi.json', import.meta.url);

async function findings(pact: Pact): Promise<string[]> {
  const comparator = new Comparator({ oas: JSON.parse(readFileSync(document, 'utf8')) });
  const lines: string[] = [];
  for await (const { type, code, message, mockDetails } of comparator.compare(withWholeHeaders(pact))) {
    const { location = '', interactionDescription } = mockDetails ?? {};
    const index = Number(/\.interactions\[(\d+)\]/.exec(location)?.[1]);
    if (type !== 'error' || isOnPurpose(pact.interactions[index]?.response.body, code)) continue;
    lines.push(`${interactionDescription} (${location}): ${message}`);
  }
  return lines;
}

describe("Pactflow's comparator", () => {
  for (const path of pactFiles()) {
    it(`finds no error in ${basename(path)}`, async () => {
      expect(await findings(readPact(path))).to.deep.equal([]);
    });
  }

  it('finds planted faults', async () => {
    const pact = readPact(pactFiles()[0] as string);
    const [first, second] = structuredClone(pact.interactions.filter(({ response }) => response.status === 200));
    if (!first || !second) throw new Error('the pact has too few interactions');
    const body = first.response.body as { content?: object };
    Object.assign(body.content ?? body, { lie: true });
    second.response.status = 418;
    const lines = await findings({ ...pact, interactions: [first, second] });
    expect(lines.join('\n')).to.contain('must NOT have additional properties').and.to.contain('418');
  });
});
