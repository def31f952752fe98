import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Matchers, Pact } from '@pact-foundation/pact';
import { expect } from 'chai';
import { createParser } from 'eventsource-parser';
import { type Consumer, provider } from '../../../contracts/families.ts';
import { bodyRulesOf } from '../../../contracts/pact/expectations.ts';
import { idPattern, type Message, messagesOf } from '../../../scripts/verify/stream-messages.ts';
import { declaredIdentity, giveStates, messagePactPath, messagePactsDir, readParts, writtenIdentity } from './pacts.ts';

export interface MessagePact {
  consumer: { name: Consumer };
  interactions: { description: string; providerStates?: { name: string }[]; contents: { content: unknown } }[];
}

export const readMessagePact = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as MessagePact;

/** Pact's own `withMatchingRules` drops how matchers combine, so they go to the interaction below the builder. */
interface Underlying {
  message: { interaction: { withMatchingRules(rules: string): boolean } };
}

const exampleId = '7';

function declare(pact: Pact, { receiving, given, content, of }: Message) {
  const declared = pact.addAsynchronousInteraction();
  giveStates(declared, given);
  return declared.expectsToReceive(receiving, (builder) => {
    builder.withMetadata({ event: 'snapshot', id: Matchers.regex(idPattern, exampleId) });
    builder.withJSONContent(content);
    const { message } = builder as unknown as Underlying;
    message.interaction.withMatchingRules(JSON.stringify({ body: bodyRulesOf(of) }));
  });
}

function received(content: unknown): unknown[] {
  const bytes = Buffer.from(`:\n\nid: ${exampleId}\nevent: snapshot\ndata: ${JSON.stringify(content)}\n\n`);
  const events: unknown[] = [];
  const parser = createParser({ onEvent: ({ id, event, data }) => events.push({ id, event, data: JSON.parse(data) }) });
  const decoder = new TextDecoder();
  for (let at = 0; at < bytes.length; at += 1_000) {
    parser.feed(decoder.decode(bytes.subarray(at, at + 1_000), { stream: true }));
  }
  return events;
}

function joinParts(dir: string, declared: readonly Message[]): MessagePact {
  const { first, byIdentity } = readParts<MessagePact>(dir);
  return { ...first, interactions: declared.flatMap((message) => byIdentity.get(declaredIdentity(message)) ?? []) };
}

/** Every event that a consumer relies on, read by the client's reader; then writes the consumer's pact of messages. */
export function messageSuite(consumer: Consumer): void {
  const own = messagesOf(consumer);

  describe(`${consumer}: the events it relies on`, () => {
    let dir = '';
    before(() => {
      dir = mkdtempSync(join(tmpdir(), 'fightcard-messages-'));
      rmSync(messagePactPath(consumer), { force: true });
    });

    for (const [index, message] of own.entries()) {
      it(message.receiving, async () => {
        const pact = new Pact({ consumer, provider, dir: join(dir, String(index)), logLevel: 'error' });
        await declare(pact, message).executeTest(async ({ contents }) => {
          expect(contents.content).to.deep.equal(message.content);
          const expected = { id: exampleId, event: 'snapshot', data: message.content };
          expect(received(contents.content)).to.deep.equal([expected]);
        });
      });
    }

    it('writes every message it declares', () => {
      const pact = joinParts(dir, own);
      const written = pact.interactions.map(writtenIdentity);
      expect(written).to.deep.equal(own.map(declaredIdentity));
      expect(new Set(written).size, 'distinct identities').to.equal(own.length);
      mkdirSync(messagePactsDir, { recursive: true });
      writeFileSync(messagePactPath(consumer), `${JSON.stringify(pact, null, 2)}\n`);
      console.log(`      ${consumer}: ${own.length} messages declared, ${written.length} written`);
    });

    after(() => rmSync(dir, { recursive: true }));
  });
}
