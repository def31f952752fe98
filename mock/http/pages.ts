import type { RequestHandler } from 'express';
import type { DocumentSource } from '../../contracts/site/document.ts';
import { cataloguePages, docsPages, servePages } from '../../contracts/site/pages.ts';

/** Serves `/` in a browser, `/docs` and `/openapi.json`, all three from the mock's own document. */
export function serveMockPages(source: DocumentSource): RequestHandler {
  const serve = servePages(cataloguePages('mock', source), docsPages(source));
  return (req, res, next) => {
    // Read before Prism checks the request: it writes into the document.
    void source().text;
    return serve(req, res, next);
  };
}
