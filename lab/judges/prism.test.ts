import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { interactions } from '../../contracts/interactions/index.ts';
import { urlOf } from '../../contracts/interactions/interaction.ts';
import { operationOf } from '../../contracts/interactions/request.ts';
import { operations, replySchema } from '../../contracts/operations.ts';
import { findViolations } from '../../contracts/schemas/validation/violations.ts';
import { eventually } from '../../test/support/run/eventually.ts';
import { freePort } from '../../test/support/run/ports.ts';

const cli = createRequire(import.meta.url).resolve('@stoplight/prism-cli/dist/index.js');
const document = fileURLToPath(new URL('../../contracts/generated/openapi.prism.json', import.meta.url));

describe('the stock Prism', () => {
  let prism: ChildProcess;
  let base: string;

  before(async () => {
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    prism = spawn(process.execPath, [cli, 'mock', document, '--port', String(port)], { stdio: 'ignore' });
    await eventually(
      () =>
        fetch(`${base}/api/v3/mobile/health`).then(
          ({ ok }) => ok,
          () => prism.exitCode !== null,
        ),
      'Prism answers',
    );
  });
  after(async () => {
    const closed = once(prism, 'close');
    prism.kill('SIGTERM');
    await closed;
  });

  it('answers every operation and id with its success', async () => {
    const seen = new Set<string>();
    const paths = new Set<string>();
    for (const interaction of interactions.filter(({ reply }) => reply.status < 300)) {
      const { route, family, request, reply: expected, receiving } = interaction;
      const { operation } = operationOf(interaction);
      const path = `${operation.method} ${urlOf({ route, family, request: { params: request.params ?? {} } })}`;
      if (paths.has(path)) continue;
      paths.add(path);
      const { body } = request;
      const reply = await fetch(base + urlOf(interaction), {
        method: operation.method,
        headers: { ...request.headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const actual = await reply.json();
      expect(reply.status, receiving).to.be.oneOf([200, 201]);
      expect(findViolations(replySchema(route, family), actual, 'en'), receiving).to.deep.equal([]);
      if (operation.method === 'GET') expect(actual, receiving).to.deep.equal(expected.body);
      seen.add(operation.id);
    }
    expect(seen.size).to.equal(operations.length);
  });
});
