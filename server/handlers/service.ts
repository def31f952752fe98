import { Problem } from '../../common/wire/problem.ts';
import {
  chat as chatReply,
  instructions as instructionsReply,
  translation,
} from '../../contracts/content/represent/pages.ts';
import { families } from '../../contracts/families.ts';
import { rootOf } from '../../contracts/operations.ts';
import { isoSeconds } from '../../contracts/rules/iso-seconds.ts';
import { retryAfter } from '../limits/limiter.ts';
import { findPage } from '../queries/content.ts';
import type { Store } from '../store/index.ts';
import { StoreUnavailable } from '../store/redis/errors.ts';
import { type Handler, Reply } from './types.ts';

export const root: Handler<'root'> = async ({ family }) => rootOf(family);

/** All health requests within this time share one check of the store, which includes a synced write. */
const checkEveryMs = 250;
const checks = new WeakMap<Store, { startedMs: number; checked: Promise<void> }>();

function checkStore(store: Store): Promise<void> {
  const nowMs = performance.now();
  const last = checks.get(store);
  if (last && nowMs - last.startedMs < checkEveryMs) return last.checked;
  const checked = store.ping();
  checks.set(store, { startedMs: nowMs, checked });
  return checked;
}

/**
 * 200 while the server can reply, `degraded` while the store is unreachable; 503 only while draining. The server listens only
 * after the first load.
 */
export const health: Handler<'health'> = async ({ family }, { store, isDraining }) => {
  const { version, locale } = families[family];
  const time = isoSeconds(Date.now());
  if (isDraining()) {
    return new Reply({ status: 'down', version, locale, time }, { status: 503, headers: retryAfter(1) });
  }
  try {
    await checkStore(store);
    return { status: 'ok', version, locale, time };
  } catch (error) {
    if (error instanceof StoreUnavailable) return { status: 'degraded', version, locale, time };
    throw error;
  }
};

/** Only version 3 has this route. */
export const translations: Handler<'translations'> = async ({ values, content }) => {
  const record = await content.get('translations', values.id);
  if (!record) throw new Problem('translation-not-found');
  return translation(record, 'v3');
};

export const chat: Handler<'chat'> = async ({ family, content }) => chatReply(await findPage(content, 'chat'), family);

export const instructions: Handler<'instructions'> = async ({ family, content }) =>
  instructionsReply(await findPage(content, 'instructions'), family);
