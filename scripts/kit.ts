/** `npm run kit`: types in three languages and every contract as a fixture, for mobile teams. */
import { runCommand } from '../contracts/command-line/arguments.ts';
import { interactions } from '../contracts/interactions/index.ts';
import { openApiDocument } from '../contracts/openapi/build.ts';
import { writeKit } from './generate/kit.ts';

const help = `Generates contracts/generated/kit: types for TypeScript, Swift and Kotlin, and every contract as a fixture.

  npm run kit

  --help  this text
`;

await runCommand({ name: 'npm run kit', help, options: {} }, () => {
  console.log(writeKit(openApiDocument(interactions), interactions));
});
