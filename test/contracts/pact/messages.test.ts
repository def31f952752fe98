import { expect } from 'chai';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import fc from 'fast-check';
import { eventText, heartbeatText, lastEventIdOf } from '../../../contracts/http/event-stream.ts';
import { prefersEventStream } from '../../../contracts/http/negotiation.ts';
import { replySchema } from '../../../contracts/operations.ts';
import { consumerNames, idPattern, messages, messagesOf, metadataOf } from '../../../contracts/pact/messages.ts';
import { familiesOf, routeNames, routeOf } from '../../../contracts/routes.ts';
import { fits } from '../../../contracts/schemas/validation/fits.ts';

/** What a long-lived parser reads if the bytes arrive in pieces of these sizes, in turn. */
function eventsIn(bytes: Buffer, sizes: readonly number[]): EventSourceMessage[] {
  const events: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => events.push(event) });
  const decoder = new TextDecoder();
  for (let at = 0, n = 0; at < bytes.length; n++) {
    const end = at + (sizes[n % sizes.length] ?? 1);
    parser.feed(decoder.decode(bytes.subarray(at, end), { stream: true }));
    at = end;
  }
  return events;
}

describe('messages: the events of streams', () => {
  it('are described for every route that can be followed, in each of its families', () => {
    const followed = routeNames.filter((name) => routeOf(name).stream);
    expect(followed).to.deep.equal(['fight_votes', 'round_scoring', 'fight_metrics_live_event']);
    for (const name of followed) {
      for (const family of familiesOf(name)) {
        const own = messages.filter(({ of }) => of.route === name && of.family === family);
        expect(own, `${family} ${name}`).not.to.have.length(0);
      }
    }
    expect(
      messages.some(({ of }) => of.request.query?.fight !== undefined),
      'of a bout',
    ).to.equal(true);
  });

  it('carry the plain reply, and have distinct words and states within a consumer', () => {
    for (const { of, content, receiving } of messages) {
      expect(fits(replySchema(of.route, of.family), content), receiving).to.equal(true);
      expect(receiving).to.match(/^the first event of /);
      expect(JSON.stringify(content)).to.not.match(/[\r\n]/);
    }
    for (const consumer of consumerNames) {
      const names = messagesOf(consumer).map(({ receiving }) => receiving);
      expect(new Set(names).size, consumer).to.equal(names.length);
    }
    console.log(`      ${messages.length} messages`);
  });

  it('are those of the two consumers that follow a stream, with the words, states and rules of their requests', () => {
    expect(consumerNames).to.deep.equal(['mobile-es-us', 'mobile-us']);
    expect(consumerNames.map((consumer) => messagesOf(consumer).length)).to.deep.equal([19, 8]);
    expect(messagesOf('metrics-feed')).to.deep.equal([]);
    const [feed] = messagesOf('mobile-us').filter(({ of }) => of.route === 'fight_metrics_live_event');
    expect(feed?.receiving).to.equal('the first event of the feed of the live event');
    expect(feed?.given).to.deep.equal(feed?.of.given);
    expect(feed?.given.map(({ name }) => name)).to.deep.equal(['an event is live']);
    expect(Object.keys(feed?.rules ?? {})).to.have.length(55);
    expect(feed?.rules['$.FMLiveFeed.EventID']).to.deep.equal({ combine: 'AND', matchers: [{ match: 'equality' }] });
    expect(metadataOf({ id: '7', event: 'snapshot', ...{ data: 'x' } })).to.deep.equal({ id: '7', event: 'snapshot' });
  });

  it('are read however they are cut, without comments and without what has no end', () => {
    const data = JSON.stringify({ text: 'Peleador ñ — 🥊', more: 'a: b\\n', separators: '\u2028\u2029' });
    const whole = Buffer.from(
      `${heartbeatText}${eventText(0, data)}${heartbeatText}${eventText(8, '[]')}retry: 700\n\n${eventText(9, '1').slice(0, -1)}`,
    );
    const expected = [
      { id: '0', event: 'snapshot', data },
      { id: '8', event: 'snapshot', data: '[]' },
    ];
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 10 }), (sizes) => {
        expect(eventsIn(whole, sizes)).to.deep.equal(expected);
      }),
      { numRuns: 50 },
    );
  });

  it('have ids that come back as numbers; anything else is no id', () => {
    for (const [header, id] of [
      ['0', 0],
      ['41', 41],
      ['999999999999999', 999_999_999_999_999],
      ['', undefined],
      ['-1', undefined],
      ['007', undefined],
      ['1.5', undefined],
      ['9'.repeat(16), undefined],
      [['1', '2'], undefined],
      [undefined, undefined],
    ] as const) {
      expect(lastEventIdOf(header as string | undefined), String(header)).to.equal(id);
      if (id !== undefined) expect(String(header)).to.match(new RegExp(idPattern));
    }
  });

  it('are requested by name, with at least the quality of JSON', () => {
    for (const [accept, isAsked] of [
      ['text/event-stream', true],
      ['Text/Event-Stream; q=0.3', true],
      ['text/event-stream, */*', true],
      ['application/json, text/event-stream', true],
      ['application/json;q=0.9, text/event-stream;q=0.8', false],
      ['text/event-stream;q=0', false],
      ['text/*', false],
      ['*/*', false],
      [undefined, false],
    ] as const) {
      expect(prefersEventStream(accept), accept).to.equal(isAsked);
    }
  });
});
