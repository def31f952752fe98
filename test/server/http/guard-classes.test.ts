import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect } from 'chai';
import pino from 'pino';
import type { ResponseCache } from '../../../server/cache/response-cache.ts';
import { createOverloadGuard } from '../../../server/http/overload-guard.ts';

const feedKeys = { keys: [] };
const linked = '/api/v1/us/news?limit=10&cursor=linked';

describe('createOverloadGuard', () => {
  for (const regionSegments of [false, true]) {
    it(`classifies requests${regionSegments ? ' with REGION_SEGMENTS' : ''}`, () => {
      const asked: string[] = [];
      const admission = { limit: 8, waiting: 1, refuses: (workClass: string) => asked.push(workClass) < 0 };
      const responseCache = { admission, isLinked: (url: string) => url === linked } as unknown as ResponseCache;
      const guard = createOverloadGuard({ log: pino({ level: 'silent' }), responseCache, feedKeys, regionSegments });
      const listener = guard.wrap(() => undefined);
      const classOf = (url: string, method = 'GET') => {
        asked.length = 0;
        listener({ method, url } as IncomingMessage, {} as ServerResponse<IncomingMessage> & { req: IncomingMessage });
        return asked.join();
      };
      for (const [url, workClass] of [
        ['/api/v1/us/news', 'list'],
        ['/api/v1/us/news?limit=10', 'page'],
        ['/api/v1/us/news?cursor=any', 'page'],
        [linked, 'list'],
        ['/api/v1/us/fighters/3101', 'item'],
        ['/api/v1/us/fight_metrics/live_event/811', 'live'],
        ['/api/v3/mobile/fighters/stats/born_country/PER', 'page'],
        ['/api/v1/us/health', ''],
        ['/api/v1/us/health.json', ''],
        ['//api/v3/mobile/health/?a=b', ''],
        // Records and clients may be named like what is always answered.
        ['/api/v3/mobile/translations/health', 'item'],
        ['/api/v3/mobile/fights/88001/round/1/fighter/1822/vote/update_live_event', 'live'],
        ['/api/v1/us/news?limit=7&a=/health', 'page'],
        ['/nowhere', ''],
        ['/api/v3/iphone/news', regionSegments ? 'list' : ''],
        ['/api/v3/7/fighters/3101', regionSegments ? 'item' : ''],
      ] as const) {
        expect(classOf(url), url).to.equal(workClass);
        expect(classOf(url, 'HEAD'), `HEAD ${url}`).to.equal(workClass);
      }
      expect(classOf('/api/v3/mobile/fights/88001/vote', 'POST')).to.equal('');
      guard.close();
    });

    it(`refuses in the family’s language${regionSegments ? ' with REGION_SEGMENTS' : ''}`, () => {
      const admission = { limit: 8, waiting: 1, refuses: () => true };
      const responseCache = { admission, isLinked: () => false, has: () => false, isAway: false };
      const guard = createOverloadGuard({
        ...{ log: pino({ level: 'silent' }), feedKeys, regionSegments },
        responseCache: responseCache as unknown as ResponseCache,
      });
      const listener = guard.wrap(() => expect.fail('it is answered'));
      const languageOf = (url: string) => {
        let language = '';
        const res = {
          writeHead(_status: number, headers: string[]) {
            language = headers[headers.indexOf('Content-Language') + 1] ?? '';
          },
          end: () => undefined,
        };
        listener(
          { method: 'GET', url, headers: {} } as IncomingMessage,
          res as unknown as ServerResponse<IncomingMessage> & { req: IncomingMessage },
        );
        return language;
      };
      const asV3 = regionSegments ? 'es-US' : '';
      for (const [url, language] of [
        ['/api/v3/mobile/news', 'es-US'],
        ['/api/v1/us/news', 'en-US'],
        ['/api/v3/us/news', asV3],
        ['/api/v3/news', asV3],
        ['//api/v3/iphone/12/news.json?limit=1', asV3],
      ] as const) {
        if (language === '') expect(() => languageOf(url), url).to.throw('it is answered');
        else expect(languageOf(url), url).to.equal(language);
      }
      guard.close();
    });
  }
});

describe('createOverloadGuard under load', () => {
  it('passes health, and reads that have a cached reply', () => {
    const known = { has: false, isAway: false };
    const responseCache = {
      admission: { limit: 8, waiting: 1, refuses: () => true },
      isLinked: () => false,
      has: (url: string) => known.has && url === '/api/v1/us/news?limit=1',
      get isAway() {
        return known.isAway;
      },
    };
    const passedBy = (method: string, url: string, settings: { lateMs?: number; afterMs?: number } = {}) => {
      const guard = createOverloadGuard({
        ...{ log: pino({ level: 'silent' }), feedKeys, regionSegments: false, settings },
        responseCache: responseCache as unknown as ResponseCache,
      });
      let hasPassed = false;
      const listener = guard.wrap(() => {
        hasPassed = true;
      });
      const res = { writeHead: () => undefined, end: () => undefined, destroyed: true };
      const req = { method, url, headers: {}, socket: {} };
      listener(
        req as unknown as IncomingMessage,
        res as unknown as ServerResponse<IncomingMessage> & { req: IncomingMessage },
      );
      const found = hasPassed;
      guard.close();
      return found;
    };
    // As if the event loop were always late: all that need not be answered at once is queued.
    const late = { lateMs: -1_000_000, afterMs: -1_000_000 };
    for (const [method, url, isPassed] of [
      ['GET', '/api/v1/us/health', true],
      ['POST', '/api/v1/us/fight_metrics/update_live_event', false],
      ['POST', '/api/v3/mobile/fights/88001/vote', false],
      ['GET', '/api/v3/mobile/translations/health', false],
      ['GET', '/update_live_event', false],
    ] as const) {
      expect(passedBy(method, url, late), url).to.equal(isPassed);
    }
    const page = '/api/v1/us/news?limit=1';
    const passed = [passedBy('GET', page)];
    known.has = true;
    passed.push(passedBy('GET', page), passedBy('GET', '/api/v1/us/news'));
    known.isAway = true;
    passed.push(passedBy('GET', '/api/v1/us/news'));
    expect(passed).to.deep.equal([false, true, false, true]);
  });
});
