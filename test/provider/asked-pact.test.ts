import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { startMock } from '../../mock/start.ts';
import { useApp } from '../support/fixtures/app-run.ts';
import { send } from '../support/http/send.ts';
import { verifyTeam } from './verify-team.ts';

describe('the pact that the mock records of an app', () => {
  // As long as the other verifications may take on a busy machine.
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fightcard-asked-'));
  });
  after(() => rm(folder, { recursive: true }));

  it('passes on mock and server', async () => {
    const mock = await startMock({ port: 0, host: '127.0.0.1' });
    const file = join(folder, 'corner-tv.json');
    try {
      await useApp(`${mock.url}/__session/app`, 'app');
      const { body } = await send(mock.url, 'GET', '/__session/app/__mock/pact?consumer=corner-tv');
      await writeFile(file, body);
    } finally {
      await mock.close();
    }
    const lines: string[] = [];
    expect(await verifyTeam([file], undefined, (line) => lines.push(line)), lines.join('\n')).to.equal(true);
    expect(lines).to.deep.equal(['mock: 8 of 8 interactions kept', 'server: 8 of 8 interactions kept']);
  });
});
