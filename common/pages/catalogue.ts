import { type Family, families, familyNames } from '../../contracts/families.ts';
import { fill } from '../../contracts/http/paths.ts';
import {
  type ContractExample,
  contractsIn,
  describedBy,
  type OpenApiDocument,
  type OperationObject,
} from '../../contracts/openapi/document.ts';
import { operations } from '../../contracts/operations.ts';
import { type RouteName, routeNames, routeOf, tags } from '../../contracts/routes.ts';
import { type Asset, folderAssets, jsonAsset } from './asset.ts';
import { documentPath, streamsPath } from './document.ts';
import type { CatalogueIndex, Host, ListedContract, ListedRoute, Replies } from './listing.ts';

interface PlacedContract {
  path: string;
  status: number;
  example: ContractExample;
}

/** The contracts of a path form in their order in the source. */
function contractsOf(described: OperationObject, path: string): PlacedContract[] {
  const order = described['x-contract-order'];
  return contractsIn(described)
    .map((contract) => ({ path, ...contract }))
    .sort((a, b) => order.indexOf(a.example['x-contract-id']) - order.indexOf(b.example['x-contract-id']));
}

function urlOf({ path, example }: PlacedContract): string {
  const { params = {}, query = {} } = example['x-contract-request'];
  const given = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  const search = new URLSearchParams(given).toString();
  return fill(path, params) + (search && `?${search}`);
}

function listContract(placed: PlacedContract): ListedContract {
  const { status, example } = placed;
  const { headers = {}, body } = example['x-contract-request'];
  return {
    id: example['x-contract-id'],
    receiving: example.summary,
    status,
    ...(example['x-contract-problem'] !== undefined && { problem: example['x-contract-problem'] }),
    states: example['x-contract-states'],
    url: urlOf(placed),
    headers: {
      Accept: 'application/json',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  };
}

function repliesOf(contracts: readonly PlacedContract[]): Replies {
  return Object.fromEntries(
    contracts.map(({ example }) => [
      example['x-contract-id'],
      {
        ...(example['x-contract-headers'] && { headers: example['x-contract-headers'] }),
        ...(example.value !== undefined && { body: example.value }),
      },
    ]),
  );
}

function operationOf(document: OpenApiDocument, name: RouteName, family: Family) {
  const forms = operations.filter((operation) => operation.name === name && operation.family === family);
  const described = forms.map((form) => ({ path: form.path, operation: describedBy(document, form) }));
  const contracts = described.flatMap(({ path, operation }) => (operation ? contractsOf(operation, path) : []));
  const id = `${family}.${name}`;
  return {
    summary: described[0]?.operation?.summary ?? '',
    tag: described[0]?.operation?.tags[0] ?? '',
    operation: { id, family, paths: forms.map(({ path }) => path), contracts: contracts.map(listContract) },
    replies: repliesOf(contracts),
  };
}

const folder = new URL('./catalogue/', import.meta.url);

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
 * The catalogue of a document: the page, an index of every operation with its contracts, and the replies of each
 * operation in a separate file, since all together are half a megabyte.
 */
export function catalogueAssets(document: OpenApiDocument, host: Host): Asset[] {
  const replies: Asset[] = [];
  const routes = routeNames.map((name): ListedRoute => {
    const ofFamilies = familyNames
      .filter((family) => operations.some((operation) => operation.name === name && operation.family === family))
      .map((family) => operationOf(document, name, family));
    for (const { operation, replies: answers } of ofFamilies) {
      replies.push(jsonAsset(`/catalogue/${operation.id}.json`, answers));
    }
    const { tag = '', summary = '' } = ofFamilies[0] ?? {};
    return {
      name,
      tag,
      summary,
      method: routeOf(name).method,
      operations: ofFamilies.map(({ operation }) => operation),
    };
  });
  const index: CatalogueIndex = {
    host,
    links: linksOf(host),
    families: {
      v3: { prefix: families.v3.prefix, language: families.v3.language },
      v1: { prefix: families.v1.prefix, language: families.v1.language },
    },
    tags,
    routes,
  };
  return [
    ...folderAssets(folder, { name: 'catalogue', page: cataloguePath }),
    jsonAsset('/catalogue/index.json', index),
    ...replies,
  ];
}
