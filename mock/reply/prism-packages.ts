/** Loads Prism's packages at their first use: they take half a second. `scripts/pack/bundle.ts` replaces this file. */
import { createRequire, registerHooks } from 'node:module';

const require = createRequire(import.meta.url);
const name = '@stoplight/prism-http';

/** Prism's generator imports all languages of Faker and uses English: this saves 13 MB and 80 ms. */
export function loadPrism(): unknown {
  const englishOnly = registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier === '@faker-js/faker' ? '@faker-js/faker/locale/en' : specifier, context),
  });
  try {
    return require(name);
  } finally {
    englishOnly.deregister();
  }
}

/** The packages of Prism's own document reader, in the versions that Prism installs. */
export function loadReader(): object {
  const requireOfPrism = createRequire(require.resolve(name));
  return { ...requireOfPrism('@stoplight/http-spec/oas3/operation'), ...requireOfPrism('@stoplight/json') };
}
