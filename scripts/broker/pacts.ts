import { BadArguments } from '../../common/cli/arguments.ts';
import { provider } from '../../contracts/families.ts';
import { isObject } from '../../mock/contracts/pacts/matching-rules.ts';
import type { ReadFile, Source } from '../verify/pact-files.ts';
import { brokerAddress, type Client, connect, type Env, type Json, type Resource } from './client.ts';

/** A pact with an address instead of a file. */
export interface BrokerPact extends Source {
  client: Client;
  /** With the broker's links; `url` is where it was read. */
  resource: Resource;
  /** A failure counts as "pending". */
  isPending: boolean;
  /** How a failure counts, if that needs a word. */
  note?: string;
}

interface Sources {
  /** Files and folders. */
  paths: string[];
  /** Of single pacts. */
  addresses: string[];
  /** The broker that selects pacts; undefined if none does. */
  broker: string | undefined;
  /** Where the credentials in the environment belong; undefined: to each address. */
  home: string | undefined;
}

const isAddress = (path: string) => /^https?:\/\//i.test(path);

/** `https://broker.example/pacts/…:12` means the interaction on line 12. */
const withPlace = /^(\w+:\/\/[^/]+\/.+?):(\d+(?::\d+)?)$/;

export const hasPlace = (address: string) => withPlace.test(address);

/**
 * Tells files from addresses. A webhook of the broker names the one pact to verify in `PACT_URL`.
 *
 * @param broker of `--broker`; empty: `PACT_BROKER_BASE_URL`.
 * @throws {BadArguments} if something is not an address.
 */
export function findSources(names: readonly string[], broker: string | undefined, env: Env): Sources {
  const selecting =
    broker === undefined
      ? undefined
      : brokerAddress(broker ? '--broker' : 'PACT_BROKER_BASE_URL', broker || env.PACT_BROKER_BASE_URL);
  const webhook = selecting !== undefined || names.length === 0 ? env.PACT_URL : undefined;
  const addresses = [...names.filter(isAddress), ...(webhook ? [webhook] : [])];
  const wrong = addresses.find((address) => !isAddress(address) || !URL.canParse(address));
  if (wrong !== undefined)
    throw new BadArguments(`"${wrong.replace(/\/\/.*@/, '//***@')}" is not the address of a pact, such as https://….`);
  const paths = names.filter((name) => !isAddress(name));
  const home = selecting ?? env.PACT_BROKER_BASE_URL;
  return { paths, addresses, broker: webhook ? undefined : selecting, home };
}

/** Credentials in the address, or those of the broker in the environment, which another origin does not get. */
const clientFor = (address: string, home: string | undefined, env: Env) =>
  connect(new URL(address).username === '' && home ? brokerAddress('PACT_BROKER_BASE_URL', home) : address, env);

async function readPact(client: Client, address: string) {
  const resource = await client.request('GET', address);
  const { _links: links } = resource.body;
  const self = isObject(links) && isObject(links.self) ? client.linkOf(resource, 'self') : resource.url;
  // Of many lines, so that an interaction has a place: a broker writes one line.
  return { client, resource, file: self, text: JSON.stringify(resource.body, null, 2) };
}

/** Reads the pact at an address, or an interaction of it. */
async function readAddress(named: string, home: string | undefined, env: Env): Promise<BrokerPact> {
  const [, address = named, place] = withPlace.exec(named) ?? [];
  const pact = await readPact(clientFor(address, home, env), address);
  return { ...pact, ...(place !== undefined && { place }), isPending: false };
}

/** The same pact has several addresses, which tell by which selectors it was found. */
const withoutMetadata = (address: string) => address.replace(/\/metadata\/[^/]*$/, '');

const wipDays = 90;
const isReleased = { deployedOrReleased: true };

/**
 * Reads the pacts that the broker selects for this provider: of main branches, of the branch of the same name, of
 * everything deployed or released, and work in progress.
 *
 * @throws {CommandFailed} with exit code 4 if the broker cannot be read.
 */
async function readSelected(broker: string, branch: string | undefined, env: Env): Promise<BrokerPact[]> {
  const client = connect(broker, env);
  const index = await client.request('GET', broker);
  const address = client.linkOf(index, 'pb:provider-pacts-for-verification', { provider });
  const select = async (options: Json) => {
    const reply = await client.request('POST', address, options, [404]);
    // The broker knows no pact of this provider.
    if (reply.status === 404) return [];
    const { _embedded: embedded } = reply.body;
    const pacts = isObject(embedded) ? embedded.pacts : undefined;
    if (!Array.isArray(pacts)) throw client.failure(reply.url, 'the reply has no list of pacts', 'update the broker');
    return pacts.filter(isObject).map((pact) => ({
      address: client.linkOf({ ...reply, body: pact }, 'self'),
      status: isObject(pact.verificationProperties) ? pact.verificationProperties : {},
    }));
  };
  const since = new Date(Date.now() - wipDays * 86_400_000).toISOString().slice(0, 10);
  const found = await select({
    includePendingStatus: true,
    consumerVersionSelectors: [{ mainBranch: true }, ...(branch ? [{ matchingBranch: true }] : []), isReleased],
    ...(branch && { providerVersionBranch: branch, includeWipPactsSince: since }),
  });
  // Apart, since a reply does not tell which selector found a pact.
  const released = new Set(
    (await select({ consumerVersionSelectors: [isReleased] })).map((one) => withoutMetadata(one.address)),
  );
  return Promise.all(
    found.map(async ({ address: at, status: { pending, wip } }): Promise<BrokerPact> => {
      const pact = await readPact(client, at);
      const isLive = released.has(withoutMetadata(at));
      const isPending = pending === true && !isLive;
      if (isPending) return { ...pact, isPending, note: `${wip ? 'work in progress' : 'pending'}: it fails nothing` };
      const note = 'the broker calls it pending, but it is deployed or released: a failure counts';
      return { ...pact, isPending, ...(pending === true && { note }) };
    }),
  );
}

/** Reads all pacts that have an address. */
export async function readBrokerPacts({ addresses, broker, home }: Sources, branch: string | undefined, env: Env) {
  const named = await Promise.all(addresses.map((address) => readAddress(address, home, env)));
  const selected = broker === undefined ? [] : await readSelected(broker, branch, env);
  const what = 'a main branch, the branch of the same name, everything deployed or released, and work in progress';
  const isEmpty = broker !== undefined && selected.length === 0;
  const sentence = `the broker has no pact with ${provider} for ${what}; publish one.`;
  return {
    pacts: [...named, ...selected],
    findings: isEmpty ? [{ outcome: 'not replayed' as const, sentence }] : [],
  };
}

/** A pact that is pending fails nothing, even if it cannot be read. */
export function withStatus(file: ReadFile, { isPending, note }: BrokerPact): ReadFile {
  const { damage, gap, ...rest } = file;
  const notes = [file.note, note && `${file.file}: ${note}`, ...(isPending ? [damage, gap] : [])].filter(Boolean);
  return {
    ...(isPending ? rest : file),
    ...(notes.length > 0 && { note: notes.join('; ') }),
    interactions: file.interactions.map((one) => ({ ...one, isPending: one.isPending || isPending })),
  };
}
