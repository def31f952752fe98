/**
 * Writes the document of the current contracts to standard output; the mock runs this after an edit. An error goes to
 * standard error, with exit code 1.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { stateViolation } from '../../common/state-violation.ts';
import { interactions } from '../../contracts/interactions/index.ts';
import type { Interaction } from '../../contracts/interactions/interaction.ts';
import { openApiDocument } from '../../contracts/openapi/build.ts';
import { replySchema } from '../../contracts/operations.ts';
import { ProblemDetails } from '../../contracts/schemas/problem.ts';
import { findViolations } from '../../contracts/schemas/validation/violations.ts';

const folder = fileURLToPath(new URL('../../contracts/interactions/', import.meta.url));

/** Finds the source line of a contract: the line with its text or, if that is built from parts, with its route. */
function findSource({ receiving, route }: Interaction): string {
  const files = readdirSync(folder, { withFileTypes: true }).filter((file) => file.name.endsWith('.ts'));
  const texts = files.map(({ name }) => ({ name, lines: readFileSync(folder + name, 'utf8').split('\n') }));
  for (const wanted of [`'${receiving}'`, `"${receiving}"`, `'${route}'`]) {
    for (const { name, lines } of texts) {
      const at = lines.findIndex((line) => line.includes(wanted));
      if (at >= 0) return `${folder}${name}:${at + 1}`;
    }
  }
  return `${folder}index.ts:1`;
}

function findError({ given, route, family, reply }: Interaction): string | undefined {
  const [stateError] = given.flatMap((state) => stateViolation(state) ?? []);
  if (stateError) return stateError;
  if (reply.body === undefined) return undefined;
  const [mismatch] = findViolations(reply.problem ? ProblemDetails : replySchema(route, family), reply.body, 'en');
  return mismatch && `the response violates its schema: #${mismatch.pointer}: ${mismatch.detail}`;
}

for (const interaction of interactions) {
  const error = findError(interaction);
  if (!error) continue;
  process.stderr.write(`Error: "${interaction.receiving}": ${error}\n    at ${findSource(interaction)}:1\n`);
  process.exit(1);
}
process.stdout.write(JSON.stringify(openApiDocument(interactions)));
