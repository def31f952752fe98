/**
 * Loads Prism's packages at their first use: they take half a second. `npm run pack` puts its own form of this file into the
 * packed mock, which has no packages to look for.
 */
import { createRequire, registerHooks } from 'node:module';

const require = createRequire(import.meta.url);
const name = '@stoplight/prism-http';

/** Prism's generator imports all languages of its package of words and uses the English one: 13 MB and 80 ms less. */
export function loadPrism(): unknown {
  const englishOnly = registerHooks({
    resolve: (asked, context, next) => next(asked === '@faker-js/faker' ? '@faker-js/faker/locale/en' : asked, context),
  });
  try {
    return require(name);
  } finally {
    englishOnly.deregister();
  }
}

/** The packages that Prism's own reader of documents consists of, in the versions that Prism installs. */
export function loadReader(): object {
  const requireOfPrism = createRequire(require.resolve(name));
  return { ...requireOfPrism('@stoplight/http-spec/oas3/operation'), ...requireOfPrism('@stoplight/json') };
}
