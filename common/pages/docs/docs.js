/* global SwaggerUIBundle */
/**
 * Examples become text, as Swagger UI shows them, and its resolver gets what it needs only: it copies the whole document,
 * with all that is in the examples, for every operation that it resolves.
 *
 * @param {string} key
 * @param {any} value
 */
function lighten(key, value) {
  if (key.startsWith('x-')) return undefined;
  if (key !== 'examples' || Array.isArray(value)) return value;
  for (const example of Object.values(value)) {
    if (typeof example.value === 'object') example.value = JSON.stringify(example.value, null, 2);
  }
  return value;
}

/** `/__session/<name>` of the mock where the page was opened under it, else nothing. */
const base = location.pathname.replace(/\/docs\/?$/, '');
for (const link of document.querySelectorAll('header a')) link.setAttribute('href', base + link.getAttribute('href'));

const spec = JSON.parse(await (await fetch('/openapi.json')).text(), lighten);
SwaggerUIBundle({
  // The host of this page, which alone may be asked; the document begins with those of a development machine.
  spec: { ...spec, servers: [{ url: `${base}/` }] },
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  filter: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  // Schemas are shown where they are used; all 108 at the end would be drawn before the page can be used.
  defaultModelsExpandDepth: -1,
  // No request goes to another host: neither for a validator nor for its badge.
  validatorUrl: null,
});
