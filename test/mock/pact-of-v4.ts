/** A pact of version 4 as other languages write it: wrapped bodies, lists of header values. */
export const mobileEsUsPact = {
  consumer: { name: 'corner-android' },
  provider: { name: 'fight-sports-api' },
  interactions: [
    {
      type: 'Synchronous/HTTP',
      description: 'a gallery of its own',
      providerStates: [{ name: 'a media item exists', params: { id: 77001 } }],
      request: { method: 'GET', path: '/api/v3/mobile/media/77001', headers: { Accept: ['application/json'] } },
      response: {
        status: 200,
        headers: { 'Content-Type': ['application/json'], Vary: ['Cookie'] },
        body: { contentType: 'application/json', encoded: false, content: { id: 77001, type: 'PHOTOGALLERY' } },
        matchingRules: { body: { '$.type': { combine: 'AND', matchers: [{ match: 'type' }] } } },
      },
    },
    { type: 'Asynchronous/Messages', description: 'no request', contents: {} },
  ],
  metadata: { pactSpecification: { version: '4.0' } },
};
