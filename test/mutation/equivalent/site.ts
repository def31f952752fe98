import type { Equivalent } from './equivalent.ts';

export const equivalents: readonly Equivalent[] = [
  {
    file: 'contracts/site/catalogue/catalogue.js',
    from: "named.querySelector('summary')?.focus()",
    to: "named.querySelector('summary').focus()",
    reason: 'the only details with an id are contracts, and each has a summary',
  },
  {
    file: 'contracts/site/catalogue/catalogue.js',
    from: "main.querySelector('h2')?.focus(",
    to: "main.querySelector('h2').focus(",
    reason: 'the list and each route begin with a heading',
  },
  {
    file: 'contracts/site/catalogue/catalogue.js',
    from: 'findIndex(({ id }) => id === target) ?? 0;',
    to: 'findIndex(({ id }) => id === target);',
    reason: 'nothing is not more than 0 either',
  },
  {
    file: 'contracts/site/catalogue/catalogue.js',
    from: 'named?.scrollIntoView({',
    to: 'named.scrollIntoView({',
    reason: 'an operation that is not the first has a section with its id',
  },
  {
    file: 'contracts/site/catalogue/contract.js',
    from: "writeText(curl.textContent ?? '')",
    to: 'writeText(curl.textContent)',
    reason: 'only a document has no text content, never an element',
  },
  {
    file: 'contracts/site/catalogue/contract.js',
    from: "curl.textContent ?? ''",
    to: "curl.textContent ?? 'x'",
    reason: 'only a document has no text content, never an element',
  },
  {
    file: 'contracts/site/catalogue/contract.js',
    from: 'getSelection()?.select',
    to: 'getSelection().select',
    reason: 'only a frame that is not displayed has no selection, and nobody can press its buttons',
  },
  {
    file: 'contracts/site/catalogue/list.js',
    from: 'field.parentElement?.add',
    to: 'field.parentElement.add',
    reason: 'the search field stands in an element of the page',
  },
  {
    file: 'contracts/site/catalogue/list.js',
    from: 'operations[0]?.id',
    to: 'operations[0].id',
    reason: 'a route without an operation has no subject and is not listed',
  },
];
