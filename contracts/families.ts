/**
 * The two route families, served side by side. A path of the route table follows `prefix`.
 *
 * @see interface specification 1 and 9
 */
export const families = {
  v3: {
    version: 'v3',
    prefix: '/api/v3/mobile',
    locale: 'es_US',
    /** `Content-Language` of every reply, problems included. */
    language: 'es-US',
    consumer: 'mobile-es-us',
  },
  v1: {
    version: 'v1',
    prefix: '/api/v1/us',
    locale: 'en_US',
    language: 'en-US',
    consumer: 'mobile-us',
  },
} as const;

export type Family = keyof typeof families;

export const familyNames = Object.keys(families) as readonly Family[];

export const provider = 'fight-sports-api';

/** The supplier that posts live updates; `families` names the applications of the two families. */
export const feedConsumer = 'metrics-feed';

export type Consumer = (typeof families)[Family]['consumer'] | typeof feedConsumer;
