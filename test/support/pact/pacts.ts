import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Consumer, provider } from '../../../contracts/families.ts';

/** The parts of a pact file, version 4, that the tests read. */
export interface Pact {
  consumer: { name: string };
  provider: { name: string };
  interactions: PactInteraction[];
  metadata: unknown;
}

export interface PactInteraction {
  description: string;
  providerStates?: { name: string; params?: Record<string, unknown> }[];
  request: { method: string; path: string; body?: unknown };
  response: { status: number; body?: unknown };
}

export const pactsDir = fileURLToPath(new URL('../../../contracts/generated/pacts', import.meta.url));

export const pactPath = (consumer: Consumer) => join(pactsDir, `${consumer}-${provider}.json`);

export function writePact(consumer: Consumer, pact: Pact): void {
  mkdirSync(pactsDir, { recursive: true });
  writeFileSync(pactPath(consumer), `${JSON.stringify(pact, null, 2)}\n`);
}

/** Pacts of messages stand apart: one file has one writer, and those of requests are another's. */
export const messagePactsDir = join(pactsDir, 'messages');

export const messagePactPath = (consumer: Consumer) => join(messagePactsDir, `${consumer}-${provider}.json`);

/** Paths of every pact of messages, in a fixed order. */
export const messagePactFiles = () =>
  readdirSync(messagePactsDir)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => join(messagePactsDir, file));

/** Paths of every pact, in a fixed order. */
export const pactFiles = () =>
  readdirSync(pactsDir)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => join(pactsDir, file));

export const readPact = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Pact;
