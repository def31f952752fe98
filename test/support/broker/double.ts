/** A Pact Broker in memory, with the routes of `transcript.jsonl`, which was recorded on Pact Broker 2.113.0. */
import { createHash, randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../http/listen.ts';
import { findPactsToVerify, findVersion, readMatrix } from './decisions.ts';
import type { Application, Environment, Json, Pact, Recorded, State } from './state.ts';

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

const sha1 = (value: unknown) => createHash('sha1').update(JSON.stringify(value)).digest('hex');
const now = () => new Date().toISOString().replace(/\.\d+Z/, '+00:00');
const interactionsOf = (content: Json) => (content.interactions ?? content.messages ?? []) as Json[];

/** Like the broker's, it does not depend on the order of interactions, nor on the names of the applications. */
const shaOf = (content: Json) => sha1(interactionsOf(content).map(sha1).sort());

/**
 * @param options.failing see `failing` of the result.
 * @returns `url`; `published`, which is what clients published; `requests` as "METHOD target"; `failing`, which a test
 *   may set at any time.
 */
export async function startBroker(options: { failing?: Failure } = {}) {
  const state: State = {
    applications: new Map(),
    pacts: [],
    results: [],
    environments: [],
    recorded: [],
    webhooks: [],
  };

  function application(name: string): Application {
    const found = state.applications.get(name) ?? { versions: [] };
    state.applications.set(name, found);
    return found;
  }

  /** @returns whether the version is new. */
  function addVersion(name: string, number: string, branch?: string): boolean {
    const owner = application(name);
    const known = findVersion(state, name, number);
    const version = known ?? { number, branches: [] };
    if (!known) owner.versions.push(version);
    if (branch && !version.branches.includes(branch)) version.branches.push(branch);
    if (branch && mainBranches.includes(branch)) owner.mainBranch ??= branch;
    return !known;
  }

  const versionLink = ({ at }: Asked, name: string, number: string) => ({
    title: 'Version',
    name: number,
    href: at('pacticipants', name, 'versions', number),
  });

  const index: Handler = ({ at }) => {
    const link = (path: string) => ({ href: at() + path, templated: path.includes('{') });
    const links = {
      self: link(''),
      'pb:publish-contracts': link('/contracts/publish'),
      'pb:pacticipant': link('/pacticipants/{pacticipant}'),
      'pb:pacticipant-version': link('/pacticipants/{pacticipant}/versions/{version}'),
      'pb:pacticipant-branch-version': link('/pacticipants/{pacticipant}/branches/{branch}/versions/{version}'),
      'pb:provider-pacts-for-verification': link('/pacts/provider/{provider}/for-verification'),
      'pb:environments': link('/environments'),
      'pb:environment': link('/environments/{uuid}'),
      'pb:webhooks': link('/webhooks'),
    };
    return { body: { _links: links } };
  };

  const publish: Handler = (asked) => {
    const {
      pacticipantName: consumer = '',
      pacticipantVersionNumber: version = '',
      branch,
    } = asked.body as Record<string, string>;
    const pacts = (asked.body.contracts as Record<string, string>[]).map(({ providerName = '', content = '' }) => {
      const parsed = JSON.parse(Buffer.from(content, 'base64').toString('utf8')) as Json;
      return { consumer, provider: providerName, version, sha: shaOf(parsed), content: parsed, createdAt: now() };
    });
    const same = (pact: Pact) => (other: Pact) =>
      other.consumer === pact.consumer && other.provider === pact.provider && other.version === pact.version;
    const changed = pacts.find((pact) => state.pacts.some((old) => same(pact)(old) && old.sha !== pact.sha));
    if (changed) {
      const error = `Cannot change the content of the pact for ${consumer} version ${version} and provider ${changed.provider}`;
      return { status: 409, body: { notices: [{ type: 'error', text: error }], errors: { contracts: [error] } } };
    }
    const isNew = addVersion(consumer, version, branch);
    const onBranch = branch ? ` with branch ${branch}` : '';
    const notices = [
      { type: 'debug', text: `${isNew ? 'Created' : 'Updated'} ${consumer} version ${version}${onBranch}` },
    ];
    const links = pacts.map((pact) => {
      const { provider } = pact;
      application(provider);
      const isKnown = state.pacts.some(same(pact));
      if (!isKnown) state.pacts.push(pact);
      const href = asked.at('pacts', 'provider', provider, 'consumer', consumer, 'version', version);
      const done = isKnown ? 'republished' : 'published';
      const text = `Pact successfully ${done} for ${consumer} version ${version} and provider ${provider}.`;
      notices.push({ type: 'success', text });
      return { title: 'Pact', name: `Pact between ${consumer} (${version}) and ${provider}`, href };
    });
    return {
      body: {
        notices,
        logs: [],
        _embedded: {
          pacticipant: { name: consumer, _links: { self: { href: asked.at('pacticipants', consumer) } } },
          version: { number: version, _links: { self: versionLink(asked, consumer, version) } },
        },
        _links: {
          'pb:pacticipant': { title: 'Pacticipant', name: consumer, href: asked.at('pacticipants', consumer) },
          'pb:pacticipant-version': versionLink(asked, consumer, version),
          'pb:pacticipant-version-tags': [],
          'pb:contracts': links,
        },
      },
    };
  };

  const environmentDocument = ({ at }: Asked, { uuid, ...environment }: Environment) => {
    const self = at('environments', uuid);
    return {
      ...{ uuid, ...environment },
      _links: {
        self: { name: environment.name, href: self },
        'pb:currently-deployed-deployed-versions': { href: `${self}/deployed-versions/currently-deployed` },
        'pb:currently-supported-released-versions': { href: `${self}/released-versions/currently-supported` },
        'pb:environments': { href: at('environments') },
      },
    };
  };
  const recordedDocument = (asked: Asked, recorded: Recorded, environment?: Environment) => {
    const { uuid, kind, application: name, version, isCurrent } = recorded;
    return {
      ...{ uuid, [kind === 'deployed' ? 'currentlyDeployed' : 'currentlySupported']: isCurrent },
      _embedded: {
        pacticipant: { name, _links: { self: { href: asked.at('pacticipants', name) } } },
        version: { number: version, _links: { self: versionLink(asked, name, version) } },
        ...(environment && { environment: environmentDocument(asked, environment) }),
      },
      _links: { self: { href: asked.at(`${kind}-versions`, uuid) } },
    };
  };
  const findEnvironment = (uuid: string | undefined) => state.environments.find((one) => one.uuid === uuid);

  const addEnvironment: Handler = (asked) => {
    const { name = '', production = false } = asked.body as Partial<Environment>;
    const environment = { uuid: randomUUID(), name, production };
    state.environments.push(environment);
    return {
      ...{ status: 201, location: asked.at('environments', environment.uuid) },
      body: environmentDocument(asked, environment),
    };
  };
  const addWebhook: Handler = ({ body, at }) => {
    const uuid = randomUUID();
    state.webhooks.push(body);
    const { request: _, ...shown } = body;
    const href = at('webhooks', uuid);
    return { status: 201, location: href, body: { uuid, ...shown, _links: { self: { href } } } };
  };
  const readEnvironments: Handler = (asked) => {
    const environments = state.environments.map((one) => environmentDocument(asked, one));
    const links = environments.map(({ _links }) => _links.self);
    const self = { href: asked.at('environments') };
    return { body: { _embedded: { environments }, _links: { self, 'pb:environments': links } } };
  };
  const readEnvironment: Handler = (asked) => {
    const environment = findEnvironment(asked.path.uuid);
    return environment && { body: environmentDocument(asked, environment) };
  };

  const readRecorded = (kind: Recorded['kind']) => (asked: Asked) => {
    const found = state.recorded.filter(
      (one) =>
        one.kind === kind &&
        one.isCurrent &&
        one.environment === asked.path.uuid &&
        [null, one.application].includes(asked.query.get('pacticipant')),
    );
    const documents = found.map((one) => recordedDocument(asked, one));
    return findEnvironment(asked.path.uuid) && { body: { _embedded: { [`${kind}Versions`]: documents } } };
  };
  const record = (kind: Recorded['kind']) => (asked: Asked) => {
    const { name = '', version = '', uuid } = asked.path;
    const environment = findEnvironment(uuid);
    if (!environment || !findVersion(state, name, version)) return undefined;
    const recorded = { uuid: randomUUID(), kind, application: name, version, environment: environment.uuid };
    const isReplaced = (one: Recorded) =>
      one.kind === kind &&
      one.application === name &&
      one.environment === uuid &&
      (kind === 'deployed' || one.version === version);
    for (const old of state.recorded.filter(isReplaced)) old.isCurrent = false;
    const added = { ...recorded, isCurrent: true };
    state.recorded.push(added);
    return {
      ...{ status: 201, location: asked.at(`${kind}-versions`, added.uuid) },
      body: recordedDocument(asked, added, environment),
    };
  };
  const changeRecorded: Handler = (asked) => {
    const recorded = state.recorded.find(({ uuid }) => uuid === asked.path.uuid);
    if (!recorded) return undefined;
    const { currentlyDeployed, currentlySupported } = asked.body;
    recorded.isCurrent = (currentlyDeployed ?? currentlySupported) === true;
    return { body: recordedDocument(asked, recorded, findEnvironment(recorded.environment)) };
  };

  const readApplication: Handler = ({ path: { name = '' }, at }) => {
    const found = state.applications.get(name);
    const self = at('pacticipants', name);
    const links = {
      self: { href: self },
      'pb:version': { href: `${self}/versions/{version}` },
      'pb:branch-version': { href: `${self}/branches/{branch}/versions/{version}` },
    };
    return found && { body: { name, mainBranch: found.mainBranch, _links: links } };
  };
  const readVersion: Handler = (asked) => {
    const { name = '', version: number = '' } = asked.path;
    const version = findVersion(state, name, number);
    if (!version) return undefined;
    const self = versionLink(asked, name, number);
    const record = (kind: string) =>
      state.environments.map((one) => ({
        name: one.name,
        href: `${self.href}/${kind}-versions/environment/${one.uuid}`,
      }));
    const links = { self, 'pb:record-deployment': record('deployed'), 'pb:record-release': record('released') };
    return { body: { number, _links: links } };
  };
  const addBranchVersion: Handler = ({ path: { name = '', branch = '', version = '' }, at }) => {
    const isNew = !findVersion(state, name, version)?.branches.includes(branch);
    addVersion(name, version, branch);
    const location = at('pacticipants', name, 'branches', branch, 'versions', version);
    const body = { _links: { self: { href: location } } };
    return isNew ? { status: 201, location, body } : { body };
  };

  const forVerification: Handler = ({ path: { provider = '' }, body, at }) => {
    const self = { href: at('pacts', 'provider', provider, 'for-verification') };
    return (
      state.applications.get(provider) && {
        body: { _embedded: { pacts: findPactsToVerify(state, provider, body, at) }, _links: { self } },
      }
    );
  };

  /** By content, where the metadata names the version of the consumer, or by version. */
  const findPact = ({ provider, consumer, sha, version, metadata = '' }: Record<string, string>) => {
    const wanted = version ?? new URLSearchParams(Buffer.from(metadata, 'base64url').toString()).get('cvn');
    return state.pacts.findLast(
      (pact) =>
        pact.provider === provider &&
        pact.consumer === consumer &&
        (sha === undefined || pact.sha === sha) &&
        (!wanted || pact.version === wanted),
    );
  };
  const readPact: Handler = (asked) => {
    const pact = findPact(asked.path);
    if (!pact) return undefined;
    const { consumer, provider, version, sha, content } = pact;
    const self = asked.at('pacts', 'provider', provider, 'consumer', consumer, 'version', version);
    const byContent = asked.at('pacts', 'provider', provider, 'consumer', consumer, 'pact-version', sha);
    const metadata = asked.path.metadata ?? Buffer.from(`cvn=${version}`).toString('base64url');
    const list = content.messages ? 'messages' : 'interactions';
    const links = {
      self: { href: self },
      'pb:consumer': { name: consumer, href: asked.at('pacticipants', consumer) },
      'pb:consumer-version': versionLink(asked, consumer, version),
      'pb:provider': { name: provider, href: asked.at('pacticipants', provider) },
      'pb:pact-version': { name: sha, href: byContent },
      'pb:publish-verification-results': { href: `${byContent}/metadata/${metadata}/verification-results` },
    };
    const interactions = interactionsOf(content).map((one) => ({ _id: sha1(one), ...one }));
    return { body: { ...content, [list]: interactions, _links: links } };
  };
  const addResult: Handler = ({ path, body, at }) => {
    const pact = findPact(path);
    if (!pact) return undefined;
    const { consumer, provider, sha } = pact;
    const providerVersion = String(body.providerApplicationVersion);
    addVersion(provider, providerVersion);
    const number = state.results.length + 1;
    const success = body.success === true;
    state.results.push({ consumer, provider, sha, providerVersion, success, body });
    const pactVersion = at('pacts', 'provider', provider, 'consumer', consumer, 'pact-version', sha);
    const location = `${pactVersion}/verification-results/${number}`;
    const { testResults, buildUrl } = body;
    const names = { providerName: provider, providerApplicationVersion: providerVersion };
    return { status: 201, location, body: { ...names, success, testResults, buildUrl } };
  };

  const matrix: Handler = ({ query, at }) => {
    const name = query.get('q[][pacticipant]') ?? '';
    const version = query.get('q[][version]') ?? '';
    const wanted = query.get('environment');
    const environment = state.environments.find((one) => one.name === wanted);
    const errors: string[] = [];
    if (!state.applications.has(name)) errors.push(`Pacticipant ${name} not found`);
    if (wanted !== null && !environment) errors.push(`Environment with name '${wanted}' does not exist`);
    if (errors.length > 0) return { status: 400, body: { errors } };
    const latestOnly = query.get('latestby') !== 'cvpv';
    const limit = Number(query.get('limit') ?? 100);
    return { body: readMatrix(state, { name, version, environment, latestOnly, limit }, at) };
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
      ['GET', '/environments/:uuid/deployed-versions/currently-deployed', readRecorded('deployed')],
      ['GET', '/environments/:uuid/released-versions/currently-supported', readRecorded('released')],
      ['POST', `${versionPath}/deployed-versions/environment/:uuid`, record('deployed')],
      ['POST', `${versionPath}/released-versions/environment/:uuid`, record('released')],
      ['PATCH', '/deployed-versions/:uuid', changeRecorded],
      ['PATCH', '/released-versions/:uuid', changeRecorded],
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
    const headers = {
      'Content-Type': 'application/hal+json;charset=utf-8',
      'X-Pact-Broker-Version': '2.113.0',
    };
    response.writeHead(status, location ? { ...headers, Location: location } : headers).end(JSON.stringify(body));
  };

  const { url, close } = await listen(listener);
  const broker = { url, close, requests, published: state, failing: options.failing };
  return broker;
}
