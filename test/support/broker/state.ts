/** What the double of the Pact Broker keeps. */
export type Json = Record<string, unknown>;

export interface Version {
  number: string;
  branches: string[];
}
/** In the order of creation, which is the order of versions. */
export interface Application {
  mainBranch?: string;
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
  /** As published. */
  body: Json;
}
export interface Environment {
  uuid: string;
  name: string;
  production: boolean;
}
export interface Recorded {
  uuid: string;
  kind: 'deployed' | 'released';
  application: string;
  version: string;
  /** Its uuid. */
  environment: string;
  isCurrent: boolean;
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
