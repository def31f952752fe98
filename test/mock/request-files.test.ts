import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { interactions } from '../../contracts/interactions/index.ts';
import { contractId } from '../../contracts/interactions/interaction.ts';
import { type Mock, startMock } from '../../mock/start.ts';

interface Sent {
  title: string;
  status: number;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

const folder = new URL('../../contracts/generated/http/', import.meta.url);

/** Reads a file as the editors do: requests between lines of `###`, comments, a request line, headers, a body. */
function requestsIn(text: string): Sent[] {
  return text
    .split(/^###/m)
    .slice(1)
    .map((part) => {
      const [first = '', ...lines] = part.trim().split('\n');
      const status = Number(/^# Answers: (\d+)/m.exec(part)?.[1]);
      const rest = lines.filter((line, at) => !(line.startsWith('#') && at < 2));
      const end = rest.indexOf('');
      const [line = '', ...headers] = end < 0 ? rest : rest.slice(0, end);
      const [, method = '', path = ''] = /^(GET|POST) \{\{host\}\}(\S+)$/.exec(line) ?? [];
      return {
        ...{ title: first.trim(), status, method, path },
        headers: Object.fromEntries(headers.map((header) => header.split(/: (.*)/, 2) as [string, string])),
        body: end < 0 ? undefined : rest.slice(end + 1).join('\n'),
      };
    });
}

describe('the files of requests', () => {
  let mock: Mock;
  before(async () => {
    mock = await startMock({ port: 0, host: '127.0.0.1' });
  });
  after(() => mock.close());

  const answered = new Set<string>();

  async function faultsOf({ title, status, method, path, headers, body }: Sent): Promise<string[]> {
    const reply = await fetch(mock.url + path, { method, headers, ...(body !== undefined && { body }) });
    await reply.arrayBuffer();
    const id = /"(.*)"/.exec(headers.Prefer ?? '')?.[1];
    answered.add(id ?? '');
    // What the client accepts is looked at before any contract is.
    const expected = status === 406 ? null : id;
    return [
      ...(reply.status === status ? [] : [`${title}: ${reply.status}, and the file says ${status}`]),
      ...(reply.headers.get('contract-id') === expected ? [] : [`${title}: not the contract ${id}`]),
    ];
  }

  it('get every contract', async () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.http'));
    for (const name of files) {
      for (const request of requestsIn(readFileSync(new URL(name, folder), 'utf8'))) {
        expect(await faultsOf(request), name).to.deep.equal([]);
      }
    }
    const ids = interactions.map(contractId);
    expect(ids.filter((id) => !answered.has(id))).to.deep.equal([]);
    const [first] = requestsIn(readFileSync(new URL('v3/fighters.http', folder), 'utf8')) as [Sent];
    expect(await faultsOf({ ...first, status: 404 })).to.deep.equal([`${first.title}: 200, and the file says 404`]);
  });
});
