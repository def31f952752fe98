import { type Family, families } from '../../contracts/families.ts';
import { fill } from '../../contracts/http/paths.ts';
import { contractsIn, describedBy, type OpenApiDocument } from '../../contracts/openapi/document.ts';
import { operations } from '../../contracts/operations.ts';
import { familiesOf, type RouteName, routeNames, routeOf, tags } from '../../contracts/routes.ts';
import { ids } from '../../contracts/world/ids.ts';
import { type Asset, folderAssets, jsonAsset } from './asset.ts';
import { documentPath, streamsPath } from './document.ts';
import { fieldsOf } from './fields.ts';
import type {
  CatalogueIndex,
  ContractDetails,
  Field,
  Host,
  ListedContract,
  ListedField,
  ListedNames,
  ListedOperation,
  ListedRoute,
  OperationDetails,
  OperationFields,
} from './listing.ts';

/** The fields of a path form, and its contracts in the order of the source: as listed, and with their details. */
function describeForm(document: OpenApiDocument, form: (typeof operations)[number]) {
  const described = describedBy(document, form);
  if (!described) throw new Error(`the document does not describe ${form.method} ${form.path}`);
  const order = described['x-contract-order'];
  const contracts = contractsIn(described)
    .sort((a, b) => order.indexOf(a.example['x-contract-id']) - order.indexOf(b.example['x-contract-id']))
    .map(({ status, example }) => {
      const { params = {}, query = {}, headers, body } = example['x-contract-request'];
      const states = example['x-contract-states'];
      const listed: ListedContract = {
        id: example['x-contract-id'],
        receiving: example.summary,
        status,
        problem: example['x-contract-problem'],
        states: states.map(({ name }) => name),
      };
      const details: ContractDetails = {
        states,
        path: form.path,
        params,
        query,
        headers: {
          Accept: 'application/json',
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        body,
        reply: { headers: example['x-contract-headers'], body: example.value },
      };
      return { listed, details };
    });
  return { contracts, fields: fieldsOf(document, described) };
}

/** `Statistics by weight class, born country`: distinct among the forms of a family. */
function titleOf(name: RouteName, path: string): string {
  const { title, path: pattern } = routeOf(name);
  const chosen = [...pattern.matchAll(/\([^()]*:(\w+)\)/g)].flatMap(([, parameter = '']) =>
    path.includes(`:${parameter}`) ? [parameter.replaceAll('_', ' ')] : [],
  );
  return chosen.length > 0 ? `${title} by ${chosen.join(', ')}` : title;
}

function operationOf(document: OpenApiDocument, name: RouteName, family: Family) {
  const forms = operations.filter((operation) => operation.name === name && operation.family === family);
  const described = forms.map((form) => describeForm(document, form));
  const contracts = described.flatMap((form) => form.contracts);
  const fields = described.map((form) => form.fields);
  const parameters = new Map(fields.flatMap((form) => form.parameters.map((one) => [one.name, one])));
  const details: OperationDetails = {
    contracts: Object.fromEntries(contracts.map(({ listed, details }) => [listed.id, details])),
    fields: { ...(fields[0] as OperationFields), parameters: [...parameters.values()] },
  };
  const operation: ListedOperation = {
    id: `${family}.${name}`,
    family,
    forms: forms.map(({ path }) => ({ path, title: titleOf(name, path) })),
    contracts: contracts.map(({ listed }) => listed),
  };
  return { operation, details };
}

type Described = ReturnType<typeof operationOf>;

/** Every field name with the operations that have it. */
function listFields(described: readonly Described[]): ListedField[] {
  const found = new Map<string, { values: Set<string>; depths: Map<string, number> }>();
  const note = (id: string, fields: readonly Field[], depth: number) => {
    for (const { name, values = [], fields: inner = [] } of fields) {
      const { values: words, depths } = found.get(name) ?? { values: new Set(), depths: new Map() };
      found.set(name, { values: words, depths });
      for (const value of values) words.add(value);
      depths.set(id, Math.min(depth, depths.get(id) ?? depth));
      note(id, inner, depth + 1);
    }
  };
  for (const { operation, details } of described) {
    const { parameters, body, reply, replyType } = details.fields;
    // Of an element of a list, another route is about just one.
    note(operation.id, reply, replyType.endsWith('[]') ? 1 : 0);
    note(operation.id, [...parameters, ...body], 0);
  }
  return [...found].map(([name, { values, depths }]) => ({
    name,
    values: values.size > 0 ? [...values] : undefined,
    operations: [...depths].sort(([, a], [, b]) => a - b).map(([id]) => id),
  }));
}

/** Ids to try, by the path that reads them. */
const samples: readonly [what: string, id: string | number, path: string][] = [
  ['Live event', ids.liveEvent, 'events/'],
  ['Past event', ids.pastEvent, 'events/'],
  ['Upcoming event', ids.upcomingEvent, 'events/'],
  ['Champion', ids.champion, 'fighters/'],
  ['Fighter without news', ids.fighterWithoutNews, 'fighters/'],
  ['Votes on a fight in round 2', ids.fightInProgress, 'fights/'],
  ['Article', ids.article, 'news/'],
  ['Article without media', ids.articleWithoutMedia, 'news/'],
  ['Gallery', ids.photoGallery, 'media/'],
  ['Embedded video', ids.embeddedVideo, 'media/'],
  ['Ring presenter', ids.ringPresenter, 'octagon_girls/'],
  ['Translations', ids.translation, 'translations/'],
  ['Unknown fighter', ids.unknown, 'fighters/'],
];

function listSamples(described: readonly Described[]): CatalogueIndex['samples'] {
  const contracts = described.flatMap(({ details }) => Object.entries(details.contracts));
  return samples.flatMap(([what, id, start]) => {
    const path = `${families.v3.prefix}/${start}${id}`;
    const [contract] = contracts.find(([, one]) => [path, `${path}/votes`].includes(fill(one.path, one.params))) ?? [];
    return contract ? [{ what, id: String(id), contract }] : [];
  });
}

/** Names for people of the areas of the service. */
const tagTitles: Record<keyof typeof tags, string> = {
  service: 'Service',
  live: 'Live now',
  news: 'News',
  media: 'Media',
  fighters: 'Fighters',
  'octagon-girls': 'Ring presenters',
  events: 'Events',
  votes: 'Votes',
  scoring: 'Scorecards',
  metrics: 'Live metrics',
  alerts: 'Alerts',
};

/** Headers of requests, in addition to those of replies in the document. */
const requestHeaders = {
  Prefer: 'Asks the mock for a state, a status, a delay or one contract: `Prefer: code=503`.',
  'Mock-Session': 'Names the session of the mock that remembers votes and the state.',
  'If-None-Match': 'ETags that the client holds; when one of them is current, the reply is 304.',
  'Last-Event-ID': 'Of a stream: the id of the event that the client has seen last.',
};

/** By name. */
function listHeaders({ components }: OpenApiDocument): Record<string, string> {
  const ofReplies = Object.entries(components.headers as Record<string, { description: string }>).map(
    ([key, { description }]): [string, string] => [key.split('.')[0] as string, description],
  );
  // The first description of a name is the general one; it is used because later entries overwrite earlier ones.
  const all = [...ofReplies.reverse(), ...Object.entries(requestHeaders)];
  return Object.fromEntries([...new Map(all)].sort(([a], [b]) => a.localeCompare(b)));
}

export function linksOf(host: Host): CatalogueIndex['links'] {
  return [
    [documentPath, 'OpenAPI'],
    [streamsPath, 'AsyncAPI'],
    [boardPath, 'Board'],
    ...(host === 'mock' ? [['/__mock', 'Control'] as [string, string]] : []),
  ];
}

export const cataloguePath = '/';
export const boardPath = '/board';

/**
 * The catalogue of a document: the page, an index of every operation with its contracts, and the replies and fields of
 * each operation in a separate file, since all together are half a megabyte.
 *
 * @param writes whether the page may send a POST.
 */
export function catalogueAssets(document: OpenApiDocument, host: Host, writes: boolean): Asset[] {
  const described: Described[] = [];
  const routes = routeNames.map((name): ListedRoute => {
    const ofFamilies = familiesOf(name).map((family) => operationOf(document, name, family));
    described.push(...ofFamilies);
    const { tag, title, summary, method, stream } = routeOf(name);
    return { name, tag, title, summary, method, stream, operations: ofFamilies.map(({ operation }) => operation) };
  });
  const index: CatalogueIndex = {
    host,
    writes,
    links: linksOf(host),
    families,
    tags: Object.fromEntries(
      Object.entries(tagTitles).map(([tag, title]) => [tag, { title, about: tags[tag as keyof typeof tags] }]),
    ),
    samples: listSamples(described),
    routes,
  };
  const names: ListedNames = { headers: listHeaders(document), fields: listFields(described) };
  return [
    ...folderAssets('catalogue', cataloguePath),
    jsonAsset('/catalogue/index.json', index),
    jsonAsset('/catalogue/names.json', names),
    ...described.map(({ operation, details }) => jsonAsset(`/catalogue/${operation.id}.json`, details)),
  ];
}
