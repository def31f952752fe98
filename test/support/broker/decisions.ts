/** What the Pact Broker decides from its data: may a version be deployed, and which pacts does a provider verify? */
import type { Environment, Json, Pact, Result, State, Version } from './state.ts';

type Address = (...segments: string[]) => string;

/** An application that has several versions in the target has several sides. */
interface Side {
  name: string;
  version: Version | undefined;
  /** As the broker's sentences call it. */
  description: string;
}

export const findVersion = (state: State, name: string, number: string | undefined) =>
  state.applications.get(name)?.versions.find((version) => version.number === number);

/** Whether the result is of this pact: of the same interactions of the same two applications. */
const isSame = (result: Result, pact: Pact) =>
  result.consumer === pact.consumer && result.provider === pact.provider && result.sha === pact.sha;

const latestOf = (state: State, name: string, branch: string | undefined) =>
  state.applications.get(name)?.versions.findLast(({ branches }) => branch !== undefined && branches.includes(branch));

const isRecorded = (state: State, name: string, number: string, environment: Environment) =>
  state.recorded.some(
    (one) =>
      one.isCurrent && one.application === name && one.version === number && one.environment === environment.uuid,
  );

/** The versions in the environment, or the latest one of the main branch. Without any: one side without a version. */
function sidesInTarget(state: State, name: string, environment: Environment | undefined): Side[] {
  const { versions = [], mainBranch } = state.applications.get(name) ?? {};
  if (!environment) {
    const version = latestOf(state, name, mainBranch);
    const description = version
      ? `the latest version of ${name} from branch ${mainBranch} (${version.number})`
      : `the latest version of ${name} from the main branch (no versions exist for this branch)`;
    return [{ name, version, description }];
  }
  const present = versions.filter(({ number }) => isRecorded(state, name, number, environment)).reverse();
  const prefix = present.length > 1 ? 'one of the versions' : 'the version';
  const sides = present.map((version) => ({
    ...{ name, version },
    description: `${prefix} of ${name} currently in ${environment.name} (${version.number})`,
  }));
  const nowhere = 'no version is currently recorded as deployed/released in this environment';
  return sides.length > 0
    ? sides
    : [{ name, version: undefined, description: `a version of ${name} currently in ${environment.name} (${nowhere})` }];
}

function sideDocument({ name, version }: Side, at: Address) {
  const self = at('pacticipants', name);
  const document = version && {
    ...{ number: version.number, branch: version.branches.at(-1) },
    _links: { self: { href: `${self}/versions/${encodeURIComponent(version.number)}` } },
  };
  return { name, version: document ?? null, _links: { self: { href: self } } };
}

/**
 * The reply of `/matrix`. A consumer needs its providers in the target; a provider needs only the
 * consumers that are there.
 *
 * @param asked.environment the target; without one, the main branches.
 * @param asked.latestOnly whether the latest version of a provider in the target stands for all of them.
 * @param asked.limit how many results the broker looks at, the latest first.
 */
export function readMatrix(
  state: State,
  asked: { name: string; version: string; environment: Environment | undefined; latestOnly: boolean; limit: number },
  at: Address,
): Json {
  const { name, version: number, environment, latestOnly, limit } = asked;
  const version = findVersion(state, name, number);
  const own: Side = { name, version, description: `version ${number} of ${name}` };
  const pactOf = (consumer: string, provider: string, version: string | undefined) =>
    state.pacts.find((pact) => pact.consumer === consumer && pact.provider === provider && pact.version === version);
  const others = (one: 'consumer' | 'provider', other: 'consumer' | 'provider') => [
    ...new Set(state.pacts.filter((pact) => pact[one] === name).map((pact) => pact[other])),
  ];
  const pairs: [consumer: Side, provider: Side][] = [
    ...others('consumer', 'provider').flatMap((provider) =>
      sidesInTarget(state, provider, environment).map((side): [Side, Side] => [own, side]),
    ),
    ...others('provider', 'consumer').flatMap((consumer) =>
      sidesInTarget(state, consumer, environment).map((side): [Side, Side] => [side, own]),
    ),
  ];
  const all = pairs.flatMap(([consumer, provider]) => {
    const pact = pactOf(consumer.name, provider.name, consumer.version?.number);
    if (!pact) return [];
    const number = provider.version?.number;
    const result = state.results.findLast((one) => isSame(one, pact) && one.providerVersion === number);
    return [{ consumer, provider, pact, result }];
  });
  const rows = all
    .slice(0, limit)
    .filter((row, index) => !latestOnly || all.findIndex(({ pact }) => pact === row.pact) === index);
  const failed = rows.filter(({ result }) => result?.success === false);
  const unknown = rows.filter(({ result }) => !result);
  const between = ({ consumer, provider }: (typeof rows)[number]) =>
    `between ${consumer.description} and ${provider.description}`;
  const errors = version
    ? [
        ...failed.map((row) => `The verification for the pact ${between(row)} failed`),
        ...unknown.map((row) => `There is no verified pact ${between(row)}`),
      ]
    : [`No pacts or verifications have been published for version ${number} of ${name}`];
  const fine =
    rows.length > 0
      ? 'All required verification results are published and successful'
      : 'There are no missing dependencies';
  const type = errors.length > 0 ? 'error' : 'success';
  const reasons = errors.length > 0 ? errors : [fine];
  const isDeployable = unknown.length > 0 ? null : failed.length === 0;
  const counts = {
    success: rows.length - failed.length - unknown.length,
    failed: failed.length,
    unknown: unknown.length,
  };
  return {
    summary: { deployable: version ? isDeployable : false, reason: reasons.join('\n'), ...counts },
    notices: reasons.map((text) => ({ type, text })),
    matrix: rows.map(({ consumer, provider, pact, result }) => {
      const self = at('pacts', 'provider', pact.provider, 'consumer', pact.consumer, 'version', pact.version);
      return {
        consumer: sideDocument(consumer, at),
        provider: sideDocument(result ? provider : { ...provider, version: undefined }, at),
        pact: { _links: { self: { href: self } } },
        verificationResult: result ? { success: result.success } : null,
      };
    }),
  };
}

interface Selector {
  mainBranch?: boolean;
  matchingBranch?: boolean;
  deployedOrReleased?: boolean;
}
interface Asked {
  consumerVersionSelectors?: Selector[];
  includePendingStatus?: boolean;
  includeWipPactsSince?: string;
  providerVersionBranch?: string;
}

/** The list of `pb:provider-pacts-for-verification`, without its texts for people. Pacts with the same content are one. */
export function findPactsToVerify(state: State, provider: string, asked: Asked, at: Address): Json[] {
  const { consumerVersionSelectors = [], includePendingStatus, includeWipPactsSince, providerVersionBranch } = asked;
  const consumers = [...state.applications.keys()].sort();
  const pactsOf = (consumer: string, number: string | undefined) =>
    state.pacts.filter((pact) => pact.consumer === consumer && pact.provider === provider && pact.version === number);
  const select = ({ mainBranch, deployedOrReleased }: Selector) =>
    consumers.flatMap((consumer) => {
      const live = state.recorded.filter(({ isCurrent, application }) => isCurrent && application === consumer);
      if (deployedOrReleased) return live.flatMap(({ version }) => pactsOf(consumer, version));
      const branch = mainBranch ? state.applications.get(consumer)?.mainBranch : providerVersionBranch;
      return pactsOf(consumer, latestOf(state, consumer, branch)?.number);
    });
  const order = ({ consumer, version }: Pact) =>
    state.applications.get(consumer)?.versions.findIndex(({ number }) => number === version) ?? 0;
  const contentOf = ({ consumer, sha }: Pact) => `${consumer} ${sha}`;
  // The last one of each content stays.
  const oldestFirst = consumerVersionSelectors.flatMap(select).sort((a, b) => order(a) - order(b));
  const listed = new Map(oldestFirst.map((pact) => [contentOf(pact), pact]));

  const isOnBranch = (number: string) =>
    !providerVersionBranch || findVersion(state, provider, number)?.branches.includes(providerVersionBranch) === true;
  const isKept = (pact: Pact) =>
    state.results.some((one) => one.success && isSame(one, pact) && isOnBranch(one.providerVersion));
  const heads = [...state.applications].flatMap(([consumer, { versions }]) =>
    [...new Set(versions.flatMap(({ branches }) => branches))].flatMap((branch) =>
      pactsOf(consumer, latestOf(state, consumer, branch)?.number),
    ),
  );
  const wip = heads.filter(
    (pact) =>
      includeWipPactsSince &&
      providerVersionBranch &&
      pact.createdAt >= includeWipPactsSince &&
      !isKept(pact) &&
      !listed.has(contentOf(pact)),
  );

  const sorted = [...listed.values()].sort((a, b) => a.consumer.localeCompare(b.consumer) || order(a) - order(b));
  return [...sorted, ...wip].map((pact) => {
    const { consumer, version, sha } = pact;
    const content = at('pacts', 'provider', provider, 'consumer', consumer, 'pact-version', sha);
    const metadata = Buffer.from(`cvn=${version}`).toString('base64url');
    const isWip = wip.includes(pact);
    return {
      shortDescription: '',
      verificationProperties: {
        ...(includePendingStatus && { pending: isWip || !isKept(pact) }),
        ...(isWip && { wip: true }),
        notices: [],
      },
      _links: {
        self: {
          href: `${content}/metadata/${metadata}`,
          name: `Pact between ${consumer} (${version}) and ${provider}`,
        },
      },
    };
  });
}
