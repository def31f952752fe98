import { isObject } from '../../mock/contracts/pacts/matching-rules.ts';
import { type FileVerdict, type InteractionVerdict, type Mismatch, outcomeOn } from '../verify/verdict.ts';
import type { Env, Json } from './client.ts';
import type { BrokerPact } from './pacts.ts';

/** Results belong to a version of this provider. */
interface Publication {
  version: string;
  branch: string | undefined;
  /** Without the mock: a result on it says nothing about the server. */
  targets: readonly string[];
  env: Env;
}

const relation = 'pb:publish-verification-results';

export const isPublishable = ({ resource: { body }, place }: BrokerPact) =>
  place === undefined && isObject(body._links) && isObject(body._links[relation]);

/** In the words of the official verifier. */
function mismatchOf({ path = '', sentence: description }: Mismatch): Json {
  if (path.startsWith('$')) return { attribute: 'body', identifier: path, description };
  const [attribute = '', identifier] = path.split(' ');
  return attribute === '' ? { description } : { attribute, ...(identifier && { identifier }), description };
}

function resultOf({ description, results }: InteractionVerdict, id: unknown, targets: readonly string[]): Json {
  const mismatches = targets.flatMap((target) => (results[target]?.mismatches ?? []).map(mismatchOf));
  const different = new Map(mismatches.map((one) => [JSON.stringify(one), one]));
  return {
    ...(typeof id === 'string' && { interactionId: id }),
    interactionDescription: description,
    success: targets.every((target) => outcomeOn(target, results) === 'kept'),
    ...(different.size > 0 && { mismatches: [...different.values()] }),
  };
}

function buildAddress({ GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run }: Env) {
  return server && repository && run ? `${server}/${repository}/actions/runs/${run}` : undefined;
}

/** Why a file has no complete result. */
function gapIn({ damage, interactions }: FileVerdict, all: readonly Json[], targets: readonly string[]) {
  if (damage !== undefined) return 'it cannot be read';
  const judged = interactions.filter(({ results }) =>
    targets.every((target) => outcomeOn(target, results) !== 'not replayed'),
  );
  if (all.length > 0 && judged.length === all.length) return undefined;
  return `${judged.length} of ${all.length} interactions have a result on the server`;
}

/**
 * Publishes one result per pact, then the branch of the version. A pact without a complete result gets none: the broker
 * would count it as verified.
 *
 * @returns one line per pact.
 * @throws {CommandFailed} with exit code 4 if the broker refuses one; the others before it are published.
 */
export async function* publishResults(
  verified: readonly (readonly [FileVerdict, BrokerPact | undefined])[],
  { version, branch, targets, env }: Publication,
): AsyncGenerator<string> {
  const buildUrl = buildAddress(env);
  const published = new Map<string, BrokerPact>();
  for (const [file, pact] of verified) {
    if (!pact || !isPublishable(pact)) {
      yield `Not published: ${file.file}: it is not from a broker.`;
      continue;
    }
    const { client, resource } = pact;
    const all = [resource.body.interactions ?? resource.body.messages].flat().filter(isObject);
    const gap = gapIn(file, all, targets);
    if (gap !== undefined) {
      yield `Not published: ${file.file}: ${gap}.`;
      continue;
    }
    const testResults = file.interactions.map((one, index) => resultOf(one, all[index]?._id, targets));
    const success = testResults.every((one) => one.success === true);
    await client.request('POST', client.linkOf(resource, relation), {
      ...{ success, providerApplicationVersion: version, testResults },
      ...(buildUrl !== undefined && { buildUrl }),
    });
    yield `Published: ${file.file}: ${success ? 'success' : 'failure'} of version ${version}.`;
    published.set(client.linkOf(resource, 'pb:provider'), pact);
  }
  if (branch === undefined) return;
  for (const [address, { client }] of published) {
    const application = await client.request('GET', address);
    await client.request('PUT', client.linkOf(application, 'pb:branch-version', { branch, version }), {});
  }
}
