import type { RequestHandler } from 'express';
import { type DocumentSource, generatedDocument } from '../../contracts/site/document.ts';
import { cataloguePages, docsPages, type Pages } from '../../contracts/site/pages.ts';

/**
 * What a person looks at: `/` in a browser, `/docs`, and `/openapi.json`. A path that is no page goes on to the routes.
 *
 * @param source the document that the pages are about; the generated file when left out.
 */
export function servePages(source: DocumentSource = generatedDocument): RequestHandler {
  const pages: Pages[] = [cataloguePages('mock', source), docsPages(source)];
  return async (req, res, next) => {
    // Taken before the request goes on: Prism writes into the document that it checks requests by.
    void source().text;
    const { method, path, headers } = req;
    for (const page of pages) {
      const reply = await page({
        ...{ method, path, accept: headers.accept },
        ...{ acceptEncoding: headers['accept-encoding'] as string | undefined, ifNoneMatch: headers['if-none-match'] },
      });
      if (!reply) continue;
      res.writeHead(reply.status, reply.headers);
      res.end(reply.body);
      return;
    }
    next();
  };
}
