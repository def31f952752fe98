import type { RequestHandler } from 'express';
import { docsPages } from '../../../contracts/site/pages.ts';
import { serving } from './catalogue.ts';

/** `/openapi.json`, and `/docs` where Swagger UI is installed, which a server in production need not have. */
export const serveDocs = (): RequestHandler => serving(docsPages());
