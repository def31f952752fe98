import type { Family } from '../../contracts/families.ts';
import type { ContractExample } from '../../contracts/openapi/document.ts';

/** The host of the catalogue: the mock can answer with a contract by name, the server answers from its content. */
export type Host = 'mock' | 'server';

/** A contract in the catalogue, before its reply is loaded. */
export interface ListedContract {
  id: string;
  receiving: string;
  status: number;
  /** Key of the problem, if the reply is a problem. */
  problem?: string;
  states: ContractExample['x-contract-states'];
  /** Path and query, percent-escapes included. */
  url: string;
  headers: Record<string, string>;
  /** Sent as JSON; a string is sent as it is. */
  body?: unknown;
}

/** One route of one family; the paths are its forms with optional segments written out. */
export interface ListedOperation {
  /** `v3.fighter`: also the name of the file with the replies, and the deep link. */
  id: string;
  family: Family;
  paths: string[];
  contracts: ListedContract[];
}

export interface ListedRoute {
  name: string;
  tag: string;
  summary: string;
  method: string;
  /** Spanish before English. */
  operations: ListedOperation[];
}

export interface CatalogueIndex {
  host: Host;
  links: [path: string, name: string][];
  families: Record<Family, { prefix: string; language: string }>;
  tags: Record<string, string>;
  routes: ListedRoute[];
}

export type Replies = Record<string, { headers?: Record<string, string>; body?: unknown }>;
