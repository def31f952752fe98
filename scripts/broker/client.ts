import { BadArguments, CommandFailed } from '../../common/cli/arguments.ts';
import { isObject } from '../../mock/contracts/pacts/matching-rules.ts';
import { exitCodes } from '../verify/verdict.ts';

export type Env = Readonly<Record<string, string | undefined>>;
export type Json = Record<string, unknown>;

/** A JSON object of a broker. */
export interface Resource {
  url: string;
  status: number;
  body: Json;
}

/** For one request with its reply. */
const timeoutMs = 10_000;

/** A broker's own words are cut. */
const maxWordsLength = 300;

/** The errors that a broker names, as in `{"errors": ["..."]}` or `{"errors": {"version": ["..."]}}`. */
export const wordsIn = ({ error, errors }: Json): string =>
  [error, isObject(errors) ? Object.values(errors) : errors]
    .flat(2)
    .filter((word) => typeof word === 'string')
    .join('; ')
    .slice(0, maxWordsLength);

const basic = (name: string, password: string) => `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;

function authorizationOf({ username, password }: URL, env: Env): string | undefined {
  if (username !== '') return basic(decodeURIComponent(username), decodeURIComponent(password));
  const { PACT_BROKER_TOKEN: token, PACT_BROKER_USERNAME: name, PACT_BROKER_PASSWORD = '' } = env;
  return token ? `Bearer ${token}` : name ? basic(name, PACT_BROKER_PASSWORD) : undefined;
}

/** An address without the credentials in it. */
function withoutCredentials(address: string): string {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url.href;
}

const fixes: Record<number, string> = {
  401: 'set PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD, to valid credentials',
  403: 'use credentials that may do this',
  404: 'check the address',
};

export type Client = ReturnType<typeof connect>;

/**
 * Sends requests to the broker at an address. Credentials are in the address, in `PACT_BROKER_TOKEN`, or in
 * `PACT_BROKER_USERNAME` and `PACT_BROKER_PASSWORD`; another origin, to which a link may lead, does not get them.
 */
export function connect(address: string, env: Env) {
  const { origin } = new URL(address);
  const authorization = authorizationOf(new URL(address), env);
  const secrets = [authorization?.replace(/^\w+ /, ''), env.PACT_BROKER_TOKEN, env.PACT_BROKER_PASSWORD];
  const hide = (text: string) =>
    secrets.reduce<string>((hidden, secret) => (secret ? hidden.replaceAll(secret, '***') : hidden), text);
  // Without the query, in which some servers expect a token.
  const failure = (url: string, found: string, fix: string) =>
    new CommandFailed(`${withoutCredentials(url).split('?')[0]}: ${hide(found)}; ${fix}.`, exitCodes.inaccessible);

  async function exchange(method: string, url: string, body: Json | undefined) {
    try {
      const reply = await fetch(withoutCredentials(url), {
        method,
        headers: {
          Accept: 'application/hal+json, application/json',
          ...(body && { 'Content-Type': 'application/json' }),
          ...(authorization && new URL(url).origin === origin && { Authorization: authorization }),
        },
        ...(body && { body: JSON.stringify(body) }),
        // Otherwise a redirected POST is repeated as GET, which succeeds and publishes nothing.
        redirect: method === 'GET' ? 'follow' : 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      });
      return { status: reply.status, type: reply.headers.get('Content-Type'), text: await reply.text() };
    } catch (error) {
      const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } };
      const why = cause?.code ?? cause?.message ?? message;
      const found = name === 'TimeoutError' ? `no reply within ${timeoutMs / 1000} s` : `no connection (${why})`;
      throw failure(url, found, 'check the address, and that the broker is running');
    }
  }

  /**
   * Sends a request and reads the JSON object of the reply.
   *
   * @param accepted other statuses than 2xx that are returned.
   * @throws {CommandFailed} with exit code 4 for another status, no reply within 10 s, or a reply that is not JSON.
   */
  async function request(method: string, url: string, body?: Json, accepted: number[] = []): Promise<Resource> {
    const { status, type, text } = await exchange(method, url, body);
    let read: unknown;
    try {
      read = JSON.parse(text);
    } catch {}
    if ((status < 200 || status > 299) && !accepted.includes(status)) {
      const words = isObject(read) ? wordsIn(read) : '';
      const isElsewhere = status === 401 && authorization !== undefined && new URL(url).origin !== origin;
      const fix = isElsewhere
        ? `credentials are sent to ${origin} only; correct PACT_BROKER_BASE_URL, or the base URL of the broker itself`
        : (fixes[status] ?? 'check the address, and see the log of the broker');
      throw failure(url, `${method} answers ${status}${words && ` (${words})`}`, fix);
    }
    if (!isObject(read)) {
      const found = `${method} answers ${type ?? 'no type'} instead of a JSON object`;
      throw failure(url, found, 'check that this is the address of a Pact Broker');
    }
    return { url: withoutCredentials(url), status, body: read };
  }

  /**
   * The address of a link, with its `{placeholders}` filled in.
   *
   * @throws {CommandFailed} with exit code 4 if there is no such link.
   */
  function linkOf({ url, body: { _links } }: Resource, relation: string, values: Record<string, string> = {}): string {
    const link = isObject(_links) ? _links[relation] : undefined;
    const href = isObject(link) ? String(link.href) : '';
    const filled = href.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? ''));
    const target = href === '' ? null : URL.parse(filled, url);
    if (target) return target.href;
    throw failure(url, `has no link "${relation}"`, 'check that this is the address of a Pact Broker, and update it');
  }

  return { request, linkOf, failure };
}

/** @throws {BadArguments} unless the value is the address of a broker. */
export function brokerAddress(name: string, value: string | undefined): string {
  const url = URL.parse(value ?? '');
  if (url?.protocol.startsWith('http')) return url.href;
  const found = value ? 'is not an address' : 'is missing';
  throw new BadArguments(
    `${name} ${found}; set it to the address of your Pact Broker, such as https://broker.example.`,
  );
}
