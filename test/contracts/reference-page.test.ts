import { expect } from 'chai';

describe('the page /docs', () => {
  const globals = ['document', 'location', 'SwaggerUIBundle'];
  const links: string[] = [];
  let shown: Record<string, unknown>;

  before(async () => {
    const link = {
      getAttribute: () => '/catalogue',
      setAttribute: (_: string, target: string) => links.push(target),
    };
    const spec = {
      openapi: '3.1.1',
      servers: [{ url: 'http://localhost:8080' }],
      'x-large': [1],
      examples: { one: { value: { id: 1 } }, text: { value: 'as it is' } },
    };
    const { fetch } = globalThis;
    Object.assign(globalThis, {
      document: { querySelectorAll: () => [link] },
      location: { pathname: '/__session/mine/docs' },
      fetch: async () => Response.json(spec),
      SwaggerUIBundle: (options: typeof shown) => {
        shown = options;
      },
    });
    const page = '../../contracts/site/docs/docs.js';
    await import(page).finally(() => Object.assign(globalThis, { fetch }));
  });
  after(() => {
    for (const name of globals) Reflect.deleteProperty(globalThis, name);
  });

  it('lists the operations, to be found and tried at once, and asks no other host', () => {
    const { spec: _, ...options } = shown;
    expect(options).to.deep.equal({
      ...{ dom_id: '#reference', deepLinking: true, docExpansion: 'list', filter: true, tryItOutEnabled: true },
      ...{ displayRequestDuration: true, defaultModelsExpandDepth: -1, validatorUrl: null },
    });
  });

  it('has the document with its examples as text, and stays in the session that it was opened under', () => {
    expect(shown.spec).to.deep.equal({
      openapi: '3.1.1',
      servers: [{ url: '/__session/mine/' }],
      examples: { one: { value: '{\n  "id": 1\n}' }, text: { value: 'as it is' } },
    });
    expect(links).to.deep.equal(['/__session/mine/catalogue']);
  });
});
