import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { PageTree, setGlobals } from '../../support/browser/page-tree.ts';

const folder = new URL('../../../contracts/site/docs/', import.meta.url);
const html = readFileSync(new URL('index.html', folder), 'utf8');

let runs = 0;

/** Loads a script of the page, in a browser that has these globals. */
async function load(script: string, globals: Record<string, unknown>): Promise<void> {
  const restore = setGlobals(globals);
  await import(`${new URL(script, folder)}?${++runs}`).finally(restore);
}

describe('the page /docs', () => {
  const document = {
    ...{ openapi: '3.1.1', servers: [{ url: 'http://localhost:8080' }], 'x-large': [1], 'an-x-': 1 },
    paths: {
      'x-small': 1,
      examples: { one: { value: { id: [1] } }, text: { value: 'as it is' }, number: { value: 2 } },
    },
    schemas: { examples: [{ value: { id: 1 } }], example: { value: { id: 1 } } },
  };
  /** Opens the page at an address. */
  const open = async (pathname: string) => {
    const page = new PageTree(html);
    const asked: unknown[][] = [];
    const shown: unknown[] = [];
    await load('docs.js', {
      ...{ document: page, location: { pathname } },
      fetch: async (...args: unknown[]) => {
        asked.push(args);
        return Response.json(document);
      },
      SwaggerUIBundle: (options: unknown) => shown.push(options),
    });
    return { asked, shown, links: page.querySelectorAll('header a').map((link) => link.getAttribute('href')) };
  };

  it('lists the operations with their examples as text, to be tried at once, and asks no other host', async () => {
    const { asked, shown, links } = await open('/docs');
    expect(asked).to.deep.equal([['/openapi.json']]);
    expect(shown).to.deep.equal([
      {
        spec: {
          ...{ openapi: '3.1.1', servers: [{ url: '/' }], 'an-x-': 1 },
          paths: {
            examples: {
              one: { value: '{\n  "id": [\n    1\n  ]\n}' },
              ...{ text: { value: 'as it is' }, number: { value: 2 } },
            },
          },
          schemas: { examples: [{ value: { id: 1 } }], example: { value: { id: 1 } } },
        },
        ...{ dom_id: '#reference', deepLinking: true, docExpansion: 'list', filter: true, tryItOutEnabled: true },
        ...{ displayRequestDuration: true, defaultModelsExpandDepth: -1, validatorUrl: null },
      },
    ]);
    expect(links).to.deep.equal(['/', '/', '/openapi.json']);
  });

  it('stays in the session that it was opened under, also one that is called like it', async () => {
    for (const [pathname, base] of [
      ['/__session/mine/docs', '/__session/mine'],
      ['/__session/mine/docs/', '/__session/mine'],
      ['/__session/docs/docs', '/__session/docs'],
    ] as const) {
      const { shown, links } = await open(pathname);
      const [{ spec }] = shown as [{ spec: { servers: unknown } }];
      expect(spec.servers, pathname).to.deep.equal([{ url: `${base}/` }]);
      expect(links, pathname).to.deep.equal([`${base}/`, `${base}/`, `${base}/openapi.json`]);
    }
  });

  it('is as dark as the device, from the first paint on', async () => {
    const page = new PageTree(html);
    const changes = new EventTarget();
    const dark = Object.assign(changes, { matches: true });
    const asked: string[] = [];
    const seen = () => page.documentElement.className;
    const matchMedia = (query: string) => {
      asked.push(query);
      return dark;
    };
    const restore = setGlobals({ document: page });
    try {
      await load('scheme.js', { matchMedia });
      expect([...asked, seen()]).to.deep.equal(['(prefers-color-scheme: dark)', 'dark-mode']);
      for (const [matches, expected] of [
        [false, ''],
        [true, 'dark-mode'],
      ] as const) {
        dark.matches = matches;
        dark.dispatchEvent(new Event('change'));
        expect(seen()).to.equal(expected);
      }
    } finally {
      restore();
    }
  });
});
