import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { readContracts } from '../../mock/contracts/contract.ts';
import { listPactFiles, type ReadPact, readPactFiles } from '../../mock/contracts/pacts/read-pacts.ts';
import { readDocument } from '../../mock/contracts/read-json.ts';

export interface PreparedPacts {
  folder: string;
  files: string[];
  /** The pact that a file of the folder is made from, by its name. */
  sourceOf(name: string): string;
  count: number;
  /** The skipped interactions, one sentence each. */
  skipped: string[];
  /** Interactions that no provider can pass, and pacts of another version, one sentence each. */
  broken: string[];
  pending: string[];
  remove(): void;
}

type Json = Record<string, unknown>;

function prepared({ file, interactions }: ReadPact): Json | undefined {
  const pact = JSON.parse(readFileSync(file, 'utf8')) as Json & { interactions: Json[] };
  const left = interactions.filter(({ isImpossible }) => !isImpossible);
  if (left.length === 0) return undefined;
  return {
    ...pact,
    interactions: left.map(({ interaction: { index, version, states } }) => {
      const { providerState, provider_state, ...written } = pact.interactions[index] as Json;
      return version === 2 ? { ...written, providerStates: states } : (pact.interactions[index] as Json);
    }),
  };
}

/**
 * @param paths pact files and folders of them.
 * @throws {BadFile} naming file, line and reason, also without any pact.
 */
export function preparePacts(paths: readonly string[]): PreparedPacts {
  const document = readDocument(new URL('../../contracts/generated/openapi.json', import.meta.url));
  const read = readPactFiles(paths.flatMap(listPactFiles), readContracts(document));
  const folder = mkdtempSync(join(tmpdir(), 'fightcard-verify-'));
  const files = read.flatMap((source, index) => {
    const pact = prepared(source);
    if (!pact) return [];
    const file = join(folder, `${index}.json`);
    writeFileSync(file, JSON.stringify(pact));
    return [file];
  });
  const interactions = read.flatMap(({ interactions }) => interactions);
  const impossible = interactions.filter(({ isImpossible }) => isImpossible);
  const linesOf = (isPending: boolean) =>
    impossible.filter(({ interaction }) => interaction.isPending === isPending).flatMap(({ conflicts }) => conflicts);
  return {
    ...{ folder, files },
    sourceOf: (name) => relative(process.cwd(), read[Number.parseInt(name, 10)]?.file ?? name),
    count: interactions.length,
    skipped: read.flatMap(({ skipped }) => skipped),
    broken: [...read.flatMap(({ unsupported }) => unsupported ?? []), ...linesOf(false)],
    pending: linesOf(true),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
