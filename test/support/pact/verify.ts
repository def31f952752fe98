import { generatedDocument } from '../../../common/pages/document.ts';
import { findHeaderFaults } from '../http/header-faults.ts';
import type { FailedState, GivenState, Target } from './gateway.ts';
import { type Pact, type PactInteraction, pactFiles, readPact, writtenIdentity } from './pacts.ts';
import { lineOf, messageOf, type Replayed, replay } from './replay.ts';
import { type Allowance, valueMismatches } from './values.ts';

export interface Verified {
  consumer: string;
  description: string;
  states: string[];
  /** The mismatches, one line each; empty if everything matches. */
  mismatches: string[];
  /** Work in progress: it may fail. */
  isPending: boolean;
}

/** Consumer, description and names of states, as in `identityOf` of contracts/pact/coverage.ts. */
export const verifiedIdentity = ({
  consumer,
  description,
  states,
}: Pick<Verified, 'consumer' | 'description' | 'states'>) => [consumer, description, ...states].join('\n');

function writtenInteractions(files: readonly string[]): Map<string, PactInteraction> {
  const identified = ({ consumer, interactions }: Pact) =>
    interactions.map((one) => [`${consumer.name}\n${writtenIdentity(one)}`, one] as const);
  return new Map(files.flatMap((file) => identified(readPact(file))));
}

/**
 * Replays pacts of this repository.
 *
 * @throws {Error} if a state cannot be set up or an interaction is not replayed.
 */
export async function replayAll(target: Target, files: readonly string[]) {
  const { replayed, reasons, unset, judged } = await replay(target, files);
  if (unset.length > 0) throw new Error(`provider states could not be set up:\n${unsetStates(unset).join('\n')}`);
  if (reasons.size > 0) throw new Error([...reasons].map(([file, reason]) => `${file}: ${reason}`).join('\n'));
  if (judged.length !== replayed.length)
    throw new Error(`the provider got ${judged.length} requests for ${replayed.length} interactions`);
  return { replayed, judged };
}

export const asVerified = ({ consumer, description, states, mismatches, isPending }: Replayed): Verified => ({
  ...{ consumer, description, states, isPending },
  mismatches: mismatches.map(lineOf),
});

/** Replays pacts of this repository. Pact compares types; here values are compared, and every header with the document. */
export async function verify(
  target: Target,
  files: readonly string[] = pactFiles(),
  onAllowed: (allowance: Allowance) => void = () => undefined,
): Promise<Verified[]> {
  const { replayed, judged } = await replayAll(target, files);
  const written = writtenInteractions(files);
  const document = generatedDocument().document();
  return replayed.map((one, index) => {
    const [interaction, reply] = [written.get(verifiedIdentity(one)), judged[index]];
    if (!interaction || !reply) throw new Error(`no pact has "${one.description}" of ${one.consumer}`);
    const asked = `${reply.method} ${reply.url.split('?')[0]}`;
    const { method, path } = interaction.request;
    if (asked !== `${method} ${path}`) throw new Error(`"${one.description}" was replayed as ${asked}`);
    const mismatches = valueMismatches(interaction.response, reply, target.url, onAllowed);
    const verified = asVerified(one);
    return { ...verified, mismatches: [...verified.mismatches, ...mismatches, ...findHeaderFaults(document, reply)] };
  });
}

const unsetStates = (unset: readonly FailedState[]): string[] => [
  ...new Set(unset.map(({ name, error }) => `"${name}": ${messageOf(error)}`)),
];

/** Requests a path of a target and returns its ETag, like a client that cached the representation. */
export async function readEtag(target: Pick<Target, 'url'>, state: GivenState, headers: Record<string, string> = {}) {
  const path = String(state.params.path);
  const reply = await fetch(target.url + path, { headers: { ...headers, 'Accept-Encoding': 'identity' } });
  await reply.arrayBuffer();
  const etag = reply.headers.get('ETag');
  if (!etag) throw new Error(`GET ${path} answers ${reply.status} without an ETag`);
  return { etag };
}
