import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { generatedDocument } from '../../../common/pages/document.ts';
import { provider } from '../../../contracts/families.ts';
import { findHeaderFaults } from '../http/header-faults.ts';
import { type Gateway, type GivenState, type JudgedReply, startGateway, type Target } from './gateway.ts';
import { type Pact, type PactInteraction, pactFiles, readPact, writtenIdentity } from './pacts.ts';
import { type Allowance, valueMismatches } from './values.ts';
import { prepareVerifierInput } from './verifier-input.ts';

export interface Verified {
  consumer: string;
  description: string;
  states: string[];
  /** The mismatches, one line each; empty if everything matches. */
  mismatches: string[];
  /** Work in progress: it may fail. */
  isPending: boolean;
}

/** Consumer, description and names of states, as in `identityOf` of contracts/interactions/interaction.ts. */
export const verifiedIdentity = ({ consumer, description, states }: Verified) =>
  [consumer, description, ...states].join('\n');

interface Mismatch {
  type: string;
  path?: string;
  key?: string;
  mismatch?: string;
  expected?: unknown;
  actual?: unknown;
}

export interface Results {
  interactionResults: {
    consumer: string;
    description: string;
    providerStates: string[];
    result: string;
    pending?: boolean;
    mismatch?: { mismatches?: Mismatch[]; message?: string };
  }[];
  /** Also those of a whole file, which belong to no interaction. */
  errors?: { mismatch: { interactionId?: string; message?: string } }[];
}

function lineOf({ type, path, key, mismatch, expected, actual }: Mismatch): string {
  const where = path ?? key ?? type;
  return `${where}: ${mismatch ?? `expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`}`;
}

/** For one request: far longer than any request takes, even on a busy machine. */
export const timeoutMs = 600_000;

/** In all; the verifier hangs if it takes longer. */
const longestMs = 6 * timeoutMs;

/** Options of Pact's verifier that can be sent to another process. */
interface VerifierOptions {
  pactUrls: readonly string[];
  [option: string]: unknown;
}

/** Runs Pact's verifier in a process of its own. @throws {Error} when it ends without a result. */
export async function runVerifier(options: VerifierOptions): Promise<Results> {
  const { pactUrls, env, remove } = prepareVerifierInput(options.pactUrls);
  const child = fork(fileURLToPath(new URL('./verifier.ts', import.meta.url)), {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { ...process.env, ...env },
    timeout: longestMs,
  });
  let stderr = '';
  child.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  child.once('message', (results) => resolve(String(results)));
  child.once('exit', (code) => reject(new Error(`the verifier ended with code ${code}: ${stderr.slice(-2_000)}`)));
  child.send({ ...options, pactUrls });
  const text = await promise.finally(remove);
  try {
    return JSON.parse(text) as Results;
  } catch {
    throw new Error(`the verifier could not run: ${text} ${stderr.slice(-2_000)}`);
  }
}

/** The replayed interactions; the states that could not be set up and the files that could not be read, one line each. */
export interface Replay {
  verified: Verified[];
  unset: string[];
  unread: string[];
  /** The request and reply of each, in the same order. */
  judged: readonly JudgedReply[];
}

export async function replay(target: Target, files: readonly string[]): Promise<Replay> {
  const gateway = await startGateway(target);
  try {
    const options = {
      provider,
      providerBaseUrl: gateway.url,
      providerStatesSetupUrl: gateway.statesUrl,
      pactUrls: files,
      logLevel: 'error',
      timeout: timeoutMs,
    };
    const results = await runVerifier(options);
    const unread = (results.errors ?? []).flatMap(({ mismatch: { interactionId, message } }) =>
      interactionId === '' && message !== undefined ? [message] : [],
    );
    return { verified: verifiedOf(results), unset: unsetStates(gateway), unread, judged: gateway.judged };
  } finally {
    await gateway.close();
  }
}

function writtenInteractions(files: readonly string[]): Map<string, PactInteraction> {
  const identified = ({ consumer, interactions }: Pact) =>
    interactions.map((one) => [`${consumer.name}\n${writtenIdentity(one)}`, one] as const);
  return new Map(files.flatMap((file) => identified(readPact(file))));
}

/** Replays pacts of this repository. Pact compares types; here values are compared, and every header with the document. */
export async function verify(
  target: Target,
  files: readonly string[] = pactFiles(),
  onAllowed: (allowance: Allowance) => void = () => undefined,
): Promise<Verified[]> {
  const { verified, unset, unread, judged } = await replay(target, files);
  refuseUnset(unset);
  if (unread.length > 0) throw new Error(unread.join('\n'));
  if (judged.length !== verified.length)
    throw new Error(`the provider got ${judged.length} requests for ${verified.length} interactions`);
  const written = writtenInteractions(files);
  const document = generatedDocument().document();
  return verified.map((one, index) => {
    const [interaction, reply] = [written.get(verifiedIdentity(one)), judged[index]];
    if (!interaction || !reply) throw new Error(`no pact has "${one.description}" of ${one.consumer}`);
    const asked = `${reply.method} ${reply.url.split('?')[0]}`;
    const { method, path } = interaction.request;
    if (asked !== `${method} ${path}`) throw new Error(`"${one.description}" was replayed as ${asked}`);
    const mismatches = valueMismatches(interaction.response, reply, target.url, onAllowed);
    return { ...one, mismatches: [...one.mismatches, ...mismatches, ...findHeaderFaults(document, reply)] };
  });
}

const unsetStates = ({ failures }: Gateway): string[] => [
  ...new Set(failures.map(({ state, error }) => `"${state}": ${messageOf(error)}`)),
];

function refuseUnset(unset: readonly string[]): void {
  if (unset.length > 0) throw new Error(`provider states could not be set up:\n${unset.join('\n')}`);
}

export function verifiedFrom(results: Results, gateway: Gateway): Verified[] {
  refuseUnset(unsetStates(gateway));
  return verifiedOf(results);
}

const verifiedOf = (results: Results): Verified[] =>
  results.interactionResults.map(({ consumer, description, providerStates, result, pending, mismatch }) => ({
    consumer,
    description,
    states: providerStates,
    mismatches: result === 'OK' ? [] : (mismatch?.mismatches?.map(lineOf) ?? [mismatch?.message ?? result]),
    isPending: pending === true,
  }));

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Requests a path of a target and returns its ETag, like a client that cached the representation. */
export async function readEtag(target: Pick<Target, 'url'>, state: GivenState, headers: Record<string, string> = {}) {
  const path = String(state.params.path);
  const reply = await fetch(target.url + path, { headers: { ...headers, 'Accept-Encoding': 'identity' } });
  await reply.arrayBuffer();
  const etag = reply.headers.get('ETag');
  if (!etag) throw new Error(`GET ${path} answers ${reply.status} without an ETag`);
  return { etag };
}
