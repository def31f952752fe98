// Made by `npm run generate` from the contracts. Do not edit.

export interface ProblemKind<Type extends string, Status extends number> {
  /** `type` of the problem details. */
  readonly type: Type;
  readonly status: Status;
  /** In the language of each family. */
  readonly titles: { readonly v3: string; readonly v1: string };
}

/** The types of problems of the service by their last word. */
export declare const problemTypes: {
  readonly "invalid-request": ProblemKind<"urn:problem-type:invalid-request", 400>;
  readonly "malformed-json": ProblemKind<"urn:problem-type:malformed-json", 400>;
  readonly "feed-key-required": ProblemKind<"urn:problem-type:feed-key-required", 401>;
  readonly "feed-key-rejected": ProblemKind<"urn:problem-type:feed-key-rejected", 403>;
  readonly "route-not-found": ProblemKind<"urn:problem-type:route-not-found", 404>;
  readonly "translation-not-found": ProblemKind<"urn:problem-type:translation-not-found", 404>;
  readonly "article-not-found": ProblemKind<"urn:problem-type:article-not-found", 404>;
  readonly "media-item-not-found": ProblemKind<"urn:problem-type:media-item-not-found", 404>;
  readonly "fighter-not-found": ProblemKind<"urn:problem-type:fighter-not-found", 404>;
  readonly "ring-presenter-not-found": ProblemKind<"urn:problem-type:ring-presenter-not-found", 404>;
  readonly "event-not-found": ProblemKind<"urn:problem-type:event-not-found", 404>;
  readonly "fight-not-found": ProblemKind<"urn:problem-type:fight-not-found", 404>;
  readonly "vote-not-found": ProblemKind<"urn:problem-type:vote-not-found", 404>;
  readonly "live-event-not-found": ProblemKind<"urn:problem-type:live-event-not-found", 404>;
  readonly "live-fight-not-found": ProblemKind<"urn:problem-type:live-fight-not-found", 404>;
  readonly "method-not-allowed": ProblemKind<"urn:problem-type:method-not-allowed", 405>;
  readonly "not-acceptable": ProblemKind<"urn:problem-type:not-acceptable", 406>;
  readonly "voting-closed": ProblemKind<"urn:problem-type:voting-closed", 409>;
  readonly "scoring-closed": ProblemKind<"urn:problem-type:scoring-closed", 409>;
  readonly "sequence-conflict": ProblemKind<"urn:problem-type:sequence-conflict", 409>;
  readonly "body-too-large": ProblemKind<"urn:problem-type:body-too-large", 413>;
  readonly "unsupported-media-type": ProblemKind<"urn:problem-type:unsupported-media-type", 415>;
  readonly "invalid-body": ProblemKind<"urn:problem-type:invalid-body", 422>;
  readonly "too-many-requests": ProblemKind<"urn:problem-type:too-many-requests", 429>;
  readonly "internal-error": ProblemKind<"urn:problem-type:internal-error", 500>;
  readonly "service-unavailable": ProblemKind<"urn:problem-type:service-unavailable", 503>;
  readonly "outcome-unknown": ProblemKind<"urn:problem-type:outcome-unknown", 503>;
};

export type ProblemKey = keyof typeof problemTypes;
