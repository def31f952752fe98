/** A log that says too much, too little or too often, and ids that lead nowhere. */
import type { PlantedFault } from './fault.ts';

const requests = 'test/server/http/request-log.test.ts';
const personal = 'test/server/http/personal-data.test.ts';
const failures = 'test/server/http/failure-log.test.ts';
const spans = 'test/server/http/spans.test.ts';
const context = 'test/contracts/http/trace-context.test.ts';
const rules = 'test/server/http/rules.test.ts';

const requestLog = 'server/http/request-log.ts';
const traceContext = 'contracts/http/trace-context.ts';
const lineLimit = 'server/processes/line-limit.ts';

export const planted: readonly PlantedFault[] = [
  {
    title: 'a span shows the path of its request',
    file: 'server/http/spans.ts',
    from: "'url.scheme': 'http' };",
    to: "'url.scheme': 'http', 'url.path': req.url ?? '' };",
    test: spans,
  },
  {
    title: 'a span begins a trace of its own, although the caller sent one',
    file: 'server/http/spans.ts',
    from: 'attributes }, parent);',
    to: 'attributes }, ROOT_CONTEXT);',
    test: spans,
  },
  {
    title: 'a cached reply has a span without its operation',
    file: 'server/http/cached-get.ts',
    from: 'spans?.answers(res, operation);',
    to: '',
    test: spans,
  },
  {
    title: 'the line of a failed request shows its URL',
    file: requestLog,
    from: '{ ...about, status, reason,',
    to: '{ ...about, url: req.url, status, reason,',
    test: personal,
  },
  {
    title: 'every line shows the program of the client',
    file: requestLog,
    from: 'method: req.method,',
    to: "method: req.method, agent: req.headers['user-agent'],",
    test: personal,
  },
  {
    title: 'every line shows where the request came from',
    file: requestLog,
    from: 'method: req.method,',
    to: "method: req.method, from: req.headers['x-forwarded-for'],",
    test: personal,
  },
  {
    title: 'a line shows the parameters of a path whatever they are',
    file: requestLog,
    from: "name !== 'client_id' && /^\\d{1,10}$/.test(value)",
    to: "name !== '' && value !== ''",
    test: personal,
  },
  {
    title: 'an X-Request-Id may be any text',
    file: traceContext,
    from: 'requestIdForm.test(sent)',
    to: 'sent.length <= 64',
    test: personal,
  },
  {
    title: 'an error of the parser of JSON shows what it could not read',
    file: 'server/processes/log.ts',
    from: 'error instanceof SyntaxError ?',
    to: 'error instanceof RangeError ?',
    test: personal,
  },
  {
    title: 'a refused request has no line in the log',
    file: 'server/http/middleware/problems.ts',
    from: "requestLog.failed(req, res, { level: 'warn', problem: key, status, reason: shedFor });",
    to: '',
    test: requests,
  },
  {
    title: 'a failed request has two lines in the log',
    file: requestLog,
    from: 'if (this.#failed.has(res)) return;',
    to: '',
    test: requests,
  },
  {
    title: 'every failure has its own line, however many there are',
    file: lineLimit,
    from: 'const mostAtOnce = 9;',
    to: 'const mostAtOnce = 9_000;',
    test: failures,
  },
  {
    title: 'what a process has not written yet is lost with it',
    file: 'server/processes/log.ts',
    from: "process.once('exit', () => limit.flush());",
    to: 'limit.flush();',
    test: failures,
  },
  {
    title: 'a line stands for one failure instead of many',
    file: lineLimit,
    from: 'last?.(suppressed);',
    to: 'last?.(1);',
    test: failures,
  },
  {
    title: 'a trace of the invalid version ff is continued',
    file: traceContext,
    from: "version === 'ff' ||",
    to: '',
    test: context,
  },
  {
    title: 'the span of the client is given out as that of the server',
    file: traceContext,
    from: 'spanId: randomId().slice(-16),',
    to: 'spanId: parent?.spanId ?? randomId().slice(-16),',
    test: context,
  },
  {
    title: 'a problem does not name the request',
    file: traceContext,
    from: 'status >= 400 || id === requestId ?',
    to: 'id === requestId ?',
    test: rules,
  },
];
