import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { provider } from '../../contracts/families.ts';
import type { ReadFile, ReadInteraction } from '../../scripts/verify/pact-files.ts';
import type { FileVerdict, InteractionVerdict, Result, Verdict } from '../../scripts/verify/verdict.ts';
import { messageOf, type Replay, replay } from '../support/pact/replay.ts';
import { proveIdentity, type Verifier, verifiers } from './targets.ts';

/** The replayable part of a file. */
interface Prepared {
  path: string;
  interactions: ReadInteraction[];
}

/** Writes what can be replayed of each file: the mock serves the folder, and the verifier reads its files. */
function prepare(files: readonly ReadFile[], folder: string): Prepared[] {
  return files.flatMap(({ pact, interactions: all }, index) => {
    const interactions = all.filter(({ refused }) => refused === undefined);
    if (interactions.length === 0) return [];
    const path = join(folder, `${index}.json`);
    const { plugins: _, ...metadata } = (pact.metadata ?? {}) as Record<string, unknown>;
    const list = Array.isArray(pact.interactions) ? 'interactions' : 'messages';
    const written = interactions.map((one) => one.written);
    writeFileSync(
      path,
      JSON.stringify({
        ...pact,
        provider: { name: provider },
        [list]: written,
        ...(pact.metadata !== undefined && { metadata }),
      }),
    );
    return [{ path, interactions }];
  });
}

async function replayOn({ name, start }: Verifier, paths: readonly string[]): Promise<Replay> {
  const target = await start();
  try {
    await proveIdentity(name, target);
    return await replay(target, paths);
  } finally {
    await target.close();
  }
}

/** The result of every replayable interaction on a target. An interaction without a result was not replayed, and why. */
function resultsOf({ replayed, reasons, unset }: Replay, prepared: readonly Prepared[]): Map<ReadInteraction, Result> {
  const found = new Map(replayed.map((one) => [`${one.file}\n${one.index}`, one]));
  const results = new Map<ReadInteraction, Result>();
  for (const { path, interactions } of prepared) {
    for (const [index, interaction] of interactions.entries()) {
      const one = found.get(`${path}\n${index}`);
      const failed = unset.find(({ name, params }) =>
        interaction.states.some((state) => state.name === name && isDeepStrictEqual(state.params ?? {}, params ?? {})),
      );
      const mismatches = [
        ...(failed
          ? [{ sentence: `the state could not be set up: "${failed.name}": ${messageOf(failed.error)}` }]
          : []),
        ...(one?.mismatches ?? []),
      ];
      const failure = interaction.isPending ? 'pending' : 'broken';
      results.set(
        interaction,
        one
          ? { outcome: mismatches.length > 0 ? failure : 'kept', mismatches, durationMs: one.durationMs }
          : { outcome: 'not replayed', mismatches: [{ sentence: reasons.get(path) ?? 'it was not replayed' }] },
      );
    }
  }
  return results;
}

/** Verifies pacts of other teams on the mock and the server. A target that cannot be started costs only its results. */
export async function verifyPacts(
  files: readonly ReadFile[],
  chosen: (verifier: Verifier) => boolean = () => true,
): Promise<Verdict> {
  const startedMs = Date.now();
  const folder = mkdtempSync(join(tmpdir(), 'fightcard-verify-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    const prepared = prepare(files, folder);
    const paths = prepared.map(({ path }) => path);
    const targets = verifiers(folder).filter(chosen);
    const byTarget = await Promise.all(
      targets.map(async (target) => {
        if (paths.length === 0) return new Map<ReadInteraction, Result>();
        const found = await replayOn(target, paths).catch((error: Error): Replay => {
          const reasons = new Map(paths.map((path) => [path, `${target.title} cannot be verified: ${error.message}`]));
          return { replayed: [], reasons, unset: [], judged: [] };
        });
        return resultsOf(found, prepared);
      }),
    );
    const judge = (read: ReadInteraction): InteractionVerdict => {
      const { written: _, refused, isPending, ...one } = read;
      const own =
        refused?.outcome === 'impossible' && isPending ? { ...refused, outcome: 'pending' as const } : refused;
      const results = targets.flatMap(({ title }, index) => {
        const result = own ?? byTarget[index]?.get(read);
        return result ? [[title, result] as const] : [];
      });
      return { ...one, results: Object.fromEntries(results) };
    };
    const judged = files.map(
      ({ pact: _, gap: __, interactions, ...file }): FileVerdict => ({
        ...file,
        interactions: interactions.map(judge),
      }),
    );
    const findings = files.flatMap(({ gap }) =>
      gap === undefined ? [] : { outcome: 'not replayed' as const, sentence: gap },
    );
    const titles = targets.map(({ title }) => title);
    return { startedMs, durationMs: Date.now() - startedMs, targets: titles, files: judged, findings };
  } finally {
    process.off('exit', remove);
    remove();
  }
}
