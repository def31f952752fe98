/** What the double of the Pact Broker keeps. */
export type Json = Record<string, unknown>;

export interface Version {
  number: string;
  branches: string[];
  createdAt: string;
}
/** In the order of creation, which is the order of versions. */
export interface Application {
  mainBranch?: string;
  createdAt: string;
  versions: Version[];
}
export interface Pact {
  consumer: string;
  provider: string;
  /** Of the consumer. */
  version: string;
  /** The same for the same interactions. */
  sha: string;
  content: Json;
  createdAt: string;
}
export interface Result {
  consumer: string;
  provider: string;
  /** Of the pact. */
  sha: string;
  providerVersion: string;
  success: boolean;
  number: number;
  /** As published. */
  body: Json;
  verifiedAt: string;
}
export interface Environment {
  uuid: string;
  name: string;
  displayName: string;
  production: boolean;
  createdAt: string;
}
export interface Recorded {
  uuid: string;
  kind: 'deployed' | 'released';
  application: string;
  version: string;
  /** Its uuid. */
  environment: string;
  isCurrent: boolean;
  createdAt: string;
}
export interface State {
  /** By name. */
  applications: Map<string, Application>;
  pacts: Pact[];
  results: Result[];
  environments: Environment[];
  recorded: Recorded[];
  /** As created. */
  webhooks: Json[];
}
