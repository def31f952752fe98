/** Sessions in the path, links that set a state, and questions about the log. */
import type { PlantedFault } from './fault.ts';

const paths = 'test/mock/session-path.test.ts';
const asked = 'test/mock/asked.test.ts';

const askedPact = 'test/mock/asked-pact.test.ts';

export const planted: readonly PlantedFault[] = [
  {
    title: 'a question about the query of a path is answered without it',
    file: 'mock/control/control-route.ts',
    from: "url.split('?').slice(1).join('?')",
    to: "url.split('?')[1] ?? ''",
    test: asked,
  },
  {
    title: 'the pact of an app claims contracts that did not answer it',
    file: 'mock/control/asked-pact.ts',
    from: "(match !== 'fallback' || nearest === undefined)",
    to: 'true',
    test: askedPact,
  },
  {
    title: 'the pact of an app has a stream as a reply',
    file: 'mock/control/asked-pact.ts',
    from: '!isStream && ',
    to: '',
    test: askedPact,
  },
  {
    title: 'the pact of an app depends on the order of its requests',
    file: 'mock/control/asked-pact.ts',
    from: '[...written.keys()].sort()',
    to: '[...written.keys()]',
    test: askedPact,
  },
  {
    title: 'the pact of an app forgets what has left the log',
    file: 'mock/session/request-log.ts',
    from: 'for (const entry of dropped) keepFirst(this.#dropped, entry);',
    to: '',
    test: askedPact,
  },
  {
    title: 'the server renames a member that an app relies on',
    file: 'server/handlers/fighters.ts',
    from: '  fighterDetail(await findFighter(content, values.id), family, settings);',
    to: '  (({ last_name: lastname, ...more }) => ({ ...more, lastname }))(fighterDetail(await findFighter(content, values.id), family, settings));',
    test: 'test/provider/asked-pact.test.ts',
  },
  {
    title: 'the Location of a new vote leaves the session of the path',
    file: 'mock/http/base.ts',
    from: 'prefixOf(req) + path : path',
    to: 'path : path',
    test: paths,
  },
  {
    title: 'a cached reply of one session in the path is sent in another',
    file: 'mock/session/reply-cache.ts',
    from: '{prefixOf(req)}',
    to: "{''}",
    test: paths,
  },
  {
    title: 'a link that sets a state leads to another site',
    file: 'mock/control/state-links.ts',
    from: '(?![/\\\\])',
    to: '',
    test: paths,
  },
  {
    title: 'an image of a foreign page sets the state of the mock',
    file: 'mock/control/access.ts',
    from: "req.headers['sec-fetch-site'] === 'cross-site'",
    to: "req.headers['sec-fetch-site'] === 'cross'",
    test: paths,
  },
  {
    title: 'a session in the path passes for the header that pages cannot send unasked',
    file: 'mock/control/access.ts',
    from: " && prefixOf(req) === ''",
    to: '',
    test: paths,
  },
  {
    title: 'a vote that came twice came exactly once',
    file: 'mock/control/question.ts',
    from: 'found.length <= most',
    to: 'most > 0',
    test: asked,
  },
  {
    title: 'a misspelt operation was never asked for',
    file: 'mock/control/question.ts',
    from: '!operationIds.includes(operation)',
    to: "operation === ''",
    test: asked,
  },
  {
    title: 'an asked path ends where another part of it does',
    file: 'mock/control/question.ts',
    from: 'return at <= end;',
    to: 'return at <= text.length;',
    test: 'test/mock/asked.test.ts',
  },
  {
    title: 'the pact of what an app asked depends on what it asked first',
    file: 'mock/session/request-log.ts',
    from: '!before || entry.path < before.path',
    to: '!before',
    test: 'test/mock/asked-pact.test.ts',
  },
  {
    title: 'a stream sends nothing to a client that has seen a later version elsewhere',
    file: 'mock/http/stream.ts',
    from: 'seen > now.version',
    to: 'false',
    test: 'test/mock/stream.test.ts',
  },
  {
    title: 'a stream shows the votes of a session that was replaced by one with as many',
    file: 'mock/http/stream-source.ts',
    from: '[ballots, state, night()',
    to: '[ballots.changes, state, night()',
    test: 'test/mock/stream.test.ts',
  },
  {
    title: 'another speed lets a paused night play',
    file: 'mock/control/night-routes.ts',
    from: 'if (pause === false) night.play();',
    to: 'if (pause === false || speed !== undefined) night.play();',
    test: 'test/mock/night.test.ts',
  },
  {
    title: 'pacts are not read again from a folder that was removed and made again',
    file: 'mock/contracts/watch.ts',
    from: 'if (isSame) return;',
    to: 'if (now.ino !== -1) return;',
    test: 'test/mock/reload.test.ts',
  },
  {
    title: 'an edit of the contracts is lost while a pact is broken',
    file: 'mock/start.ts',
    from: 'if (rebuilt) plain = createContractSet(rebuilt, { loadPrism });\n      current = withPacts(plain, settings);',
    to: 'const next = rebuilt ? createContractSet(rebuilt, { loadPrism }) : plain;\n      current = withPacts(next, settings);\n      plain = next;',
    test: 'test/mock/reload.test.ts',
  },
  {
    title: 'streams get no faults, though their replies say so',
    file: 'mock/http/app.ts',
    from: 'textOf), injectionOf(res));',
    to: 'textOf));',
    test: 'test/mock/stream.test.ts',
  },
  {
    title: 'votes on an unknown fight are said to be remembered',
    file: 'mock/reply/decide.ts',
    from: '!isExact) return decideNotFound',
    to: 'isExact) return decideNotFound',
    test: 'test/mock/request-log.test.ts',
  },
];
