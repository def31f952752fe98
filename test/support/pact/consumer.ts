import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Matchers, Pact } from '@pact-foundation/pact';
import { expect } from 'chai';
import { createClient, createSender } from '../../../contracts/client/client.ts';
import { ProblemError } from '../../../contracts/client/problem-error.ts';
import type { RawReply } from '../../../contracts/client/sender.ts';
import { type Consumer, provider } from '../../../contracts/families.ts';
import { interactions } from '../../../contracts/interactions/index.ts';
import { currentEtag, type Interaction, pathOf } from '../../../contracts/interactions/interaction.ts';
import { bodyRulesOf, headersOf } from '../../../contracts/pact/expectations.ts';
import { routeOf } from '../../../contracts/routes.ts';
import {
  declaredIdentity,
  giveStates,
  type Pact as PactFile,
  pactPath,
  readParts,
  writePact,
  writtenIdentity,
} from './pacts.ts';

const isMalformed = ({ request }: Interaction) => {
  if (typeof request.body !== 'string' || request.headers?.['Content-Type'] === 'text/plain') return false;
  try {
    JSON.parse(request.body);
    return false;
  } catch {
    return true;
  }
};

const contentTypeOf = ({ request }: Interaction) => request.headers?.['Content-Type'] ?? 'application/json';

type Unconfigured = ReturnType<Pact['addInteraction']>;
type WithRequest = ReturnType<Unconfigured['withRequest']>;
type BuildRequest = NonNullable<Parameters<Unconfigured['withRequest']>[2]>;
type BuildReply = NonNullable<Parameters<WithRequest['willRespondWith']>[1]>;

function describeRequest(interaction: Interaction): BuildRequest {
  const { query = {}, headers = {}, body } = interaction.request;
  return (builder) => {
    builder.query(Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])));
    for (const [name, value] of Object.entries(headers)) {
      // The set-up of the state requests the provider's ETag and passes it to the verification.
      // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of Pact's, not of JavaScript's
      const given = value === currentEtag ? Matchers.fromProviderState('${etag}', currentEtag) : value;
      builder.headers({ [name]: given });
    }
    if (body === undefined) return;
    builder.headers({ 'Content-Type': contentTypeOf(interaction) });
    if (typeof body !== 'string') builder.jsonBody(body);
    else if (!isMalformed(interaction)) builder.body(contentTypeOf(interaction), Buffer.from(body));
  };
}

/** Pact's own `matchingRules` drops how matchers combine, so they go to the interaction below the builder. */
interface Underlying {
  interaction: { withResponseMatchingRules(rules: string): boolean };
}

function describeReply(interaction: Interaction): BuildReply {
  return (builder) => {
    for (const [name, { example, pattern }] of Object.entries(headersOf(interaction))) {
      builder.headers({ [name]: pattern ? Matchers.regex(pattern, example) : example });
    }
    if (interaction.reply.body === undefined) return;
    builder.jsonBody(interaction.reply.body);
    const { interaction: underlying } = builder as unknown as Underlying;
    underlying.withResponseMatchingRules(JSON.stringify({ body: bodyRulesOf(interaction) }));
  };
}

function declare(pact: Pact, interaction: Interaction) {
  const declared = pact.addInteraction();
  giveStates(declared, interaction.given);
  return declared
    .uponReceiving(interaction.receiving)
    .withRequest(routeOf(interaction.route).method, pathOf(interaction), describeRequest(interaction))
    .willRespondWith(interaction.reply.status, describeReply(interaction));
}

type Method = (request: Record<string, unknown>) => Promise<RawReply>;

const isOrdinary = ({ request: { headers = {}, body } }: Interaction) => {
  const { Authorization, 'If-None-Match': etag, 'Content-Type': type = 'application/json', ...others } = headers;
  return typeof body !== 'string' && type === 'application/json' && Object.keys(others).length === 0;
};

/** Sends the request of an interaction as an app would: by the method of its route, or raw if it is wrong on purpose. */
async function ask(interaction: Interaction, baseUrl: string): Promise<RawReply> {
  const { route, family, request } = interaction;
  const { params, query, headers = {}, body } = request;
  const feedKey = headers.Authorization?.replace(/^Bearer /, '');
  const options = { baseUrl, family, feedKey };
  if (!isOrdinary(interaction)) return createSender(options)(route, request);
  const client = createClient(options) as unknown as Record<string, Method>;
  const etag = headers['If-None-Match'];
  try {
    return await (client[route] as Method)({
      ...params,
      ...query,
      ...(body !== undefined && { body }),
      ...(etag && { etag }),
    });
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { status: error.status, headers: error.headers, body: error.problem };
  }
}

function checkReply(interaction: Interaction, { status, headers, body }: RawReply): void {
  expect(status).to.equal(interaction.reply.status);
  expect(body).to.deep.equal(interaction.reply.body);
  for (const [name, { example }] of Object.entries(headersOf(interaction))) {
    expect(headers.get(name), name).to.equal(example);
  }
}

function joinParts(dir: string, declared: readonly Interaction[]): PactFile {
  const { first, byIdentity } = readParts<PactFile>(dir);
  const ordered = declared.flatMap((interaction) => {
    const written = byIdentity.get(declaredIdentity(interaction));
    if (!written) return [];
    const { body } = interaction.request;
    if (!isMalformed(interaction)) return [written];
    // Encoded, or Pact would send it as a JSON string.
    const content = Buffer.from(String(body)).toString('base64');
    const malformed = { content, contentType: contentTypeOf(interaction), encoded: 'base64' };
    return [{ ...written, request: { ...written.request, body: malformed } }];
  });
  return { ...first, interactions: ordered };
}

/** Every interaction through the client against Pact's mock server; then writes the consumer's pact, in one process. */
export function consumerSuite(
  consumer: Consumer,
  own: readonly Interaction[] = interactions.filter((interaction) => interaction.consumer === consumer),
): void {
  describe(`${consumer}: what it relies on`, () => {
    let dir = '';
    before(() => {
      dir = mkdtempSync(join(tmpdir(), 'fightcard-pact-'));
      rmSync(pactPath(consumer), { force: true });
    });

    for (const [index, interaction] of own.entries()) {
      const { receiving, reply } = interaction;
      it(`${receiving} (${reply.problem ?? reply.status})`, async () => {
        // A folder each: Pact merges each pact into the existing file, which takes n² time for n interactions.
        const pact = new Pact({ consumer, provider, dir: join(dir, String(index)), logLevel: 'error' });
        await declare(pact, interaction).executeTest(async ({ url }) => {
          checkReply(interaction, await ask(interaction, url));
        });
      });
    }

    it('writes every interaction it declares', () => {
      const pact = joinParts(dir, own);
      const written = pact.interactions.map(writtenIdentity);
      expect(written).to.deep.equal(own.map(declaredIdentity));
      expect(new Set(written).size, 'distinct identities').to.equal(own.length);
      writePact(consumer, pact);
    });

    after(() => rmSync(dir, { recursive: true }));
  });
}
