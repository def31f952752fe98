import type { ChainableCommander } from 'ioredis';
import { mapRedisError } from './errors.ts';

/** Why Redis refused a transaction: the first error of a command in it. */
function transactionError(error: unknown): unknown {
  const { previousErrors } = error as { previousErrors?: unknown[] };
  return previousErrors?.[0] ?? error;
}

/** Executes a pipeline or transaction and returns its replies. @throws the first error among them. */
export async function execPipeline(pipeline: ChainableCommander): Promise<unknown[]> {
  const executed = pipeline.exec().catch((error: unknown) => Promise.reject(transactionError(error)));
  const replies = (await mapRedisError(executed)) ?? [];
  return Promise.all(replies.map(([error, reply]) => (error ? mapRedisError(Promise.reject(error)) : reply)));
}
