/* global SwaggerUIBundle */
const spec = await (await fetch('/openapi.json')).json();
SwaggerUIBundle({
  // The host of this page, which alone may be asked; the document begins with those of a development machine.
  spec: { ...spec, servers: [{ url: '/' }] },
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
