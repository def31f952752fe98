import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { interactions } from '../../contracts/interactions/index.ts';
import { type Interaction, urlOf } from '../../contracts/interactions/interaction.ts';
import { operationOf } from '../../contracts/interactions/request.ts';
import { listen } from '../../test/support/http/listen.ts';
import { type Answer, send } from '../../test/support/http/send.ts';
import { freePort } from '../../test/support/run/ports.ts';
import { type FightNight, startFightNight } from '../../test/support/server/fight-night.ts';
import { uncached } from '../../test/support/server/server.ts';

interface Violation {
  location: string[];
  severity: string;
  message: string;
}

const document = fileURLToPath(new URL('../../contracts/generated/openapi.json', import.meta.url));
const cli = createRequire(import.meta.url).resolve('@stoplight/prism-cli/dist/index.js');

const without = (headers: object, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));

/** Requests of every contract, sent as they stand: whatever the server answers then must fit the document. */
const asSent = (interaction: Interaction) => {
  const { body, headers = {} } = interaction.request;
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  return [operationOf(interaction).operation.method, urlOf(interaction), headers, text] as const;
};

/** The stock Prism never answers a request whose body is not JSON. */
const isParsed = ({ request }: Interaction) => typeof request.body !== 'string';

describe('the stock Prism as a validating proxy', function () {
  // As long as it takes: Prism starts, and each request is answered.
  this.timeout(0);
  let night: FightNight;
  let relay: Awaited<ReturnType<typeof listen>>;
  let prism: ChildProcess;
  let base: string;
  /** Between Prism and the server: changes an answer before Prism sees it. */
  let plant: ((answer: Answer) => Answer) | undefined;

  before(async () => {
    night = await startFightNight(uncached, { changesPerTenSeconds: 0 });
    relay = await listen(async (req, res) => {
      const body = await buffer(req);
      // Without Accept-Encoding the answer is text, which can be changed.
      const dropped = ['host', 'connection', 'transfer-encoding', 'accept-encoding'];
      const headers = without(req.headers, dropped);
      const sent = req.method === 'POST' ? body : undefined;
      const answer = await send(night.url, req.method ?? '', req.url ?? '', headers, sent);
      const { status, headers: received, body: bytes } = plant?.(answer) ?? answer;
      res.writeHead(status, without(received, ['content-length', 'transfer-encoding'])).end(bytes);
    });
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    const options = ['--port', String(port), '--verboseLevel', 'info', document, relay.url];
    prism = spawn(process.execPath, [cli, 'proxy', ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ready = Promise.withResolvers<void>();
    prism.once('exit', (code) => ready.reject(new Error(`the stock Prism ended with ${code}`)));
    prism.stdout?.on('data', (chunk) => /is listening/.test(String(chunk)) && ready.resolve());
    await ready.promise;
  });
  after(async () => {
    if (prism?.exitCode === null) {
      const closed = once(prism, 'close');
      prism.kill('SIGTERM');
      await closed;
    }
    await relay?.close();
    await night?.close();
  });

  async function ask(interaction: Interaction) {
    const answer = await send(base, ...asSent(interaction));
    const violations: Violation[] = JSON.parse(answer.headers['sl-violations'] ?? '[]');
    const found = (part: string) =>
      violations
        .filter(({ location: [first], severity }) => first === part && severity === 'Error')
        .map(({ location, message }) => `${interaction.receiving}: ${location.join('/')}: ${message}`);
    return { status: answer.status, ofRequest: found('request'), ofResponse: found('response') };
  }

  it('finds no violation in requests and answers', async () => {
    const found: string[] = [];
    let successes = 0;
    for (const interaction of interactions.filter(isParsed)) {
      const { status, ofRequest, ofResponse } = await ask(interaction);
      found.push(...ofResponse);
      if (status >= 300) continue;
      successes += 1;
      found.push(...ofRequest);
    }
    expect(found).to.deep.equal([]);
    expect(successes).to.be.above(interactions.length / 3);
  });

  it('finds a planted id as text', async () => {
    plant = (answer) => ({ ...answer, body: Buffer.from(answer.body.toString().replace(/"id":(\d+)/, '"id":"$1"')) });
    const one = interactions.find(({ route, reply }) => route === 'fighter' && reply.status === 200) as Interaction;
    const { ofResponse } = await ask(one);
    plant = undefined;
    expect(ofResponse).to.deep.equal([`${one.receiving}: response/body/id: Response body property id must be integer`]);
  });
});
