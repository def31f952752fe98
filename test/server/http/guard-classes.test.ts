import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect } from 'chai';
import pino from 'pino';
import type { ResponseCache } from '../../../server/cache/response-cache.ts';
import { createOverloadGuard } from '../../../server/http/overload-guard.ts';

const linked = '/api/v1/us/news?limit=10&cursor=linked';

/** Sends a request to a guard whose admission refuses everything, and tells what becomes of it. */
function openGuard({ regionSegments = false, isLate = false, has = false, isAway = false } = {}) {
  let asked = '';
  let passed = false;
  let language: string | undefined;
  const refuses = (workClass: string) => {
    asked = workClass;
    return true;
  };
  const responseCache = {
    admission: { limit: 8, waiting: 1, refuses },
    ...{ isLinked: (url: string) => url === linked, has: () => has, isAway },
  } as unknown as ResponseCache;
  // As if the event loop were always late: what need not be answered at once is queued.
  const settings = isLate ? { lateMs: -1e6, afterMs: -1e6 } : {};
  const log = pino({ level: 'silent' });
  const guard = createOverloadGuard({ log, feedKeys: { keys: [] }, regionSegments, settings, responseCache });
  const listener = guard.wrap(() => {
    passed = true;
  });
  return (method: string, url: string) => {
    [asked, passed, language] = ['', false, undefined];
    const res = {
      writeHead(_: number, headers: string[]) {
        language = headers[headers.indexOf('Content-Language') + 1];
      },
      end: () => undefined,
    } as unknown as ServerResponse<IncomingMessage> & { req: IncomingMessage };
    listener({ method, url, headers: {} } as IncomingMessage, res);
    const found = { workClass: asked, passed, language };
    guard.close();
    return found;
  };
}

describe('createOverloadGuard', () => {
  for (const regionSegments of [false, true]) {
    it(`classifies requests${regionSegments ? ' with REGION_SEGMENTS' : ''}`, () => {
      for (const [url, workClass] of [
        ['/api/v1/us/news', 'list'],
        ['/api/v1/us/news?limit=10', 'page'],
        ['/api/v1/us/news?cursor=any', 'page'],
        [linked, 'list'],
        ['/api/v1/us/fighters/3101', 'item'],
        ['/api/v1/us/fight_metrics/live_event/811', 'live'],
        ['/api/v3/mobile/fighters/stats/born_country/PER', 'page'],
        ['/api/v1/us/health', ''],
        ['//api/v3/mobile/health/?a=b', ''],
        // Records and clients may be named like what is always answered.
        ['/api/v3/mobile/translations/health', 'item'],
        ['/api/v3/mobile/fights/88001/round/1/fighter/1822/vote/update_live_event', 'live'],
        ['/api/v1/us/news?limit=7&a=/health', 'page'],
        ['/nowhere', ''],
        ['/api/v3/iphone/news', regionSegments ? 'list' : ''],
        ['/api/v3/7/fighters/3101', regionSegments ? 'item' : ''],
      ] as const) {
        const ask = (method: string) => openGuard({ regionSegments })(method, url).workClass;
        expect([ask('GET'), ask('HEAD'), ask('POST')], url).to.deep.equal([workClass, workClass, '']);
      }
    });

    it(`refuses in the family’s language${regionSegments ? ' with REGION_SEGMENTS' : ''}`, () => {
      const asV3 = regionSegments ? 'es-US' : undefined;
      for (const [url, language] of [
        ['/api/v3/mobile/news', 'es-US'],
        ['/api/v1/us/news', 'en-US'],
        ['/api/v3/us/news', asV3],
        ['//api/v3/iphone/12/news.json?limit=1', asV3],
      ] as const) {
        expect(openGuard({ regionSegments })('GET', url).language, url).to.equal(language);
      }
    });
  }

  it('passes health at once under load, and nothing else', () => {
    for (const [method, url, passed] of [
      ['GET', '/api/v1/us/health', true],
      ['POST', '/api/v1/us/fight_metrics/update_live_event', false],
      ['POST', '/api/v3/mobile/fights/88001/vote', false],
      ['GET', '/api/v3/mobile/translations/health', false],
      ['GET', '/update_live_event', false],
    ] as const) {
      const queued = openGuard({ isLate: true })(method, url);
      // Closing the guard passes what it has queued.
      expect(queued.passed, url).to.equal(passed);
    }
  });

  it('passes reads that this or another process has cached', () => {
    const passes = (more: object) => openGuard(more)('GET', '/api/v1/us/news?limit=1').passed;
    expect([passes({}), passes({ has: true }), passes({ isAway: true })]).to.deep.equal([false, true, true]);
  });
});
