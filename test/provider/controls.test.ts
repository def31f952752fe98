import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { OutgoingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { listen } from '../support/http/listen.ts';
import type { Target } from '../support/pact/gateway.ts';
import { messagePactPath, type PactInteraction, pactPath, readPact } from '../support/pact/pacts.ts';
import { lineOf, type Replayed, replay } from '../support/pact/replay.ts';
import { type Verified, verify } from '../support/pact/verify.ts';
import { verifyMessages } from '../support/pact/verify-messages.ts';
import { mockTarget } from './targets.ts';

type Json = Record<string, unknown>;

interface Reply {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Json;
}

/** A lie about a reply, told by a provider that is right otherwise. */
interface Lie {
  title: string;
  tell(reply: Reply): Partial<Reply>;
  says: RegExp;
  /** Pact compares types; values are compared beside it. */
  isForPact: boolean;
}

const lies: Lie[] = [
  { title: 'another status', tell: () => ({ status: 203 }), says: /expected 200 but was 203/, isForPact: true },
  {
    title: 'a missing header',
    tell: ({ headers: { 'content-type': _, ...headers } }) => ({ headers }),
    ...{ says: /content-type/i, isForPact: true },
  },
  {
    title: 'a missing member',
    tell: ({ body }) => ({ body: Object.fromEntries(Object.entries(body).slice(1)) }),
    ...{ says: /\$/, isForPact: true },
  },
  {
    title: 'a member of another type',
    tell: ({ body }) => ({ body: { ...body, [firstOf(body)]: { another: 'type' } } }),
    ...{ says: /another/, isForPact: true },
  },
  {
    title: 'a member of another value',
    tell: ({ body }) => ({ body: { ...body, [stringOf(body)]: `${body[stringOf(body)]} and more` } }),
    ...{ says: /and more/, isForPact: false },
  },
  {
    title: 'a header that the document does not describe',
    tell: ({ headers }) => ({ headers: { ...headers, 'x-powered-by': 'Express' } }),
    says: /^header x-powered-by: Express is sent, but the document does not describe it$/,
    isForPact: false,
  },
  {
    title: 'a header of another value',
    tell: ({ headers }) => ({ headers: { ...headers, 'content-type': 'application/json;charset=utf-8' } }),
    says: /header Content-Type: expected "application\/json; charset=utf-8", got "application\/json;charset=utf-8"$/,
    isForPact: false,
  },
];

const firstOf = (body: Json) => Object.keys(body)[0] as string;
const stringOf = (body: Json) => Object.keys(body).find((name) => /^[A-Z].* /.test(String(body[name]))) as string;

const isPlainRead = ({ request, response }: PactInteraction) =>
  request.method === 'GET' &&
  response.status === 200 &&
  stringOf((contentOf(response.body) ?? {}) as Json) !== undefined;
const contentOf = (body: unknown) => (body as { content?: unknown } | undefined)?.content;

describe('control: the verification of pacts', () => {
  let folder: string;
  let byPact: readonly Replayed[];
  let verified: Verified[];
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'fightcard-controls-'));
    const pact = readPact(pactPath('mobile-us'));
    const chosen = new Map(pact.interactions.filter(isPlainRead).map((one) => [one.request.path, one]));
    const interactions = [...chosen.values()].slice(0, lies.length + 1);
    const file = join(folder, 'pact.json');
    writeFileSync(file, JSON.stringify({ ...pact, interactions }));
    const lieOf = new Map(interactions.map(({ request }, index) => [request.path, lies[index]]));
    const mock = await mockTarget();
    const liar = await startLiar(mock, (path) => lieOf.get(path));
    const target = { ...mock, url: liar.url };
    byPact = (await replay(target, [file])).replayed;
    verified = await verify(target, [file]);
    await liar.close();
    await mock.close();
  });
  after(() => rmSync(folder, { recursive: true }));

  for (const [index, { title, says, isForPact }] of lies.entries()) {
    it(`finds ${title}`, () => {
      expect(verified[index]?.mismatches.join('\n')).to.match(says);
      if (isForPact) expect(byPact[index]?.mismatches.map(lineOf).join('\n')).to.match(says);
    });
  }

  it('fails when a state cannot be set up', async () => {
    const pact = readPact(pactPath('mobile-us'));
    const [first] = pact.interactions.filter(isPlainRead);
    const file = join(folder, 'state.json');
    const providerStates = [{ name: 'there is no such state' }];
    writeFileSync(file, JSON.stringify({ ...pact, interactions: [{ ...first, providerStates }] }));
    const mock = await mockTarget();
    const error = await verify(mock, [file]).then(() => 'verified', String);
    await mock.close();
    expect(error).to.match(/provider states could not be set up:\n"there is no such state": /);
  });

  it('goes on after a file that crashes the verifier', async () => {
    const pact = readPact(pactPath('mobile-us'));
    const interactions = pact.interactions.filter(isPlainRead).slice(0, 1);
    const [crash, sound] = [join(folder, 'crash.json'), join(folder, 'sound.json')];
    const plugins = [{ name: 'protobuf', version: '0.3.0', configuration: {} }];
    const metadata = { pactSpecification: { version: '4.0' }, plugins };
    writeFileSync(crash, JSON.stringify({ ...pact, interactions, metadata }));
    writeFileSync(sound, JSON.stringify({ ...pact, interactions }));
    const mock = await mockTarget();
    const { replayed, reasons } = await replay(mock, [crash, sound]).finally(() => mock.close());
    expect(replayed.map(({ file, mismatches }) => ({ file, mismatches }))).to.deep.equal([
      { file: sound, mismatches: [] },
    ]);
    expect([...reasons.keys()]).to.deep.equal([crash]);
    expect(reasons.get(crash)).to.match(/^Pact's verifier crashed/);
  });

  it('finds nothing in a true reply', () => {
    expect(verified).to.have.length(lies.length + 1);
    for (const all of [byPact, verified]) expect(all.at(-1)?.mismatches).to.deep.equal([]);
  });
});

/** Replies as the target does, except where there is a lie. */
const startLiar = ({ url: to }: Target, lieAbout: (path: string) => Lie | undefined) =>
  listen(async (req, res) => {
    const url = req.url ?? '';
    const { host, connection, ...headers } = req.headers as Record<string, string>;
    const answer = await fetch(to + url, { headers: { ...headers, 'Accept-Encoding': 'identity' } });
    const text = await answer.text();
    const { 'content-length': _, ...kept } = Object.fromEntries(answer.headers);
    const lie = lieAbout(url);
    if (!lie) return void res.writeHead(answer.status, kept).end(text);
    const truth: Reply = { status: answer.status, headers: kept, body: JSON.parse(text) as Json };
    const { status, headers: told, body } = { ...truth, ...lie.tell(truth) };
    res.writeHead(status, told).end(JSON.stringify(body));
  });

describe('control: the verification of message pacts', () => {
  it('finds another value in an event', async () => {
    const mock = await mockTarget();
    const liar = await listen(async (req, res) => {
      const { host, connection, accept, ...headers } = req.headers as Record<string, string>;
      const text = await (await fetch(mock.url + req.url, { headers })).text();
      // The first text with a space: no word of a list, and no time.
      const data = text.replace(/"([A-Z][a-z]+ [^"]*)"/, '"$1 and more"');
      res.writeHead(200, { 'Content-Type': 'text/event-stream' });
      res.write(`id: 1\nevent: snapshot\ndata: ${data}\n\n`);
    });
    const verified = await verifyMessages({ ...mock, url: liar.url }, [messagePactPath('mobile-us')]);
    await Promise.all([liar.close(), mock.close()]);
    const found = verified.flatMap(({ mismatches }) =>
      mismatches.filter((line) => /^\$\S+: expected ".*", got ".* and more"$/.test(line)),
    );
    expect(found).to.have.length.above(2);
  });
});
