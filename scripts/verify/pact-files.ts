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
import { isObject } from '../../mock/contracts/pacts/matching-rules.ts';
import { type ReadPact, readPactFiles } from '../../mock/contracts/pacts/read-pacts.ts';
import { BadFile, readDocument } from '../../mock/contracts/read-json.ts';
import { curlOf } from './curl.ts';
import { replyName } from './matrix.ts';
import { messages, streamPathOf } from './stream-messages.ts';
import type { FileVerdict, InteractionVerdict, Result } from './verdict.ts';
import { warningsOf, warnOfEveryList, warnOfSecrets } from './warnings.ts';

type Json = Record<string, unknown>;

/** An interaction before it is replayed, or with the reason why it is not. */
export interface ReadInteraction extends Omit<InteractionVerdict, 'results'> {
  isPending: boolean;
  /** As the verifier reads it. */
  written: Json;
  refused?: Result & { outcome: 'impossible' | 'not replayed' };
}

export interface ReadFile extends Omit<FileVerdict, 'interactions'> {
  interactions: ReadInteraction[];
  /** As in the file, with one list: of interactions, or of messages. */
  pact: Json;
  /** Why there is no interaction to verify, although one was asked for. */
  gap?: string;
}

type ReadHttp = ReadPact['interactions'][number];

export interface Source {
  file: string;
  /** `12` or `12:7`: only the interaction on that line, or around that column. */
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
  const [, file = '', place] = /^(.+?):(\d+(?::\d+)?)$/.exec(path) ?? [];
  if (place !== undefined && statSync(file, { throwIfNoEntry: false })?.isFile()) return [{ file, place }];
  if (!stats?.isDirectory())
    throw new BadArguments(`${path}: not found; expected a pact file or a folder of pact files`);
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.json$/i.test(name) && !/(?:^|[\\/])(?:\.|node_modules[\\/])/.test(name))
    .sort()
    .map((name) => ({ file: join(path, name) }));
}

const byteOrderMarks: [encoding: string, mark: number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** Reads a text, without its byte order mark. @throws {BadFile} also for an encoding in which its words would be others. */
function readText(path: string, file: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new BadFile(`${file}: ${(error as Error).message}`);
  }
  const [encoding] = byteOrderMarks.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte)) ?? ['utf-8'];
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new BadFile(`${file}:1: the file is not ${encoding.toUpperCase()}; save it as UTF-8`);
  }
}

/** The version of a consumer: as a broker writes it, or the folder in `<consumer>/<version>/a.json`. */
function versionIn({ _links }: Json, file: string, consumer: string | undefined): string | undefined {
  const link = isObject(_links) ? _links['pb:consumer-version'] : undefined;
  if (isObject(link) && typeof link.name === 'string') return link.name;
  const folder = dirname(file);
  return basename(dirname(folder)) === consumer ? basename(folder) : undefined;
}

/** From 1. */
interface Place {
  line: number;
  column: number;
}

/** Where an interaction begins and ends, and its description. */
type Placed = Record<'start' | 'description' | 'end', Place>;

/** @throws {BadFile} if the file has the list twice: readers of JSON would disagree about which one counts. */
function placesIn(file: string, text: string, list: string): Placed[] {
  const tree = parseTree(text);
  const lists = tree?.children?.filter(({ children: [name] = [] }) => name?.value === list) ?? [];
  if (lists.length > 1)
    throw new BadFile(`${file}:1: it has "${list}" ${lists.length} times; merge them into one list`);
  const { children = [] } = (tree && findNodeAtLocation(tree, [list])) ?? {};
  let [line, lineStart] = [1, 0];
  const placeAt = (offset: number): Place => {
    for (let end = text.indexOf('\n', lineStart); end >= 0 && end < offset; end = text.indexOf('\n', lineStart)) {
      line += 1;
      lineStart = end + 1;
    }
    return { line, column: offset - lineStart + 1 };
  };
  return children.map((interaction) => {
    const { offset, length } = interaction;
    const start = placeAt(offset);
    const description = placeAt(findNodeAtLocation(interaction, ['description'])?.offset ?? offset);
    return { start, description, end: placeAt(offset + length) };
  });
}

/** Whether an interaction covers `12`, a line, or `12:7`. */
function isAround({ start, end }: Placed, place: string): boolean {
  const [line = 0, column] = place.split(':').map(Number);
  const isAfter = line > start.line || (line === start.line && (column ?? start.column) >= start.column);
  const isBefore = line < end.line || (line === end.line && (column ?? 0) < end.column);
  return isAfter && isBefore;
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

/** Of this repository, read once. */
let contracts: ReturnType<typeof readContracts> | undefined;

/** Reads HTTP interactions as the mock does, which takes files. @throws {BadFile} with the name of the file. */
function readHttp(file: string, text: string): ReadPact {
  contracts ??= readContracts(readDocument(new URL('../../contracts/generated/openapi.json', import.meta.url)));
  const folder = mkdtempSync(join(tmpdir(), 'fightcard-verify-'));
  const copy = join(folder, 'read.json');
  const withName = (sentence: string) => sentence.replaceAll(relative(process.cwd(), copy), file);
  try {
    writeFileSync(copy, text);
    const [read] = readPactFiles([copy], contracts) as [ReadPact];
    const interactions = read.interactions.map((one) => {
      const named = `${one.interaction.at}: "${one.interaction.description}": `;
      return { ...one, conflicts: one.conflicts.map((sentence) => withName(sentence.replace(named, ''))) };
    });
    const { unsupported } = read;
    return { ...read, interactions, ...(unsupported !== undefined && { unsupported: withName(unsupported) }) };
  } catch (error) {
    throw error instanceof BadFile ? new BadFile(withName(error.message)) : error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Reads a pact of another team. A damaged one costs only itself. */
export function readPact({ file: path, place, text: given }: Source): ReadFile {
  const file = given === undefined ? relative(process.cwd(), path) || path : path;
  const damaged = (damage: string): ReadFile => ({ file, interactions: [], pact: {}, damage });
  try {
    const text = given ?? readText(path, file);
    const read = readHttp(file, text);
    if (read.unsupported !== undefined) return damaged(read.unsupported);
    const { interactions: requests, messages: events, ...about } = JSON.parse(text) as Json;
    const list =
      Array.isArray(requests) && (requests.length > 0 || !Array.isArray(events)) ? 'interactions' : 'messages';
    const written = list === 'interactions' ? requests : events;
    if (!Array.isArray(written) || !written.every(isObject)) {
      return damaged(`${file}:1: not a pact: expected a list of interactions or messages`);
    }
    if (list === 'interactions' && Array.isArray(events) && events.length > 0) {
      return damaged(
        `${file}:1: it has "interactions" and "messages"; expected one of them: write two files, or version 4`,
      );
    }
    const pact: Json = { ...about, [list]: written };
    const places = placesIn(file, text, list);
    const all = interactionsIn(pact, list, file, places, read.interactions);
    const consumer = String((pact.consumer as Json).name);
    const version = versionIn(pact, path, consumer);
    // As a broker writes it.
    const { createdAt: created } = pact;
    const known = {
      ...{ file, interactions: [], consumer, pact },
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
    const interactions = all.filter((_, index) => place === undefined || isAround(places[index] as Placed, place));
    const gap = interactions.length > 0 ? undefined : gapAt(file, place, places);
    return { ...known, interactions, ...(gap !== undefined && { gap }) };
  } catch (error) {
    if (error instanceof BadFile) return damaged(error.message);
    throw error;
  }
}

/** Why nothing is selected. */
function gapAt(file: string, place: string | undefined, places: readonly Placed[]): string {
  const [first, last] = [places[0], places.at(-1)];
  if (!first || !last) return `${file}: the pact has no interaction; add one, or remove the file.`;
  return `${file}:${place}: no interaction is there; they begin on line ${first.start.line} and end on line ${last.end.line}.`;
}

function interactionsIn(
  pact: Json,
  list: 'interactions' | 'messages',
  file: string,
  places: readonly Placed[],
  read: readonly ReadHttp[],
): ReadInteraction[] {
  const isV4 = list === 'interactions' && versionOf(pact) === '4';
  const consumer = String((pact.consumer as Json).name);
  return (pact[list] as Json[]).map((written, index): ReadInteraction => {
    const description = String(written.description);
    const { line, column } = (places[index] as Placed).description;
    const isUnique = places.filter((one) => one.description.line === line).length === 1;
    const http = read.find(({ interaction }) => interaction.index === index);
    const kind = list === 'messages' || written.type === 'Asynchronous/Messages' ? 'message' : 'request';
    const stream = kind === 'message' ? streamOf(written, consumer) : undefined;
    const operation = stream === undefined ? undefined : readRequest('GET', stream).operation?.id;
    const states = (http?.interaction.states ?? written.providerStates ?? []) as GivenState[];
    const refuse = () => {
      const reason = refuseType(written, isV4);
      if (reason !== undefined) return refusal('not replayed', reason);
      if (kind === 'message') return refuseMessage(written, stream, states);
      return http?.isImpossible ? refusal('impossible', ...http.conflicts) : undefined;
    };
    const refused = refuse();
    return {
      ...{ description, kind, at: `${file}:${line}${isUnique ? '' : `:${column}`}`, line, states },
      isPending: isV4 && written.pending === true,
      ...(operation !== undefined && { operation }),
      warnings: http ? httpWarnings(http, written) : messageWarnings(written, isV4),
      written: http?.interaction.version === 2 ? withStates(written, states) : written,
      ...(http && { ...coveredBy(http), curl: curlOf(http.interaction) }),
      ...(refused && { refused }),
    };
  });
}
