import type { ChainableCommander } from 'ioredis';
import { mapRedisError } from './unavailable.ts';

/** Why Redis refused a transaction: the first refusal of a command in it. */
function causeOf(error: unknown): unknown {
  const { previousErrors } = error as { previousErrors?: unknown[] };
  return previousErrors?.[0] ?? error;
}

/** The replies of a pipeline or transaction. @throws the first error among them. */
export async function execPipeline(batch: ChainableCommander): Promise<unknown[]> {
  const executed = batch.exec().catch((error: unknown) => Promise.reject(causeOf(error)));
  const replies = (await mapRedisError(executed)) ?? [];
  return Promise.all(replies.map(([error, reply]) => (error ? mapRedisError(Promise.reject(error)) : reply)));
}
