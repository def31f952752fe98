import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { BadArguments } from '../../common/cli/arguments.ts';
import { didYouMean } from '../../common/cli/did-you-mean.ts';
import { stateViolation } from '../../common/state-violation.ts';
import { readRequest } from '../../common/wire/request-context.ts';
import { provider } from '../../contracts/families.ts';
import { interactions } from '../../contracts/interactions/index.ts';
import { identityOf } from '../../contracts/interactions/interaction.ts';
import { routeOf } from '../../contracts/routes.ts';
import type { GivenState } from '../../contracts/states.ts';
import { readContracts } from '../../mock/contracts/contract.ts';
import { type ReadPact, readPactFiles } from '../../mock/contracts/pacts/read-pacts.ts';
import { BadFile, readDocument } from '../../mock/contracts/read-json.ts';
import { curlOf } from './curl.ts';
import { replyName } from './matrix.ts';
import { messages, streamPathOf } from './stream-messages.ts';
import type { FileVerdict, InteractionVerdict, Result } from './verdict.ts';
import { warningsOf, warnOfEveryList, warnOfSecrets } from './warnings.ts';

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An interaction before it is replayed, or with the reason why it is not. */
export interface ReadInteraction extends Omit<InteractionVerdict, 'results'> {
  isPending: boolean;
  /** As the verifier reads it. */
  written: Json;
  refused?: Result & { outcome: 'impossible' | 'not replayed' };
}

export interface ReadFile extends Omit<FileVerdict, 'interactions'> {
  interactions: ReadInteraction[];
  /** The pact without its interactions. */
  pact: Json;
}

type ReadHttp = ReadPact['interactions'][number];

export interface Source {
  file: string;
  /** `12` or `12:7`: only the interaction there. */
  place?: string;
  /** The content of a file that is an address. */
  text?: string;
}

/**
 * Finds the pact files of a path, in a fixed order: a file, an interaction in it (`a.json:12`), or a folder with its
 * subfolders. Names that begin with a dot are ignored.
 *
 * @throws {BadArguments} if there is no such file or folder.
 */
export function findPactFiles(path: string): Source[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isFile()) return [{ file: path }];
  const [, file = '', place] = /^(.+):(\d+(?::\d+)?)$/.exec(path) ?? [];
  if (place !== undefined && statSync(file, { throwIfNoEntry: false })?.isFile()) return [{ file, place }];
  if (!stats?.isDirectory())
    throw new BadArguments(`${path}: not found; expected a pact file or a folder of pact files`);
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json') && !/(?:^|[\\/])(?:\.|node_modules[\\/])/.test(name))
    .sort()
    .map((name) => ({ file: join(path, name) }));
}

const byteOrderMarks: [encoding: string, mark: number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** Reads a text, without its byte order mark. */
function readText(file: string): string {
  const bytes = readFileSync(file);
  const [encoding] = byteOrderMarks.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte)) ?? ['utf-8'];
  return new TextDecoder(encoding).decode(bytes);
}

/** The version of a consumer: as a broker writes it, or the folder in `<consumer>/<version>/a.json`. */
function versionIn({ _links }: Json, file: string, consumer: string | undefined): string | undefined {
  const link = isObject(_links) ? _links['pb:consumer-version'] : undefined;
  if (isObject(link) && typeof link.name === 'string') return link.name;
  const folder = dirname(file);
  return basename(dirname(folder)) === consumer ? basename(folder) : undefined;
}

/** Line and column of each description, from 1. */
function placesIn(text: string, list: string): { line: number; column: number }[] {
  const tree = parseTree(text);
  const { children = [] } = (tree && findNodeAtLocation(tree, [list])) ?? {};
  let [line, lineStart] = [1, 0];
  return children.map((interaction) => {
    const offset = findNodeAtLocation(interaction, ['description'])?.offset ?? interaction.offset;
    for (let end = text.indexOf('\n', lineStart); end >= 0 && end < offset; end = text.indexOf('\n', lineStart)) {
      line += 1;
      lineStart = end + 1;
    }
    return { line, column: offset - lineStart + 1 };
  });
}

type Refusal = NonNullable<ReadInteraction['refused']>;

const refusal = (outcome: Refusal['outcome'], ...sentences: string[]): Refusal => ({
  outcome,
  mismatches: sentences.map((sentence) => ({ sentence })),
});

function streamOf(written: Json, consumer: string): string | undefined {
  const metadata = written.metadata ?? written.metaData;
  return streamPathOf(consumer, String(written.description), isObject(metadata) ? metadata : {});
}

/** Why no stream can send a message, or why it is unknown which one. */
function refuseMessage(written: Json, path: string | undefined, states: readonly GivenState[]): Refusal | undefined {
  const description = String(written.description);
  if (path === undefined) {
    const known = messages.map(({ receiving }) => receiving);
    const fix =
      'give its "metadata" the "path" of a stream, or use a description of contracts/generated/pacts/messages';
    return refusal('not replayed', `no stream is known for this message; ${fix}.${didYouMean(description, known)}`);
  }
  const { operation } = readRequest('GET', path);
  const violations = states.flatMap((state) => stateViolation(state) ?? []);
  if (!operation || routeOf(operation.name).stream !== true) violations.push(`no stream has the path ${path}`);
  return violations.length > 0 ? refusal('impossible', ...violations) : undefined;
}

/** Why the verifier cannot replay an interaction. */
function refuseType({ type, pluginConfiguration }: Json, isV4: boolean): string | undefined {
  if (isV4 && typeof type !== 'string') return 'the interaction has no "type"; expected "Synchronous/HTTP"';
  if (isV4 && type !== 'Synchronous/HTTP' && type !== 'Asynchronous/Messages') {
    return `the type is "${type}"; expected "Synchronous/HTTP" or "Asynchronous/Messages"`;
  }
  if (!isObject(pluginConfiguration)) return undefined;
  return `it needs the plugin ${Object.keys(pluginConfiguration).join(', ')}; write it without a plugin`;
}

const ownIdentities = new Set(interactions.map(identityOf));

/** Our own contracts get none: they compare a title, which the provider alone may change. */
function httpWarnings({ interaction, contract, error }: ReadHttp, written: Json): string[] {
  const { consumer, description, states } = interaction;
  if (ownIdentities.has([consumer, description, ...states.map(({ name }) => name)].join('\n'))) return [];
  const [, misfit] = /^the response violates its schema: (.*)/s.exec(error?.message ?? '') ?? [];
  const unfit = misfit === undefined ? [] : [`the example does not fit: ${misfit}`];
  return [...warningsOf(interaction, written, contract), ...unfit];
}

/** The operation that a request belongs to, and the reply that it relies on. */
function coveredBy({ interaction, contract }: ReadHttp): Pick<InteractionVerdict, 'operation' | 'reply'> {
  const { request, response } = interaction;
  const operation = (contract ?? readRequest(request.method, request.path)).operation?.id;
  const { status, problem } = contract?.reply ?? { status: response.status };
  const isKnown = contract !== undefined || status < 400;
  return { ...(operation !== undefined && { operation, ...(isKnown && { reply: replyName(status, problem) }) }) };
}

/** The warnings about a message. */
function messageWarnings({ contents, metadata, matchingRules }: Json, isV4: boolean): string[] {
  const body = isV4 && isObject(contents) ? contents.content : contents;
  const { body: rules } = (matchingRules ?? {}) as { body?: { $?: { matchers?: WrittenRule[] } } };
  return [...warnOfEveryList(body, rules?.$?.matchers ?? []), ...warnOfSecrets({ contents: body, metadata })];
}

interface WrittenRule {
  match?: string;
  min?: number;
}

/** The states of version 2 with the parameters that it lacks. */
const withStates = ({ providerState, provider_state, ...written }: Json, providerStates: GivenState[]) => ({
  ...written,
  providerStates,
});

const versionOf = ({ metadata }: Json) => {
  const about = (metadata ?? {}) as Record<string, Json | undefined>;
  return String((about.pactSpecification ?? about['pact-specification'])?.version ?? '')[0];
};

/** Reads pacts of other teams. Each file is read on its own, so that a damaged one costs only itself. */
export class PactReader {
  readonly #folder = mkdtempSync(join(tmpdir(), 'fightcard-verify-'));
  readonly #contracts = readContracts(readDocument(new URL('../../contracts/generated/openapi.json', import.meta.url)));
  readonly #remove = () => rmSync(this.#folder, { recursive: true, force: true });

  constructor() {
    process.once('exit', this.#remove);
  }

  read({ file: path, place, text: given }: Source): ReadFile {
    const file = given === undefined ? relative(process.cwd(), path) || path : path;
    const copy = join(this.#folder, 'read.json');
    const nothing = { file, interactions: [], pact: {} };
    const withName = (sentence: string) => sentence.replaceAll(relative(process.cwd(), copy), file);
    try {
      const text = given ?? readText(path);
      writeFileSync(copy, text);
      const [read] = readPactFiles([copy], this.#contracts);
      if (!read || read.unsupported !== undefined) return { ...nothing, damage: withName(read?.unsupported ?? file) };
      const pact = JSON.parse(text) as Json;
      if (!Array.isArray(pact.interactions) && !(Array.isArray(pact.messages) && pact.messages.every(isObject))) {
        return { ...nothing, damage: `${file}:1: not a pact: expected a list of interactions or messages` };
      }
      const all = this.#interactionsIn(pact, text, file, read.interactions, withName);
      const consumer = String((pact.consumer as Json).name);
      const version = versionIn(pact, path, consumer);
      // As a broker writes it.
      const { createdAt: created } = pact;
      const known = {
        ...{ ...nothing, consumer, pact },
        ...(version !== undefined && { version }),
        ...(typeof created === 'string' && { created }),
      };
      const { name = provider } = isObject(pact.provider) ? pact.provider : {};
      if (name !== provider) {
        const meant = didYouMean(String(name), [provider]);
        const other = `the provider is "${name}"; expected "${provider}".${meant}`;
        if (meant === '') return { ...known, note: `${file}: skipped: ${other}` };
        const refused = refusal('not replayed', other);
        return { ...known, interactions: all.map((one) => ({ ...one, refused })) };
      }
      const isChosen = ({ at }: ReadInteraction) =>
        place === undefined || at === `${file}:${place}` || at.startsWith(`${file}:${place}:`);
      return { ...known, interactions: all.filter(isChosen) };
    } catch (error) {
      if (!(error instanceof BadFile) && (error as NodeJS.ErrnoException).code === undefined) throw error;
      return { ...nothing, damage: withName((error as Error).message) };
    }
  }

  #interactionsIn(
    pact: Json,
    text: string,
    file: string,
    read: readonly ReadHttp[],
    withName: (sentence: string) => string,
  ): ReadInteraction[] {
    const list = Array.isArray(pact.interactions) ? 'interactions' : 'messages';
    const all = pact[list] as Json[];
    const places = placesIn(text, list);
    const isV4 = list === 'interactions' && versionOf(pact) === '4';
    const consumer = String((pact.consumer as Json).name);
    return all.map((written, index): ReadInteraction => {
      const description = String(written.description);
      const { line, column } = places[index] as { line: number; column: number };
      const isUnique = places.filter((one) => one.line === line).length === 1;
      const http = read.find(({ interaction }) => interaction.index === index);
      const kind = list === 'messages' || written.type === 'Asynchronous/Messages' ? 'message' : 'request';
      const stream = kind === 'message' ? streamOf(written, consumer) : undefined;
      const operation = stream === undefined ? undefined : readRequest('GET', stream).operation?.id;
      const states = (http?.interaction.states ?? written.providerStates ?? []) as GivenState[];
      const refuse = () => {
        const reason = refuseType(written, isV4);
        if (reason !== undefined) return refusal('not replayed', reason);
        if (kind === 'message') return refuseMessage(written, stream, states);
        if (!http?.isImpossible) return undefined;
        const named = `${http.interaction.at}: "${description}": `;
        return refusal('impossible', ...http.conflicts.map((sentence) => withName(sentence.replace(named, ''))));
      };
      const refused = refuse();
      return {
        ...{ description, kind, at: `${file}:${line}${isUnique ? '' : `:${column}`}`, line, states },
        isPending: written.pending === true,
        ...(operation !== undefined && { operation }),
        warnings: http ? httpWarnings(http, written) : messageWarnings(written, isV4),
        written: http?.interaction.version === 2 ? withStates(written, states) : written,
        ...(http && { ...coveredBy(http), curl: curlOf(http.interaction) }),
        ...(refused && { refused }),
      };
    });
  }

  close(): void {
    process.off('exit', this.#remove);
    this.#remove();
  }
}
