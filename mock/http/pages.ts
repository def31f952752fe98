import type { RequestHandler } from 'express';
import type { DocumentSource } from '../../common/pages/document.ts';
import { cataloguePages, docsPages, samplePages, servePages } from '../../common/pages/pages.ts';

/** Serves `/`, `/docs` and `/openapi.json`, all three from the mock's own document, `/asyncapi.json` and the sample's pictures. */
export function serveMockPages(source: DocumentSource): RequestHandler {
  return servePages(cataloguePages('mock', source), docsPages(source), samplePages());
}
