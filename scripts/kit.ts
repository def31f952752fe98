/** `npm run kit`: the packages for mobile teams, and every contract as a fixture. */
import { fileURLToPath } from 'node:url';
import { choice, runCommand, text } from '../contracts/command-line/arguments.ts';

const help = `Generates contracts/generated/kit: packages for TypeScript, Swift and Kotlin, and every contract as a fixture.

  npm run kit
  npm run kit -- --compile swift
  npm run kit -- --compile kotlin

  --compile  compiles the kit in a language, as it was generated, with a program that reads every fixture and writes it
             again, as it is and with words and members that nobody knows yet, and builds the request to each endpoint
  --help     this text

Swift needs "swift" on the PATH, 5.5 or newer. Kotlin needs "kotlinc" 1.8.20 or newer and "java" on the PATH, and
KOTLINX_SERIALIZATION: a class path of kotlinx-serialization-core-jvm and -json-jvm, 1.5 or newer. What is compiled stays
in .data/kit for the next time.
`;

await runCommand({ name: 'npm run kit', help, options: { compile: text } }, async ({ compile }) => {
  // Loaded here, since the help needs nothing of it.
  const { compileKit, languages } = await import('./kit/compile.ts');
  const language = languages.find((name) => name === choice('compile', compile, languages));
  const { interactions } = await import('../contracts/interactions/index.ts');
  const { openApiDocument } = await import('../contracts/openapi/build.ts');
  const document = openApiDocument(interactions);
  if (language) {
    console.log(compileKit(language, fileURLToPath(new URL('..', import.meta.url)), [document, interactions]));
    return;
  }
  const { writeKit } = await import('./generate/kit.ts');
  console.log(writeKit(document, interactions));
});
