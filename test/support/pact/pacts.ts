import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Consumer, provider } from '../../../contracts/families.ts';

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
  response: {
    status: number;
    /** By name as the contract spells it; a list that commas separate has an element each. */
    headers?: Record<string, string[]>;
    body?: { content: unknown };
  };
}

export const pactsDir = fileURLToPath(new URL('../../../contracts/generated/pacts', import.meta.url));

export const pactPath = (consumer: Consumer) => join(pactsDir, `${consumer}-${provider}.json`);

export function writePact(consumer: Consumer, pact: Pact): void {
  mkdirSync(pactsDir, { recursive: true });
  writeFileSync(pactPath(consumer), `${JSON.stringify(pact, null, 2)}\n`);
}

/** Pacts of messages have their own folder: two processes that write one file lose interactions. */
export const messagePactsDir = join(pactsDir, 'messages');

export const messagePactPath = (consumer: Consumer) => join(messagePactsDir, `${consumer}-${provider}.json`);

const jsonFilesIn = (dir: string) =>
  readdirSync(dir)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => join(dir, file));

export const messagePactFiles = () => jsonFilesIn(messagePactsDir);

export const pactFiles = () => jsonFilesIn(pactsDir);

export const readPact = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Pact;

interface Written {
  description: string;
  providerStates?: { name: string }[];
}

/** How Pact identifies an interaction: description and names of states, not their parameters. */
export const writtenIdentity = ({ description, providerStates = [] }: Written) =>
  [description, ...providerStates.map(({ name }) => name)].join('\n');
export const declaredIdentity = ({ receiving, given }: { receiving: string; given: readonly { name: string }[] }) =>
  [receiving, ...given.map(({ name }) => name)].join('\n');

/** Reads the pacts that were written one folder each: the first, and every interaction by its identity. */
export function readParts<P extends { interactions: Written[] }>(dir: string) {
  const parts = readdirSync(dir).flatMap((part) =>
    readdirSync(join(dir, part)).map((file) => JSON.parse(readFileSync(join(dir, part, file), 'utf8')) as P),
  );
  const [first] = parts;
  if (!first) throw new Error('no interaction was written');
  const written = parts.flatMap(({ interactions }) => interactions as P['interactions'][number][]);
  return { first, byIdentity: new Map(written.map((interaction) => [writtenIdentity(interaction), interaction])) };
}

interface Declared {
  given(name: string, params?: object): unknown;
}

/** Declares provider states, those without parameters by name only. */
export function giveStates(declared: Declared, states: readonly { name: string; params: object }[]): void {
  for (const { name, params } of states) {
    declared.given(name, ...(Object.keys(params).length === 0 ? [] : [{ ...params }]));
  }
}
