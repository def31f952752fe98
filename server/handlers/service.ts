import {
  chat as chatReply,
  instructions as instructionsReply,
  translation,
} from '../../contracts/content/represent/index.ts';
import { families } from '../../contracts/families.ts';
import { rootOf } from '../../contracts/operations.ts';
import { Problem } from '../../contracts/requests/problem.ts';
import { isoSeconds } from '../../contracts/rules/iso-seconds.ts';
import { retryAfter } from '../limits/retry-after.ts';
import { findPage } from '../queries/content.ts';
import { StoreUnavailable } from '../store/index.ts';
import { type Handler, Reply } from './types.ts';

export const root: Handler<'root'> = async ({ family }) => rootOf(family);

/**
 * 200 while the server can reply, `degraded` while the store is away; 503 only while draining. The server listens only
 * after the first load.
 */
export const health: Handler<'health'> = async ({ family }, { store, isDraining }) => {
  const { version, locale } = families[family];
  const time = isoSeconds(Date.now());
  if (isDraining()) {
    return new Reply({ status: 'down', version, locale, time }, { status: 503, headers: retryAfter(1) });
  }
  try {
    await store.ping();
    return { status: 'ok', version, locale, time };
  } catch (error) {
    if (error instanceof StoreUnavailable) return { status: 'degraded', version, locale, time };
    throw error;
  }
};

/** Of version 3 only. */
export const translations: Handler<'translations'> = async ({ values, content }) => {
  const record = await content.get('translations', values.id);
  if (!record) throw new Problem('translation-not-found');
  return translation(record, 'v3');
};

export const chat: Handler<'chat'> = async ({ family, content }) => chatReply(await findPage(content, 'chat'), family);

export const instructions: Handler<'instructions'> = async ({ family, content }) =>
  instructionsReply(await findPage(content, 'instructions'), family);
