import type { JsonSchema } from '../openapi/document.ts';
import { type ProblemKey, problems, problemType } from '../problems.ts';

/** A problem type: its status, and its title in the language of each family. */
export interface ProblemKind {
  key: ProblemKey;
  type: string;
  status: number;
  titles: { v3: string; v1: string };
}

export const problemKinds: readonly ProblemKind[] = Object.entries(problems).map(([name, { status, es, en }]) => {
  const key = name as ProblemKey;
  return { key, type: problemType(key), status, titles: { v3: es[0], v1: en[0] } };
});

/** The schemas of the document, with the problem types as a choice of words; the document allows any string. */
export function withProblemTypes(schemas: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const { ProblemDetails: details } = schemas;
  if (!details) throw new Error('the document lacks the schema ProblemDetails');
  const { type, ...properties } = details.properties as Record<string, JsonSchema>;
  const named = { $ref: '#/components/schemas/ProblemType', description: type?.description };
  return {
    ...schemas,
    ProblemDetails: { ...details, properties: { type: named, ...properties } },
    ProblemType: {
      enum: problemKinds.map((kind) => kind.type),
      description: 'The types of problems of this service; a proxy answers with others, such as about:blank.',
    },
  };
}
