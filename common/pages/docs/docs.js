/* global SwaggerUIBundle */
/**
 * Turns examples into text, as Swagger UI shows them: its resolver copies the whole document, examples included, for every
 * operation.
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

/** `/__session/<name>` if the page was opened in a session of the mock, otherwise empty. */
const base = location.pathname.replace(/\/docs\/?$/, '');
for (const link of document.querySelectorAll('header a')) link.setAttribute('href', base + link.getAttribute('href'));

const spec = JSON.parse(await (await fetch('/openapi.json')).text(), lighten);
SwaggerUIBundle({
  // Only this host; the servers in the document are those of a development machine.
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
