import { contractId, type Interaction } from '../interactions/interaction.ts';
import type { ContractExample } from './document.ts';

/** An interaction as a named example. */
export function exampleOf(interaction: Interaction): ContractExample {
  const { receiving, given, request, reply } = interaction;
  return {
    summary: receiving,
    ...(reply.body !== undefined && { value: reply.body }),
    'x-contract-id': contractId(interaction),
    'x-contract-states': given.map(({ name, params }) => ({ name, params })),
    'x-contract-request': request as ContractExample['x-contract-request'],
    ...(reply.headers && { 'x-contract-headers': { ...reply.headers } }),
    ...(reply.problem && { 'x-contract-problem': reply.problem }),
  };
}

/**
 * Interactions of one operation and status by their `receiving` text, which is the key of the example.
 *
 * @throws {Error} if two have the same text: the second would hide the first.
 */
export function examplesOf(interactions: readonly Interaction[]): Record<string, ContractExample> {
  const examples: Record<string, ContractExample> = {};
  for (const interaction of interactions) {
    if (examples[interaction.receiving]) {
      throw new Error(`two contracts of ${interaction.family} ${interaction.route} are "${interaction.receiving}"`);
    }
    examples[interaction.receiving] = exampleOf(interaction);
  }
  return examples;
}
