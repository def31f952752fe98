import { expect } from 'chai';
import { contractWith, indexWith, settled, useCatalogue } from '../../support/browser/catalogue-run.ts';

let operations = 0;

describe('a contract in the catalogue', () => {
  const of = useCatalogue();
  /** Opens a route of these contracts. The replies of an operation are kept, so that each test has one of its own. */
  const start = async (contracts: object[], { method = 'GET', host = 'mock', replies = {} as object } = {}) => {
    const { run } = of;
    const id = `v3.deed-${++operations}`;
    const deed = { name: 'deed', tag: 'Tales', summary: '', method };
    const routes = [{ ...deed, operations: [{ id, family: 'v3', paths: [], contracts }] }];
    run.answers[`/catalogue/${id}.json`] = replies;
    run.answers['/catalogue/index.json'] = indexWith({ host, routes });
    await run.start('#deed');
    run.asked.splice(0);
    run.said();
    return { ...run, id };
  };
  const inside = (selector: string, at: number) =>
    of.run.page.querySelectorAll(selector)[at]?.nodes.map((node) => (typeof node === 'string' ? node : node.html));
  const content = (at = 0) => inside('div.content', at);
  const answer = () => inside('div.answer', 0);
  /** What the host answers the contract `aa1`. */
  const answering = (body: string | ReadableStream | null, init: ResponseInit) => {
    of.run.answers['/__session/mine/api/aa1'] = () => new Response(body, init);
  };
  const pre = (label: string, inner: string) => `<pre tabindex="0" role="region" aria-label="${label}">${inner}</pre>`;
  const states = [
    { name: 'an archive', params: { pages: 2, of: 'news' } },
    { name: 'no event', params: {} },
    { name: 'a fighter', params: { id: 7 } },
  ];

  it('shows its states, its request and its reply, in the language of the operation', async () => {
    const contract = contractWith('aa1', {
      status: 404,
      problem: 'not-found',
      states,
      headers: { Accept: 'text/plain' },
    });
    const reply = { headers: { 'Content-Type': 'text/plain', Age: '3' }, body: { said: 'qué', is: [true, 1.5] } };
    const { page } = await start([contract], { replies: { aa1: reply } });
    expect(page.querySelectorAll('summary')[0]?.html).to.equal(
      '<summary><span class="status s4">404</span> a list</summary>',
    );
    expect(content()).to.deep.equal([
      '<h4>Given</h4>',
      '<ul><li>an archive (pages 2, of news)</li><li>no event</li><li>a fighter (id 7)</li></ul>',
      '<h4>Request</h4>',
      pre(
        'Request as curl',
        [
          "<code>curl -i 'http://localhost:4010/__session/mine/api/aa1' \\\n  -H 'Accept: text/plain' \\\n",
          `  -H 'Prefer: example="aa1"'</code>`,
        ].join(''),
      ),
      [
        '<label><input type="checkbox" checked></input> Ask for this very contract: ',
        '<code>Prefer: example="aa1"</code></label>',
      ].join(''),
      [
        '<p class="buttons"><button type="button" class="try">Try it on this mock</button>',
        '<button type="button">Copy</button></p>',
      ].join(''),
      '<div class="answer" role="status"></div>',
      '<h4>Reply in the contract</h4>',
      '<p class="line"><span class="status s4">404</span> problem not-found</p>',
      [
        `<div>${pre('Headers of the reply', 'Content-Type: text/plain\nAge: 3')}`,
        pre(
          'Reply',
          [
            '<code lang="es-US">{\n  <span class="key">"said"</span>: <span class="string">"qué"</span>,\n',
            '  <span class="key">"is"</span>: [\n    <span class="word">true</span>,\n',
            '    <span class="number">1.5</span>\n  ]\n}</code>',
          ].join(''),
        ),
        '</div>',
      ].join(''),
      '<p class="soft">Contract-Id <a href="#aa1">aa1</a></p>',
    ]);
  });

  it('asks a server without a preference, which it would not know', async () => {
    const { page } = await start([contractWith('aa1')], { host: 'server' });
    expect(content()?.slice(1, 6)).to.deep.equal([
      '<ul></ul>',
      '<h4>Request</h4>',
      pre('Request as curl', "<code>curl -i 'http://localhost:4010/__session/mine/api/aa1'</code>"),
      [
        '<p class="buttons"><button type="button" class="try">Try it on this server</button>',
        '<button type="button">Copy</button></p>',
      ].join(''),
      '<div class="answer" role="status"></div>',
    ]);
    expect(content()?.slice(-3)).to.deep.equal([
      '<p class="line"><span class="status s2">200</span></p>',
      '<div><p>No body.</p></div>',
      '<p class="soft">Contract-Id <a href="#aa1">aa1</a></p>',
    ]);
    expect(page.querySelectorAll('label')[1]).to.equal(undefined);
  });

  it('is built when it is first opened, and loads its reply once with those of its operation', async () => {
    const replies = { aa1: { body: 1 }, aa2: { body: 2 } };
    const { page, asked } = await start([contractWith('aa1'), contractWith('aa2')], { replies });
    const [first, second] = page.querySelectorAll('details');
    if (!first || !second) throw new Error('the page has no contracts');
    const before = content(0);
    expect(content(1)).to.deep.equal([]);
    second.open = false;
    await settled();
    expect(content(1), 'closed').to.deep.equal([]);
    second.open = true;
    for (const isOpen of [false, true]) first.open = isOpen;
    await settled();
    expect(content(0)).to.deep.equal(before);
    expect(content(1)?.at(-2)).to.include('<span class="number">2</span>');
    expect(asked).to.deep.equal([]);
  });

  it('says that its reply is loading, or why it could not be loaded, and loads it again for the next', async () => {
    let reply = (_: Response) => undefined as unknown;
    const pending = () => new Promise<Response>((resolve) => (reply = resolve));
    const { id, page, answers, asked } = await start([contractWith('aa1'), contractWith('aa2')], { replies: pending });
    expect(content()?.at(-2)).to.equal('<div><p>Loading …</p></div>');
    reply(new Response(null, { status: 503, statusText: 'Service Unavailable' }));
    await settled();
    expect(content()?.at(-2)).to.equal('<div><p>The reply could not be loaded: 503 Service Unavailable</p></div>');
    answers[`/catalogue/${id}.json`] = { aa2: { body: 2 } };
    const [, second] = page.querySelectorAll('details');
    if (second) second.open = true;
    await settled();
    expect(content(1)?.at(-2)).to.include('<span class="number">2</span>');
    expect(asked).to.deep.equal([[`/catalogue/${id}.json`]]);
  });

  it('is sent to this host, and the answer shown with what it says of its contract', async () => {
    const { press, asked, said } = await start([contractWith('aa1', { headers: { Accept: 'text/plain' } })]);
    answering('{"a":null}', { status: 201, headers: { 'Contract-Id': 'aa1', Age: '3' } });
    await press('Try it on this mock');
    expect(asked).to.deep.equal([
      [
        '/__session/mine/api/aa1',
        {
          ...{ method: 'GET', cache: 'no-store', signal: { endsAfter: 15_000 } },
          headers: { Accept: 'text/plain', Prefer: 'example="aa1"' },
        },
      ],
    ]);
    expect(answer()).to.deep.equal([
      '<p class="line"><span class="status s2">201</span> 7 ms, 10 bytes</p>',
      '<p>This contract answered.</p>',
      [
        '<details><summary>Headers</summary>',
        `${pre('Headers', 'age: 3\ncontent-type: text/plain;charset=UTF-8\ncontract-id: aa1')}</details>`,
      ].join(''),
      pre('Answer', '<code lang="es-US">{\n  <span class="key">"a"</span>: <span class="word">null</span>\n}</code>'),
    ]);
    expect(said()).to.deep.equal(['focus button Try it on this mock']);
  });

  it('is told from others by what an answer says, else by its status', async () => {
    const { press } = await start([contractWith('aa1', { states })]);
    const rows: [body: string | null, init: ResponseInit, size: string, verdict: string, shown: string[]][] = [
      [
        ...['not JSON', { status: 200, headers: { 'Contract-Id': 'bb2' } }, '8 bytes'],
        ...['<p>Another contract answered: <a href="#bb2">bb2</a></p>', [pre('Answer', 'not JSON')]],
      ] as never,
      [null, { status: 200 }, '0 bytes', '<p>The status is that of the contract.</p>', []],
      [
        ...['é'.repeat(600), { status: 503 }, '1,200 bytes'],
        '<p>The contract says 200, given: an archive (pages 2, of news); no event; a fighter (id 7).</p>',
        [pre('Answer', 'é'.repeat(600))],
      ] as never,
    ];
    for (const [body, init, size, verdict, shown] of rows) {
      answering(body, init);
      await press('Try it on this mock');
      const [line, second, , ...rest] = answer() ?? [];
      expect([line?.split(', ')[1], second, ...rest]).to.deep.equal([`${size}</p>`, verdict, ...shown]);
    }
  });

  it('says that nothing came back, and can be tried again', async () => {
    const { part, press, said, answers } = await start([contractWith('aa1')]);
    let fail = (_: Error) => undefined as unknown;
    answers['/__session/mine/api/aa1'] = () => new Promise<Response>((_, reject) => (fail = reject));
    const button = part('Try it on this mock');
    await press('Try it on this mock');
    expect([button.disabled, ...said()]).to.deep.equal([true]);
    fail(new Error('timed out'));
    await settled();
    expect(answer()).to.deep.equal(['<p>Nothing came back: timed out</p>']);
    expect([button.disabled, ...said()]).to.deep.equal([false, 'focus button Try it on this mock']);
  });

  it('is asked for by name only as long as the reader wants', async () => {
    const { page, press, asked } = await start([contractWith('aa1', { body: { vote: 1 } })], { method: 'POST' });
    const [, prefer] = page.querySelectorAll('input');
    if (!prefer) throw new Error('the page has no box to tick');
    prefer.checked = false;
    prefer.fire('change');
    expect(page.querySelectorAll('code')[0]?.textContent).to.equal(
      `curl -i 'http://localhost:4010/__session/mine/api/aa1' \\\n  --data-raw '{"vote":1}'`,
    );
    await press('Try it on this mock');
    const sent = { method: 'POST', headers: {}, cache: 'no-store', signal: { endsAfter: 15_000 }, body: '{"vote":1}' };
    expect(asked).to.deep.equal([['/__session/mine/api/aa1', sent]]);
  });

  it('asks with the ETag that the host has now, where the contract asks with one', async () => {
    const headers = { 'If-None-Match': '"the-etag-of-this-representation"' };
    const { press, asked } = await start([contractWith('aa1', { headers })], { host: 'server' });
    const before = ['/__session/mine/api/aa1', { headers: { Accept: 'application/json' }, cache: 'no-store' }];
    for (const [given, etag] of [
      [{ ETag: '"now"' }, '"now"'],
      [{}, '"the-etag-of-this-representation"'],
    ] as [Record<string, string>, string][]) {
      answering('1', { headers: given });
      await press('Try it on this server');
      expect(asked.splice(0)).to.deep.equal([
        before,
        [
          '/__session/mine/api/aa1',
          {
            ...{ method: 'GET', cache: 'no-store', signal: { endsAfter: 15_000 } },
            headers: { 'If-None-Match': etag },
          },
        ],
      ]);
    }
  });

  it('keeps another entity tag as it is', async () => {
    const { press, asked } = await start([contractWith('aa1', { headers: { 'If-None-Match': '*' } })]);
    await press('Try it on this mock');
    expect(asked.map(([address]) => address)).to.deep.equal(['/__session/mine/api/aa1']);
  });

  it('shows of a stream what came within two seconds', async () => {
    const { press, timers } = await start([contractWith('aa1')]);
    let isCancelled = false;
    const stream = new ReadableStream({
      start(controller) {
        for (const part of ['data: é\n', 'data: 2\n']) controller.enqueue(new TextEncoder().encode(part));
      },
      cancel() {
        isCancelled = true;
      },
    });
    answering(stream, { headers: { 'Content-Type': 'text/event-stream; charset=utf-8' } });
    await press('Try it on this mock');
    expect(answer()).to.deep.equal([]);
    const [[end, ms] = [() => undefined, 0]] = timers;
    expect([ms, isCancelled]).to.deep.equal([2_000, false]);
    end();
    await settled();
    expect([isCancelled, answer()?.[3]]).to.deep.equal([true, pre('Answer', 'data: é\ndata: 2\n')]);
  });

  it('reads a stream without a body, and a text that is none, as they are', async () => {
    const { press, timers } = await start([contractWith('aa1')]);
    for (const [body, type, shown] of [
      [null, 'text/event-stream', undefined],
      ['a', 'x-text/event-stream', pre('Answer', 'a')],
      ['b', 'text/html', pre('Answer', 'b')],
    ] as const) {
      answering(body, { headers: { 'Content-Type': type } });
      await press('Try it on this mock');
      expect(answer()?.[3]).to.equal(shown);
    }
    const bytes = new TextEncoder().encode('c');
    of.run.answers['/__session/mine/api/aa1'] = () => new Response(bytes);
    await press('Try it on this mock');
    expect(answer()?.[3], 'without a type').to.equal(pre('Answer', 'c'));
    expect(timers).to.deep.equal([]);
  });

  it('has its curl command copied, and the button says so for a moment', async () => {
    const { press, timers, copied, part } = await start([contractWith('aa1')], { host: 'server' });
    await press('Copy');
    expect(copied).to.deep.equal(["curl -i 'http://localhost:4010/__session/mine/api/aa1'"]);
    part('Copied');
    const [[end, ms] = [() => undefined, 0]] = timers;
    expect(ms).to.equal(1_500);
    end();
    of.run.clipboard = { writeText: () => Promise.reject(new Error('not allowed')) };
    await press('Copy');
    part('Not copied').textContent = 'Copy';
    expect(of.run.said()).to.deep.equal([]);
    of.run.clipboard = undefined;
    await press('Copy');
    part('Selected');
    expect(of.run.said()).to.deep.equal(["select all of code curl -i 'http://localhost:4010/__session/mine/api/aa1'"]);
  });
});
