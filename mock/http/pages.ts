import type { RequestHandler } from 'express';
import type { DocumentSource } from '../../contracts/site/document.ts';
import { cataloguePages, docsPages, samplePages, servePages } from '../../contracts/site/pages.ts';

/** Serves `/`, `/docs` and `/openapi.json`, all three from the mock's own document, `/asyncapi.json` and the sample's pictures. */
export function serveMockPages(source: DocumentSource): RequestHandler {
  return servePages(cataloguePages('mock', source), docsPages(source), samplePages());
}
