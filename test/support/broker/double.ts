/**
 * A Pact Broker in memory, with the routes of `transcript.jsonl`, which was recorded on Pact Broker 2.113.0. It decides
 * as that broker did, and sends only what the clients read.
 */
import { createHash, randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../http/listen.ts';

type Json = Record<string, unknown>;

interface Application {
  mainBranch?: string;
  /** The order of creation is the order of versions. */
  versions: { number: string; branches: string[] }[];
}
interface Pact {
  consumer: string;
  provider: string;
  /** Of the consumer. */
  version: string;
  /** The same for the same interactions. */
  sha: string;
  content: Json;
}
interface Result {
  /** The sha of the pact, and its consumer. */
  sha: string;
  consumer: string;
  providerVersion: string;
  success: boolean;
  /** As published. */
  body: Json;
}
interface Environment {
  uuid: string;
  name: string;
  production: boolean;
}
interface Recorded {
  uuid: string;
  kind: 'deployed' | 'released';
  application: string;
  version: string;
  environment: Environment;
  isCurrent: boolean;
}
/** A version of an application, as the broker's sentences call it. */
interface Side {
  name: string;
  number: string | undefined;
  description: string;
}
interface Selector {
  mainBranch?: boolean;
  matchingBranch?: boolean;
  deployedOrReleased?: boolean;
}

/** Answers the requests that begin with `route` ("GET /matrix"; "" is every request) with a failure. */
export interface Failure {
  route: string;
  answer: 401 | 409 | 500 | 'html' | 'silence';
}

interface Asked {
  /** Parameters of the path. */
  path: Record<string, string>;
  query: URLSearchParams;
  body: Json;
  /** Makes an address of segments of a path. */
  at: (...segments: string[]) => string;
}
interface Reply {
  status?: number;
  body: Json;
  location?: string;
}
type Handler = (asked: Asked) => Reply | undefined;

const mainBranches = ['develop', 'main', 'master'];
const failures: Record<Exclude<Failure['answer'], 'silence'>, [status: number, type: string, body: string]> = {
  401: [401, 'application/json', '{"error":"You must be logged in."}'],
  409: [409, 'application/json', '{"error":"The resource was changed by another request."}'],
  500: [500, 'application/hal+json', '{"error":{"message":"An error has occurred.","reference":"1"}}'],
  html: [200, 'text/html', '<!doctype html><title>Log in</title>'],
};

const addressOf = ({ provider, consumer }: Pact, at: Asked['at'], ...segments: string[]) =>
  at('pacts', 'provider', provider, 'consumer', consumer, ...segments);
/** Names the version of the consumer for which a pact was found. */
const metadataOf = ({ version }: Pact) => Buffer.from(`cvn=${version}`).toString('base64url');
const sha1 = (value: unknown) => createHash('sha1').update(JSON.stringify(value)).digest('hex');
const interactionsOf = (content: Json) => (content.interactions ?? content.messages ?? []) as Json[];
/** Like the broker's, it does not depend on the order of interactions, nor on the names of the applications. */
const shaOf = (content: Json) => sha1(interactionsOf(content).map(sha1).sort());

/** @returns `published`, which is what clients published; `requests` as "METHOD target"; `failing`, which a test may set. */
export async function startBroker() {
  const applications = new Map<string, Application>();
  const pacts: Pact[] = [];
  const results: Result[] = [];
  const environments: Environment[] = [];
  const recorded: Recorded[] = [];
  const webhooks: Json[] = [];

  const findVersion = (name: string, number: string) =>
    applications.get(name)?.versions.find((version) => version.number === number);
  const latestOf = (name: string, branch = '') =>
    applications.get(name)?.versions.findLast(({ branches }) => branches.includes(branch));
  const isRecorded = (name: string, number: string, environment?: Environment) =>
    recorded.some(
      (one) =>
        one.isCurrent &&
        one.application === name &&
        one.version === number &&
        (!environment || one.environment === environment),
    );
  const isOf = (pact: Pact) => (result: Result) => result.consumer === pact.consumer && result.sha === pact.sha;

  function application(name: string): Application {
    const found = applications.get(name) ?? { versions: [] };
    applications.set(name, found);
    return found;
  }

  /** @returns whether the version is new. */
  function addVersion(name: string, number: string, branch?: string): boolean {
    const owner = application(name);
    const known = findVersion(name, number);
    const version = known ?? { number, branches: [] };
    if (!known) owner.versions.push(version);
    if (branch && !version.branches.includes(branch)) version.branches.push(branch);
    if (branch && mainBranches.includes(branch)) owner.mainBranch ??= branch;
    return !known;
  }

  const index: Handler = ({ at }) => {
    const paths = {
      'pb:publish-contracts': '/contracts/publish',
      'pb:pacticipant': '/pacticipants/{pacticipant}',
      'pb:pacticipant-version': '/pacticipants/{pacticipant}/versions/{version}',
      'pb:provider-pacts-for-verification': '/pacts/provider/{provider}/for-verification',
      'pb:environments': '/environments',
      'pb:webhooks': '/webhooks',
    };
    const links = Object.entries(paths).map(([relation, path]) => [
      relation,
      { href: at() + path, templated: path.includes('{') },
    ]);
    return { body: { _links: Object.fromEntries(links) } };
  };

  const publish: Handler = ({ body, at }) => {
    const {
      pacticipantName: consumer = '',
      pacticipantVersionNumber: version = '',
      branch,
    } = body as typeof body & Record<string, string>;
    const sent = (body.contracts as Record<string, string>[]).map(({ providerName: provider = '', content = '' }) => {
      const parsed = JSON.parse(Buffer.from(content, 'base64').toString('utf8')) as Json;
      const pact = { consumer, provider, version, sha: shaOf(parsed), content: parsed };
      const old = pacts.find(
        (one) => one.consumer === consumer && one.provider === provider && one.version === version,
      );
      return { pact, old };
    });
    const changed = sent.find(({ pact, old }) => old && old.sha !== pact.sha);
    if (changed) {
      const error = `Cannot change the content of the pact for ${consumer} version ${version} and provider ${changed.pact.provider}`;
      return { status: 409, body: { notices: [{ type: 'error', text: error }], errors: { contracts: [error] } } };
    }
    const done = addVersion(consumer, version, branch) ? 'Created' : 'Updated';
    const onBranch = branch ? ` with branch ${branch}` : '';
    const notices = [{ type: 'debug', text: `${done} ${consumer} version ${version}${onBranch}` }];
    for (const { pact, old } of sent) {
      application(pact.provider);
      if (!old) pacts.push(pact);
      const of = `for ${consumer} version ${version} and provider ${pact.provider}`;
      const text = `Pact successfully ${old ? `republished ${of} with no content changes` : `published ${of}`}.`;
      notices.push({ type: 'success', text });
    }
    const link = (name: string, ...segments: string[]) => ({ title: '', name, href: at('pacticipants', ...segments) });
    const app = link(consumer, consumer);
    const appVersion = link(version, consumer, 'versions', version);
    return {
      body: {
        ...{ notices, logs: [] },
        _embedded: {
          pacticipant: { name: consumer, _links: { self: app } },
          version: { number: version, _links: { self: appVersion } },
        },
        _links: {
          'pb:pacticipant': app,
          'pb:pacticipant-version': appVersion,
          'pb:pacticipant-version-tags': [],
          'pb:contracts': [],
        },
      },
    };
  };

  const environmentDocument = ({ at }: Asked, environment: Environment) => {
    const self = at('environments', environment.uuid);
    return {
      ...environment,
      _links: {
        self: { name: environment.name, href: self },
        'pb:currently-supported-released-versions': { href: `${self}/released-versions/currently-supported` },
      },
    };
  };
  const recordedDocument = ({ at }: Asked, { uuid, kind, application: name, version, isCurrent }: Recorded) => ({
    ...{ uuid, [kind === 'deployed' ? 'currentlyDeployed' : 'currentlySupported']: isCurrent },
    _embedded: { pacticipant: { name }, version: { number: version } },
    _links: { self: { href: at(`${kind}-versions`, uuid) } },
  });
  const findEnvironment = (uuid: string | undefined) => environments.find((one) => one.uuid === uuid);

  const addEnvironment: Handler = (asked) => {
    const { name = '', production = false } = asked.body as Partial<Environment>;
    const environment = { uuid: randomUUID(), name, production };
    environments.push(environment);
    const location = asked.at('environments', environment.uuid);
    return { status: 201, location, body: environmentDocument(asked, environment) };
  };
  const readEnvironments: Handler = (asked) => {
    const documents = environments.map((one) => environmentDocument(asked, one));
    const links = { 'pb:environments': documents.map(({ _links }) => _links.self) };
    return { body: { _embedded: { environments: documents }, _links: links } };
  };
  const readEnvironment: Handler = (asked) => {
    const environment = findEnvironment(asked.path.uuid);
    return environment && { body: environmentDocument(asked, environment) };
  };
  const addWebhook: Handler = ({ body, at }) => {
    webhooks.push(body);
    const { request: _, ...shown } = body;
    const location = at('webhooks', randomUUID());
    return { status: 201, location, body: { ...shown, _links: { self: { href: location } } } };
  };

  const readReleased: Handler = (asked) => {
    const environment = findEnvironment(asked.path.uuid);
    const name = asked.query.get('pacticipant');
    const releasedVersions = recorded
      .filter((one) => one.kind === 'released' && one.isCurrent && one.environment === environment)
      .filter((one) => one.application === name)
      .map((one) => recordedDocument(asked, one));
    return { body: { _embedded: { releasedVersions } } };
  };
  const record = (kind: Recorded['kind']) => (asked: Asked) => {
    const { name = '', version = '', uuid } = asked.path;
    const environment = findEnvironment(uuid);
    if (!environment || !findVersion(name, version)) return undefined;
    for (const old of recorded) {
      const isReplaced = kind === 'deployed' || old.version === version;
      if (old.kind === kind && old.application === name && old.environment === environment && isReplaced)
        old.isCurrent = false;
    }
    const added = { uuid: randomUUID(), kind, application: name, version, environment, isCurrent: true };
    recorded.push(added);
    return { status: 201, location: asked.at(`${kind}-versions`, added.uuid), body: recordedDocument(asked, added) };
  };
  const endSupport: Handler = (asked) => {
    const found = recorded.find(({ uuid }) => uuid === asked.path.uuid);
    if (!found) return undefined;
    found.isCurrent = asked.body.currentlySupported === true;
    return { body: recordedDocument(asked, found) };
  };

  const readApplication: Handler = ({ path: { name = '' }, at }) => {
    const href = `${at('pacticipants', name)}/branches/{branch}/versions/{version}`;
    return applications.has(name) ? { body: { name, _links: { 'pb:branch-version': { href } } } } : undefined;
  };
  const readVersion: Handler = ({ path: { name = '', version: number = '' }, at }) => {
    const self = at('pacticipants', name, 'versions', number);
    const record = (kind: string) =>
      environments.map((one) => ({ name: one.name, href: `${self}/${kind}-versions/environment/${one.uuid}` }));
    const links = { 'pb:record-deployment': record('deployed'), 'pb:record-release': record('released') };
    return findVersion(name, number) && { body: { number, _links: { self: { href: self }, ...links } } };
  };
  const addBranchVersion: Handler = ({ path: { name = '', branch = '', version = '' }, at }) => {
    const isNew = !findVersion(name, version)?.branches.includes(branch);
    addVersion(name, version, branch);
    const location = at('pacticipants', name, 'branches', branch, 'versions', version);
    return isNew ? { status: 201, location, body: {} } : { body: {} };
  };

  /** Pacts with the same content are one: the latest. */
  const forVerification: Handler = ({ path: { provider = '' }, body, at }) => {
    if (!applications.has(provider)) return undefined;
    const { includePendingStatus, includeWipPactsSince, providerVersionBranch: branch } = body;
    const selectors = (body.consumerVersionSelectors ?? []) as Selector[];
    const isSelected = ({ consumer, version }: Pact) =>
      selectors.some(({ deployedOrReleased, mainBranch }) =>
        deployedOrReleased
          ? isRecorded(consumer, version)
          : latestOf(consumer, mainBranch ? applications.get(consumer)?.mainBranch : String(branch))?.number ===
            version,
      );
    const isKept = (pact: Pact) =>
      results.filter(isOf(pact)).some(({ success, providerVersion }) => {
        const branches = findVersion(provider, providerVersion)?.branches;
        return success && (!branch || branches?.includes(String(branch)));
      });
    const isSame = (pact: Pact) => (other: Pact) => other.consumer === pact.consumer && other.sha === pact.sha;
    const own = pacts.filter((pact) => pact.provider === provider);
    const selected = own.filter(isSelected).sort((a, b) => a.consumer.localeCompare(b.consumer));
    const listed = selected.filter((pact) => selected.findLast(isSame(pact)) === pact);
    const isHead = ({ consumer, version }: Pact) =>
      findVersion(consumer, version)?.branches.some((name) => latestOf(consumer, name)?.number === version);
    const wip = own.filter(
      (pact) => includeWipPactsSince && branch && isHead(pact) && !isKept(pact) && !listed.some(isSame(pact)),
    );
    const documents = [...listed, ...wip].map((pact) => {
      const { consumer, version, sha } = pact;
      const address = addressOf(pact, at, 'pact-version', sha, 'metadata', metadataOf(pact));
      const isWip = wip.includes(pact);
      const properties = {
        ...(includePendingStatus === true && { pending: isWip || !isKept(pact) }),
        ...(isWip && { wip: true }),
        notices: [],
      };
      const name = `Pact between ${consumer} (${version}) and ${provider}`;
      return { shortDescription: '', verificationProperties: properties, _links: { self: { href: address, name } } };
    });
    const self = { href: at('pacts', 'provider', provider, 'for-verification') };
    return { body: { _embedded: { pacts: documents }, _links: { self } } };
  };

  /** By content, where the metadata names the version of the consumer, or by version. */
  const findPact = ({ provider, consumer, sha, version, metadata = '' }: Record<string, string>) => {
    const wanted = version ?? new URLSearchParams(Buffer.from(metadata, 'base64url').toString()).get('cvn');
    return pacts.findLast(
      (pact) =>
        pact.provider === provider &&
        pact.consumer === consumer &&
        (sha === undefined || pact.sha === sha) &&
        (!wanted || pact.version === wanted),
    );
  };
  const readPact: Handler = ({ path, at }) => {
    const pact = findPact(path);
    if (!pact) return undefined;
    const { consumer, provider, version, sha, content } = pact;
    const metadata = path.metadata ?? metadataOf(pact);
    const links = {
      self: {
        name: `Pact between ${consumer} (${version}) and ${provider}`,
        href: addressOf(pact, at, 'version', version),
      },
      'pb:consumer-version': { name: version, href: at('pacticipants', consumer, 'versions', version) },
      'pb:provider': { name: provider, href: at('pacticipants', provider) },
      'pb:publish-verification-results': {
        href: addressOf(pact, at, 'pact-version', sha, 'metadata', metadata, 'verification-results'),
      },
    };
    const list = content.messages ? 'messages' : 'interactions';
    const interactions = interactionsOf(content).map((one) => ({ _id: sha1(one), ...one }));
    return { body: { ...content, [list]: interactions, _links: links } };
  };
  const addResult: Handler = ({ path, body, at }) => {
    const pact = findPact(path);
    if (!pact) return undefined;
    const { consumer, provider, sha } = pact;
    const providerVersion = String(body.providerApplicationVersion);
    addVersion(provider, providerVersion);
    const success = body.success === true;
    const number = String(results.push({ consumer, sha, providerVersion, success, body }));
    const location = addressOf(pact, at, 'pact-version', sha, 'verification-results', number);
    return { status: 201, location, body: { success } };
  };

  /** The versions in the environment. Without any: one side without a version. */
  function sidesIn(environment: Environment, name: string): Side[] {
    const { versions = [] } = applications.get(name) ?? {};
    const present = versions.filter(({ number }) => isRecorded(name, number, environment)).reverse();
    const prefix = present.length > 1 ? 'one of the versions' : 'the version';
    const nowhere = 'no version is currently recorded as deployed/released in this environment';
    const none = `a version of ${name} currently in ${environment.name} (${nowhere})`;
    const sides = present.map(({ number }) => ({
      ...{ name, number },
      description: `${prefix} of ${name} currently in ${environment.name} (${number})`,
    }));
    return sides.length > 0 ? sides : [{ name, number: undefined, description: none }];
  }

  /** A consumer needs its providers in the target; a provider needs only the consumers that are there. */
  const matrix: Handler = ({ query }) => {
    const name = query.get('q[][pacticipant]') ?? '';
    const number = query.get('q[][version]') ?? '';
    const wanted = query.get('environment');
    const environment = environments.find((one) => one.name === wanted);
    const refuse = (error: string) => ({ status: 400, body: { errors: [error] } });
    if (!applications.has(name)) return refuse(`Pacticipant ${name} not found`);
    if (!environment) return refuse(`Environment with name '${wanted}' does not exist`);
    const own: Side = { name, number, description: `version ${number} of ${name}` };
    const others = (one: 'consumer' | 'provider', other: 'consumer' | 'provider') =>
      [...new Set(pacts.filter((pact) => pact[one] === name).map((pact) => pact[other]))].flatMap((found) =>
        sidesIn(environment, found),
      );
    const rows = [
      ...others('consumer', 'provider').map((provider) => ({ consumer: own, provider })),
      ...others('provider', 'consumer').map((consumer) => ({ consumer, provider: own })),
    ].flatMap(({ consumer, provider }) => {
      const pact = pacts.find(
        (one) => one.consumer === consumer.name && one.provider === provider.name && one.version === consumer.number,
      );
      if (!pact) return [];
      const result = results.findLast((one) => isOf(pact)(one) && one.providerVersion === provider.number);
      return [{ consumer, provider, success: result?.success }];
    });
    const failed = rows.filter(({ success }) => success === false);
    const unknown = rows.filter(({ success }) => success === undefined);
    const between = ({ consumer, provider }: (typeof rows)[number]) =>
      `between ${consumer.description} and ${provider.description}`;
    const isKnown = findVersion(name, number) !== undefined;
    const errors = isKnown
      ? [
          ...failed.map((row) => `The verification for the pact ${between(row)} failed`),
          ...unknown.map((row) => `There is no verified pact ${between(row)}`),
        ]
      : [`No pacts or verifications have been published for version ${number} of ${name}`];
    const fine =
      rows.length > 0
        ? 'All required verification results are published and successful'
        : 'There are no missing dependencies';
    const isDeployable = unknown.length > 0 ? null : failed.length === 0;
    const side = ({ name, number }: Omit<Side, 'description'>) => ({
      name,
      version: number === undefined ? null : { number },
    });
    return {
      body: {
        summary: {
          deployable: isKnown ? isDeployable : false,
          reason: errors.join('\n') || fine,
          success: rows.length - failed.length - unknown.length,
          failed: failed.length,
          unknown: unknown.length,
        },
        notices:
          errors.length > 0 ? errors.map((text) => ({ type: 'error', text })) : [{ type: 'success', text: fine }],
        matrix: rows.map(({ consumer, provider, success }) => ({
          consumer: side(consumer),
          provider: side(success === undefined ? { ...provider, number: undefined } : provider),
          verificationResult: success === undefined ? null : { success },
        })),
      },
    };
  };

  const pactPath = '/pacts/provider/:provider/consumer/:consumer';
  const versionPath = '/pacticipants/:name/versions/:version';
  const routes = (
    [
      ['GET', '/', index],
      ['POST', '/contracts/publish', publish],
      ['GET', '/environments', readEnvironments],
      ['POST', '/environments', addEnvironment],
      ['GET', '/environments/:uuid', readEnvironment],
      ['POST', '/webhooks', addWebhook],
      ['GET', '/environments/:uuid/released-versions/currently-supported', readReleased],
      ['POST', `${versionPath}/deployed-versions/environment/:uuid`, record('deployed')],
      ['POST', `${versionPath}/released-versions/environment/:uuid`, record('released')],
      ['PATCH', '/released-versions/:uuid', endSupport],
      ['GET', '/pacticipants/:name', readApplication],
      ['GET', versionPath, readVersion],
      ['PUT', '/pacticipants/:name/branches/:branch/versions/:version', addBranchVersion],
      ['GET', '/pacts/provider/:provider/for-verification', forVerification],
      ['POST', '/pacts/provider/:provider/for-verification', forVerification],
      ['GET', `${pactPath}/version/:version`, readPact],
      ['GET', `${pactPath}/pact-version/:sha{/metadata/:metadata}?`, readPact],
      ['POST', `${pactPath}/pact-version/:sha{/metadata/:metadata}?/verification-results`, addResult],
      ['GET', '/matrix', matrix],
    ] as [string, string, Handler][]
  ).map(([method, pathname, handler]) => ({ method, pattern: new URLPattern({ pathname }), handler }));

  const requests: string[] = [];
  const listener: RequestListener = async (request, response) => {
    const target = `${request.method} ${request.url}`;
    requests.push(target);
    const sent = await text(request);
    const { failing } = broker;
    if (failing && target.startsWith(failing.route)) {
      if (failing.answer === 'silence') return;
      const [status, type, body] = failures[failing.answer];
      response.writeHead(status, { 'Content-Type': type }).end(body);
      return;
    }
    // An address in a reply has the name that the client used.
    const base = `http://${request.headers.host}`;
    const url = new URL(request.url ?? '/', base);
    const route = routes.find(({ method, pattern }) => method === request.method && pattern.test(url));
    const groups = Object.entries(route?.pattern.exec(url)?.pathname.groups ?? {});
    const path = groups.flatMap(([name, value]) => (value === undefined ? [] : [[name, decodeURIComponent(value)]]));
    const reply = route?.handler({
      path: Object.fromEntries(path),
      query: url.searchParams,
      body: sent ? JSON.parse(sent) : {},
      at: (...segments) => [base, ...segments.map(encodeURIComponent)].join('/'),
    });
    const missing: Reply = { status: 404, body: { error: 'The requested document was not found on this server.' } };
    const { status = 200, body, location } = reply ?? missing;
    const headers = { 'Content-Type': 'application/hal+json;charset=utf-8' };
    response.writeHead(status, location ? { ...headers, Location: location } : headers).end(JSON.stringify(body));
  };

  const { url, close } = await listen(listener);
  const published = { applications, pacts, results, environments, recorded, webhooks };
  const broker = { url, close, requests, published, failing: undefined as Failure | undefined };
  return broker;
}
