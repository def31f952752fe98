import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { generatedDocument } from '../../../common/pages/document.ts';
import type { CatalogueIndex, OperationDetails } from '../../../common/pages/listing.ts';
import { type Mock, startMock } from '../../../mock/start.ts';
import { json, send } from '../../support/http/send.ts';

const run = promisify(execFile);
const end = '\n--- end\n';

/** Runs TypeScript that prints status and body. */
async function output(code: string): Promise<string> {
  const printed: unknown[] = [];
  const AsyncFunction = (async () => undefined).constructor as FunctionConstructor;
  await new AsyncFunction('console', code)({ log: (...values: unknown[]) => printed.push(...values) });
  return printed.join(' ').trim();
}

describe('the code of a request', () => {
  let mock: Mock;
  before(async () => {
    mock = await startMock({ port: 0, host: '127.0.0.1' });
    // All that the modules need of a browser.
    Object.assign(globalThis, { location: { origin: mock.url, pathname: '/__session/mine/' } });
  });
  after(async () => {
    Reflect.deleteProperty(globalThis, 'location');
    await mock.close();
  });

  it('gets the reply of each contract by curl and by TypeScript', async () => {
    const [code, request] = ['code', 'request'].map((name) => `../../../common/pages/catalogue/${name}.js`);
    const { languages } = await import(String(code));
    const { preferenceOf, wireRequest } = await import(String(request));
    const read = async <T>(name: string) => json(await send(mock.url, 'GET', `/catalogue/${name}.json`)) as T;
    const { routes } = await read<CatalogueIndex>('index');
    const all: { id: string; status: number; wire: unknown }[] = [];
    for (const { method, operations } of routes)
      for (const operation of operations) {
        const { contracts } = await read<OperationDetails>(operation.id);
        for (const { id, status } of operation.contracts)
          all.push({ id, status, wire: wireRequest(contracts[id], method, preferenceOf(id)) });
      }
    const script = all.map(({ wire }) => `${languages.curl(wire)} -s; printf '${end}'`).join('\n');
    const { stdout } = await run('sh', ['-c', script], { maxBuffer: 100_000_000 });
    const replies = stdout.split(end);
    for (const [at, { id, status, wire }] of all.entries()) {
      const [head = '', ...body] = String(replies[at]).split('\r\n\r\n');
      expect(head, id).to.match(new RegExp(`^HTTP/1.1 ${status} `));
      expect(/^contract-id: (\w+)/im.exec(head)?.[1] ?? id).to.equal(id);
      expect(await output(languages.TypeScript(wire)), id).to.equal(`${status} ${body.join('\r\n\r\n')}`.trim());
    }
    expect(all).to.have.length.above(460);
    // Prism writes into the document that it validates with; the mock serves the document as generated.
    expect(json(await send(mock.url, 'GET', '/openapi.json'))).to.deep.equal(generatedDocument().document());
  });
});
