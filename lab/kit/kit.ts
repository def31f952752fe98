/** `npm --prefix lab run kit`: compiles the generated kit in a language of phones. */
import { fileURLToPath } from 'node:url';
import { BadArguments, runCommand } from '../../common/cli/arguments.ts';

const help = `Compiles the generated kit in Swift or Kotlin.

  npm --prefix lab run kit -- swift
  npm --prefix lab run kit -- kotlin

A program reads every fixture with the kit and writes it again, as it is and with words and members that nobody knows yet,
builds the request to each endpoint, and reads each recorded stream.

Swift needs "swift" on the PATH, 5.5 or newer. Kotlin needs "kotlinc" 1.8.20 or newer and "java" on the PATH, and
KOTLINX_SERIALIZATION: a class path of kotlinx-serialization-core-jvm and -json-jvm, 1.5 or newer. What is compiled stays
in .data/kit for the next time.
`;

await runCommand({ name: 'npm --prefix lab run kit', help, options: {}, names: 'a language' }, async (_, [name]) => {
  const { compileKit, languages } = await import('./compile.ts');
  const language = languages.find((known) => known === name);
  if (!language) throw new BadArguments(`unknown language "${name ?? ''}": expected ${languages.join(' or ')}`);
  const { interactions } = await import('../../contracts/interactions/index.ts');
  const { openApiDocument } = await import('../../contracts/openapi/build.ts');
  const root = fileURLToPath(new URL('../..', import.meta.url));
  console.log(compileKit(language, root, [openApiDocument(interactions), interactions]));
});
