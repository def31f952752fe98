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
 * The reply of `/matrix` and `/can-i-deploy`. A consumer needs its providers in the target; a provider needs only the
 * consumers that are there.
 *
 * @param asked.environment the target; without one, the main branches.
 * @param asked.latestOnly whether the latest version of a provider in the target stands for all of them: `/can-i-deploy`
 *   does so before version 2.120 (pact_broker issue 903), `latestby=cvpv` does not.
 */
export function readMatrix(
  state: State,
  asked: { name: string; version: string; environment: Environment | undefined; latestOnly: boolean },
  at: Address,
): Json {
  const { name, version: number, environment, latestOnly } = asked;
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
  const rows = all.filter((row, index) => !latestOnly || all.findIndex(({ pact }) => pact === row.pact) === index);
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
        pact: { createdAt: pact.createdAt, _links: { self: { href: self } } },
        verificationResult: result ? { success: result.success, verifiedAt: result.verifiedAt } : null,
      };
    }),
  };
}

interface Selector {
  mainBranch?: boolean;
  matchingBranch?: boolean;
  branch?: string;
  deployedOrReleased?: boolean;
  consumer?: string;
}
interface Asked {
  consumerVersionSelectors?: Selector[];
  includePendingStatus?: boolean;
  includeWipPactsSince?: string;
  providerVersionBranch?: string;
}
/** A pact, and why it is to be verified. */
interface Selected {
  pact: Pact;
  short: string;
  long: string;
}

function select(state: State, provider: string, selector: Selector, providerBranch: string | undefined): Selected[] {
  const consumers = [...state.applications.keys()]
    .filter((name) => [undefined, name].includes(selector.consumer))
    .sort();
  return consumers.flatMap((consumer) => {
    const found = (number: string | undefined, short: string, long: string) =>
      state.pacts
        .filter((pact) => pact.consumer === consumer && pact.provider === provider && pact.version === number)
        .map((pact) => ({ pact, short, long: `${long} (${number})` }));
    if (selector.deployedOrReleased) {
      return state.recorded
        .filter(({ isCurrent, application }) => isCurrent && application === consumer)
        .flatMap(({ kind, version, environment: uuid }) => {
          const name = state.environments.find((one) => one.uuid === uuid)?.name;
          return kind === 'deployed'
            ? found(version, `deployed to ${name}`, `consumer version(s) currently deployed to ${name}`)
            : found(version, `released in ${name}`, `consumer version(s) released and supported in ${name}`);
        });
    }
    const main = state.applications.get(consumer)?.mainBranch;
    const branch = selector.mainBranch ? main : selector.matchingBranch ? providerBranch : selector.branch;
    const number = latestOf(state, consumer, branch)?.number;
    const of = selector.consumer ? ` of ${consumer}` : '';
    return selector.mainBranch
      ? found(number, 'latest from main branch', `latest version${of} from the main branch '${branch}'`)
      : found(number, `latest from branch ${branch}`, `latest version${of} from branch '${branch}'`);
  });
}

/** The list of `pb:provider-pacts-for-verification`. Pacts with the same content are one. */
export function findPactsToVerify(state: State, provider: string, asked: Asked, at: Address): Json[] {
  const { includePendingStatus, includeWipPactsSince: wipSince, providerVersionBranch: branch } = asked;
  const selectors = asked.consumerVersionSelectors ?? [];
  const usual = [
    { deployedOrReleased: true },
    ...[...state.applications.keys()].map((consumer) => ({ mainBranch: true, consumer })),
  ];
  const selected = (selectors.length > 0 ? selectors : usual).flatMap((one) => select(state, provider, one, branch));

  const isOnBranch = (number: string) =>
    !branch || findVersion(state, provider, number)?.branches.includes(branch) === true;
  const isKept = (pact: Pact) =>
    state.results.some((one) => one.success && isSame(one, pact) && isOnBranch(one.providerVersion));

  const groups = new Map<string, Selected[]>();
  for (const one of selected) {
    const key = `${one.pact.consumer} ${one.pact.sha}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const order = ({ consumer, version }: Pact) =>
    state.applications.get(consumer)?.versions.findIndex(({ number }) => number === version) ?? 0;
  const listed = [...groups.values()].map((group) => {
    const [pact] = group.map((one) => one.pact).sort((a, b) => order(b) - order(a)) as [Pact];
    const lines = group.map(({ long }) => `\n    * ${long}`).join('');
    const matching =
      group.length > 1 ? 'versions matching the following criteria' : 'version matching the following criterion';
    const isPending = includePendingStatus === true && !isKept(pact);
    const reason = `is being verified because the pact content belongs to the consumer ${matching}:${lines}`;
    return { pact, isPending, isWip: false, reason, short: [...new Set(group.map((one) => one.short))].join(', ') };
  });

  const heads = [...state.applications].flatMap(([consumer, { versions }]) =>
    [...new Set(versions.flatMap(({ branches }) => branches))].flatMap((name) =>
      state.pacts
        .filter((pact) => pact.consumer === consumer && pact.provider === provider)
        .filter((pact) => pact.version === latestOf(state, consumer, name)?.number)
        .map((pact) => ({ pact, name })),
    ),
  );
  const wip = heads
    .filter(({ pact }) => wipSince && branch && pact.createdAt >= wipSince && !isKept(pact))
    .filter(({ pact }) => !groups.has(`${pact.consumer} ${pact.sha}`))
    .map(({ pact, name }) => {
      const reason =
        `is being verified because it is a 'work in progress' pact (ie. it is the pact for the latest version of ` +
        `${pact.consumer} from branch '${name}' and it has not yet been successfully verified by a version of ${provider} ` +
        `from branch '${branch}' when the pact's application version was explicitly specified in the consumer version ` +
        'selectors). Read more at https://docs.pact.io/go/wip';
      return { pact, isPending: true, isWip: true, reason, short: `latest from branch ${name}` };
    });

  const sorted = listed.sort((a, b) => a.pact.consumer.localeCompare(b.pact.consumer) || order(a.pact) - order(b.pact));
  return [...sorted, ...wip].map(({ pact, isPending, isWip, reason, short }) => {
    const { consumer, version, sha } = pact;
    const content = at('pacts', 'provider', provider, 'consumer', consumer, 'pact-version', sha);
    const metadata = Buffer.from(`cvn=${version}`).toString('base64url');
    const notices = [
      { when: 'before_verification', text: `The pact at ${content} ${reason}` },
      ...(includePendingStatus ? pendingNotices(provider, branch, isPending, isWip) : []),
    ];
    return {
      shortDescription: short,
      verificationProperties: {
        ...(includePendingStatus && { pending: isPending }),
        ...(isWip && { wip: true }),
        notices,
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

function pendingNotices(provider: string, branch: string | undefined, isPending: boolean, isWip: boolean) {
  const more = 'Read more at https://docs.pact.io/go/pending';
  const by = branch ? `a version of ${provider} from branch '${branch}'` : provider;
  const any = branch ? `any version of ${provider} from branch '${branch}'` : provider;
  if (!isPending) {
    const text = `This pact has previously been successfully verified by ${by}. If this verification fails, it will fail the build. ${more}`;
    return [{ when: 'before_verification', text }];
  }
  const because = isWip
    ? "it was included as a 'work in progress' pact"
    : `a successful verification result for ${by} has not yet been published`;
  const still = `This pact is still in pending state for ${any} as`;
  const after = {
    success_true_published_false: `${still} the successful verification results have not yet been published.`,
    success_false_published_false: `${still} a successful verification result has not yet been published`,
    success_true_published_true: `This pact is no longer in pending state for ${any}, as a successful verification result has been published. If a verification for a version of ${provider} fails in the future, it will fail the build. ${more}`,
    success_false_published_true: `${still} a successful verification result has not yet been published`,
  };
  const before = `This pact is in pending state for this version of ${provider} because ${because}. If this verification fails, it will not cause the overall build to fail. ${more}`;
  return [
    { when: 'before_verification', text: before },
    ...Object.entries(after).map(([when, text]) => ({ when: `after_verification:${when}`, text })),
  ];
}
