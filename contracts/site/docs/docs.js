/* global SwaggerUIBundle */
SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  filter: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  // Schemas are shown where they are used; all 108 at the end would be drawn before the page can be used.
  defaultModelsExpandDepth: -1,
  // Nothing is asked of any other host: neither a validator nor its badge.
  validatorUrl: null,
});
