import type { Family } from '../families.ts';
import type { ContractExample } from '../openapi/document.ts';

/** Who shows the catalogue: the mock can be asked for a contract by name, the server answers with its own data. */
export type Host = 'mock' | 'server';

/** What the catalogue says of a contract before its reply is asked for. */
export interface ListedContract {
  id: string;
  receiving: string;
  status: number;
  /** Key of the problem, where the reply is one. */
  problem?: string;
  states: ContractExample['x-contract-states'];
  /** Path and query, percent-escapes included. */
  url: string;
  headers: Record<string, string>;
  /** Sent as JSON, unless it is a string: that is sent as it stands. */
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
  /** Pages beside this one that the host has: path and name. */
  links: [path: string, name: string][];
  families: Record<Family, { prefix: string; language: string }>;
  tags: Record<string, string>;
  routes: ListedRoute[];
}

/** Replies of one operation by contract id. */
export type Replies = Record<string, { headers?: Record<string, string>; body?: unknown }>;
