/** `npm run kit`: the packages for mobile teams, and every contract as a fixture. */
import { runCommand } from '../common/cli/arguments.ts';

const help = `Generates contracts/generated/kit: packages for TypeScript, Swift and Kotlin, and every contract as a fixture.

  npm run kit

  --help     this text

"npm --prefix lab run kit -- swift" (or kotlin) compiles it.
`;

await runCommand({ name: 'npm run kit', help, options: {} }, async () => {
  // Loaded here, since the help needs nothing of it.
  const { interactions } = await import('../contracts/interactions/index.ts');
  const { openApiDocument } = await import('../contracts/openapi/build.ts');
  const { writeKit } = await import('./generate/kit.ts');
  console.log(writeKit(openApiDocument(interactions), interactions));
});
