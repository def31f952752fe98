import type { RequestHandler } from 'express';
import { cataloguePages, type Pages } from '../../../contracts/site/pages.ts';

/** Lets pages answer; a request for none of them goes on to the routes. */
export const serving =
  (pages: Pages): RequestHandler =>
  async (req, res, next) => {
    const { method, path, headers } = req;
    const reply = await pages({
      ...{ method, path, accept: headers.accept },
      ...{ acceptEncoding: headers['accept-encoding'] as string | undefined, ifNoneMatch: headers['if-none-match'] },
    });
    if (!reply) return next();
    res.writeHead(reply.status, reply.headers);
    res.end(reply.body);
  };

/** `/` for a browser: every operation with its contracts, tried against this very server. */
export const serveCatalogue = (): RequestHandler => serving(cataloguePages('server'));
