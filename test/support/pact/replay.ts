import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { provider } from '../../../contracts/families.ts';
import { metadataOf, streamPathOf } from '../../../scripts/verify/stream-messages.ts';
import type { Mismatch } from '../../../scripts/verify/verdict.ts';
import { follow } from '../http/follow.ts';
import {
  type FailedState,
  type Gateway,
  type JudgedReply,
  type ReadMessage,
  startGateway,
  type Target,
} from './gateway.ts';
import {
  isMessage,
  makeVerifierFolder,
  positionIn,
  readWritten,
  type WrittenPact,
  writeParts,
} from './verifier-input.ts';

/** An interaction that Pact's verifier replayed. */
export interface Replayed {
  file: string;
  /** Its position in the file, from 0. */
  index: number;
  consumer: string;
  description: string;
  states: string[];
  /** Empty if everything matches. */
  mismatches: Mismatch[];
  /** Work in progress: it may fail. */
  isPending: boolean;
  durationMs: number;
  /** The data of a message. */
  data?: string;
}

export interface Replay {
  replayed: Replayed[];
  /** Why interactions of a file are missing from `replayed`, by file. */
  reasons: Map<string, string>;
  unset: readonly FailedState[];
  /** The requests for all interactions with their replies, in the same order. */
  judged: readonly JudgedReply[];
}

interface WrittenMismatch {
  type: string;
  path?: string;
  key?: string;
  mismatch?: string;
  expected?: unknown;
  actual?: unknown;
}

interface Results {
  result: boolean;
  interactionResults: {
    description: string;
    result: string;
    duration?: string;
    mismatch?: { mismatches?: WrittenMismatch[]; message?: string };
  }[];
  /** Also those of a whole file, which belong to no interaction. */
  errors?: { interaction?: string; mismatch?: { interactionId?: string; message?: string } }[];
}

const textOf = (value: unknown) =>
  value === undefined || value === '' ? undefined : typeof value === 'string' ? value : JSON.stringify(value);

const places: Record<string, string> = { HeaderMismatch: 'header ', MetadataMismatch: 'metadata ' };

function mismatchOf({ type, path, key, mismatch, expected, actual }: WrittenMismatch): Mismatch {
  const place = type === 'StatusMismatch' ? 'status' : (path ?? (key && `${places[type] ?? ''}${key}`) ?? type);
  const [wanted, got] = [textOf(expected), textOf(actual)];
  return {
    path: place,
    ...(wanted !== undefined && { expected: wanted }),
    ...(got !== undefined && { actual: got }),
    sentence: mismatch ?? `expected ${wanted}, got ${got}`,
  };
}

/** For one request: far longer than any request takes, even on a busy machine. */
const timeoutMs = 600_000;

/** The environment without the variables of Pact: `PACT_DESCRIPTION` filters, and `PACT_BROKER_BASE_URL` adds pacts. */
const cleanEnvironment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.toUpperCase().startsWith('PACT_')));

/** Pact's verifier in a process of its own, which is started again after a crash. */
class VerifierProcess {
  readonly folder = makeVerifierFolder();
  #child: ChildProcess | undefined;
  #stderr = '';

  #start(): ChildProcess {
    const child = fork(fileURLToPath(new URL('./verifier.js', import.meta.url)), {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: { ...cleanEnvironment(), PACT_DO_NOT_TRACK: 'true', ...this.folder.env },
    });
    this.#stderr = '';
    child.stderr?.on('data', (chunk) => {
      this.#stderr = (this.#stderr + chunk).slice(-2_000);
    });
    return child;
  }

  /** @throws {Error} if the verifier crashes or gives no result. */
  async verify(options: Record<string, unknown>): Promise<Results> {
    this.#child ??= this.#start();
    const child = this.#child;
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const onExit = (code: number | null) =>
      reject(new Error(`Pact's verifier ended with code ${code}: ${this.#stderr}`));
    child
      .once('message', (results) => resolve(String(results)))
      .once('exit', onExit)
      .once('error', reject);
    const timer = setTimeout(() => reject(new Error("Pact's verifier does not end")), 6 * timeoutMs);
    child.send({ ...options, logLevel: 'error', timeout: timeoutMs });
    try {
      const text = await promise;
      if (!text.startsWith('{')) throw new Error(`Pact's verifier crashed: ${text}`);
      return JSON.parse(text) as Results;
    } catch (error) {
      this.#child = undefined;
      child.kill();
      throw error;
    } finally {
      clearTimeout(timer);
      child.off('exit', onExit).off('error', reject);
    }
  }

  close(): void {
    this.#child?.kill();
    this.folder.remove();
  }
}

/** Reads messages: each is the first event of a stream. */
function messageReader(pact: () => WrittenPact, baseUrl: () => string, read: Map<number, string>): ReadMessage {
  return async (positioned) => {
    const index = positionIn(positioned);
    const { consumer, messages, interactions } = pact();
    const written = (messages ?? interactions)?.[index];
    if (!written) throw new Error(`there is no message "${positioned}"`);
    const metadata = written.metadata ?? written.metaData;
    const path = streamPathOf(consumer.name, written.description, metadata);
    if (path === undefined) throw new Error(`no stream sends "${written.description}"`);
    const follower = await follow(baseUrl() + path);
    try {
      if (follower.status !== 200) throw new Error(`GET ${path} answers ${follower.status}`);
      await follower.until(1);
      const [event] = follower.events;
      if (!event) throw new Error(`GET ${path} sends no event`);
      read.set(index, event.data);
      return { data: event.data, metadata: { ...(metadata?.path !== undefined && { path }), ...metadataOf(event) } };
    } finally {
      follower.close();
    }
  };
}

/** Why interactions are missing, in the words of Pact's verifier without the paths of its input. */
function reasonIn({ errors = [], result }: Results, folder: string): string | undefined {
  const messages = errors.flatMap(({ interaction, mismatch }) =>
    interaction === undefined || mismatch?.interactionId === '' ? (mismatch?.message ?? []) : [],
  );
  const [first] = messages.map((message) =>
    message.replaceAll(/ ?'?[^ ']*part-\d+\.json'?/g, '').replaceAll(folder, ''),
  );
  if (first !== undefined) return `Pact's verifier says: ${first.replace(/ Source:\s*$/, '').trim()}`;
  return result ? undefined : "Pact's verifier reports a failure without naming an interaction";
}

/** Replays pact files on a target, one after the other. A file that crashes the verifier costs only itself. */
export async function replay(target: Target, files: readonly string[]): Promise<Replay> {
  const replayed: Replayed[] = [];
  const reasons = new Map<string, string>();
  const verifier = new VerifierProcess();
  let pact: WrittenPact;
  const data = new Map<number, string>();
  const gateway: Gateway = await startGateway(
    target,
    messageReader(
      () => pact,
      () => gateway.url,
      data,
    ),
  );
  try {
    for (const file of files) {
      pact = readWritten(file);
      data.clear();
      gateway.messageErrors.clear();
      const results = await verifier
        .verify({
          ...{ provider, providerBaseUrl: gateway.url, providerStatesSetupUrl: gateway.statesUrl },
          transports: [gateway.messages],
          pactUrls: writeParts(pact, verifier.folder.path),
        })
        .catch((error: Error) => error.message);
      if (typeof results === 'string') {
        reasons.set(file, results);
        continue;
      }
      const found = replayedIn(results, file, pact, data, gateway.messageErrors);
      const all = pact.messages ?? pact.interactions ?? [];
      const isContradictory = !results.result && found.every(({ mismatches }) => mismatches.length === 0);
      if (found.length < all.length || isContradictory) {
        reasons.set(file, reasonIn(results, verifier.folder.path) ?? "Pact's verifier did not replay it");
      }
      // It says that something failed, and that nothing did: no result counts.
      if (!isContradictory || found.length < all.length) replayed.push(...found);
    }
    return { replayed, reasons, unset: gateway.failures, judged: gateway.judged };
  } finally {
    verifier.close();
    await gateway.close();
  }
}

function replayedIn(
  { interactionResults }: Results,
  file: string,
  pact: WrittenPact,
  data: ReadonlyMap<number, string>,
  errors: ReadonlyMap<string, unknown>,
): Replayed[] {
  return interactionResults.flatMap(({ description: positioned, result, duration, mismatch }) => {
    const index = positionIn(positioned);
    const written = (pact.messages ?? pact.interactions)?.[index];
    if (!written) return [];
    const error = errors.get(positioned);
    const found = mismatch?.mismatches?.map(mismatchOf) ?? [{ sentence: mismatch?.message ?? result }];
    const message = isMessage(pact, written) ? data.get(index) : undefined;
    return {
      ...{ file, index, consumer: pact.consumer.name, description: written.description },
      states: (written.providerStates ?? []).map(({ name }) => name),
      mismatches: result === 'OK' ? [] : error === undefined ? found : [{ sentence: messageOf(error) }],
      isPending: written.pending === true,
      durationMs: Number.parseInt(duration ?? '0', 10),
      ...(message !== undefined && { data: message }),
    };
  });
}

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** A mismatch as one line: `$.id: Expected 3107 (Integer) to be equal to 1 (Integer)`. */
export const lineOf = ({ path, sentence }: Mismatch) => (path === undefined ? sentence : `${path}: ${sentence}`);
