import type { Family } from '../../contracts/families.ts';
import type { ContractExample } from '../../contracts/openapi/document.ts';

/** The host of the catalogue: the mock can answer with a contract by name, the server answers from its content. */
export type Host = 'mock' | 'server';

/** A contract in the index, before its request and reply are loaded. */
export interface ListedContract {
  id: string;
  receiving: string;
  status: number;
  /** Key of the problem, if the reply is a problem. */
  problem?: string | undefined;
  /** Names of provider states. */
  states: string[];
}

/** A contract as a route page loads it. */
export interface ContractDetails {
  states: ContractExample['x-contract-states'];
  /** With `:name` for each of `params`. */
  path: string;
  params: Record<string, string | number>;
  query: Record<string, string | number>;
  headers: Record<string, string>;
  /** Sent as JSON; a string is sent as it is. */
  body?: unknown;
  reply: { headers?: Record<string, string> | undefined; body?: unknown };
}

/** One route of one family; its forms have the optional segments written out. */
export interface ListedOperation {
  /** `v3.fighter`: also the name of the file with the details, and the deep link. */
  id: string;
  family: Family;
  forms: { path: string; title: string }[];
  contracts: ListedContract[];
}

export interface ListedRoute {
  name: string;
  tag: string;
  title: string;
  summary: string;
  method: string;
  /** Can also be followed as Server-Sent Events. */
  stream?: true | undefined;
  /** Spanish before English. */
  operations: ListedOperation[];
}

/** A name that occurs in replies, bodies or parameters, for the search. */
export interface ListedField {
  name: string;
  /** Its words, if only some are allowed. */
  values?: string[] | undefined;
  /** Ids of operations, those first in which it is nearest to the top. */
  operations: string[];
}

/** What the start page and the first search load. */
export interface ListedNames {
  /** Descriptions by name. */
  headers: Record<string, string>;
  fields: ListedField[];
}

export interface CatalogueIndex {
  host: Host;
  /** Whether the page may send a POST: not in production. */
  writes: boolean;
  links: [path: string, name: string][];
  families: Record<Family, { prefix: string; language: string }>;
  tags: Record<string, { title: string; about: string }>;
  /** Ids of the sample with the contract that reads them. */
  samples: { what: string; id: string; contract: string }[];
  routes: ListedRoute[];
}

export interface Field {
  name: string;
  type: string;
  required?: true | undefined;
  description?: string | undefined;
  values?: string[] | undefined;
  fields?: Field[] | undefined;
}

export interface OperationFields {
  parameters: (Field & { place: 'path' | 'query' | 'header' })[];
  body: Field[];
  reply: Field[];
  /** `FighterDetail`, `Fighter[]`. */
  replyType: string;
}

/** What a route page loads for one operation. */
export interface OperationDetails {
  /** By id. */
  contracts: Record<string, ContractDetails>;
  fields: OperationFields;
}
