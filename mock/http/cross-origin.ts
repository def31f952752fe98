import { type CrossOrigin, crossOriginPosts } from '../../contracts/http/headers.ts';

const exposed = 'Access-Control-Expose-Headers';

/**
 * What pages may do with the mock: a web build under development also votes, asks for states, and reads which contract
 * answered.
 */
export const mockCrossOrigin: CrossOrigin = {
  allowsPosts: true,
  requestHeaders: [
    'Authorization',
    ...crossOriginPosts.requestHeaders,
    'Mock-Session',
    'Prefer',
    'traceparent',
    'X-Request-Id',
  ],
  replyHeaders: {
    ...crossOriginPosts.replyHeaders,
    [exposed]: [
      crossOriginPosts.replyHeaders[exposed],
      'Deprecation',
      'Sunset',
      'Contract-Id',
      'Contract-Match',
      'Contract-Nearest',
      'Contract-State',
      'Mock-Session-Dropped',
      'Preference-Applied',
    ].join(', '),
  },
};
