/** `npm run kit`: types in three languages and every contract as a fixture, for mobile teams. */
import { runCommand } from '../contracts/command-line/arguments.ts';

const help = `Generates contracts/generated/kit: types for TypeScript, Swift and Kotlin, and every contract as a fixture.

  npm run kit

  --help  this text
`;

await runCommand({ name: 'npm run kit', help, options: {} }, async () => {
  // Loaded here, since the help needs nothing of it.
  const { interactions } = await import('../contracts/interactions/index.ts');
  const { openApiDocument } = await import('../contracts/openapi/build.ts');
  const { writeKit } = await import('./generate/kit.ts');
  console.log(writeKit(openApiDocument(interactions), interactions));
});
