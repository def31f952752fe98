import { json as readBody } from 'node:stream/consumers';
import { provider } from '../../../contracts/families.ts';
import { urlOf } from '../../../contracts/interactions/interaction.ts';
import { describeDifference, differencesOf } from '../http/deep-differences.ts';
import { follow } from '../http/follow.ts';
import { listen } from '../http/listen.ts';
import { startGateway, type Target } from './gateway.ts';
import { readMessagePact } from './messages.ts';
import { messagePactFiles } from './pacts.ts';
import { type Message, messagesOf, metadataOf } from './stream-messages.ts';
import { runVerifier, timeoutMs, type Verified, verifiedFrom } from './verify.ts';

const messagesPath = '/_messages';

async function firstEvent(baseUrl: string, { of }: Message) {
  const follower = await follow(baseUrl + urlOf(of));
  try {
    if (follower.status !== 200) throw new Error(`${urlOf(of)} answers ${follower.status}`);
    await follower.until(1);
    const [event] = follower.events;
    if (!event) throw new Error('no event');
    return event;
  } finally {
    follower.close();
  }
}

/**
 * Pact requests a message only by its description, so each consumer is verified separately. It compares the types of
 * content; the values are compared here.
 */
async function verifyOf(target: Target, pactPath: string): Promise<Verified[]> {
  const pact = readMessagePact(pactPath);
  const own = messagesOf(pact.consumer.name);
  const written = new Map(pact.interactions.map(({ description, contents }) => [description, contents.content]));
  const differing = new Map<string, string[]>();
  const gateway = await startGateway(target);
  const server = await listen(async (req, res) => {
    const { description } = (await readBody(req)) as { description: string };
    try {
      const message = own.find(({ receiving }) => receiving === description);
      if (!message) throw new Error('no such message is declared');
      const event = await firstEvent(gateway.url, message);
      const differences = differencesOf(written.get(description), JSON.parse(event.data));
      differing.set(description, differences.map(describeDifference));
      const metadata = Buffer.from(JSON.stringify(metadataOf(event))).toString('base64');
      res.setHeader('Pact-Message-Metadata', metadata);
      res.setHeader('Content-Type', 'application/json; charset=utf-8');
      res.end(event.data);
    } catch (error) {
      gateway.failures.push({ state: description, error });
      res.statusCode = 500;
      res.end();
    }
  });
  try {
    const options = {
      provider,
      providerBaseUrl: server.url,
      transports: [{ protocol: 'message', port: Number(new URL(server.url).port), path: messagesPath }],
      providerStatesSetupUrl: gateway.statesUrl,
      pactUrls: [pactPath],
      logLevel: 'error',
      timeout: timeoutMs,
    };
    const results = await runVerifier(options);
    return verifiedFrom(results, gateway).map((one) => ({
      ...one,
      mismatches: [...one.mismatches, ...(differing.get(one.description) ?? [])],
    }));
  } finally {
    await gateway.close();
    await server.close();
  }
}

/** Replays every pact of messages on a target: a message is the first event of a real stream. */
export async function verifyMessages(target: Target, pacts = messagePactFiles()): Promise<Verified[]> {
  const verified: Verified[] = [];
  for (const pactPath of pacts) verified.push(...(await verifyOf(target, pactPath)));
  return verified;
}
