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
  // No request goes to another host: neither for a validator nor for its badge.
  validatorUrl: null,
});
