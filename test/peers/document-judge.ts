import { readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import type { Answer } from '../support/http/send.ts';

interface Reference {
  $ref: string;
}

interface Header {
  required?: boolean;
  schema: object;
}

interface Reply {
  headers?: Record<string, Header | Reference>;
  content?: Record<string, { schema: object }>;
}

type Operations = Partial<Record<string, { responses: Record<string, Reply | Reference> }>>;

/** The parts of the OpenAPI document that are read here, without the types of the code that writes it. */
export interface Described {
  paths: Record<string, Operations>;
  components: object;
}

export const readDescribed = (): Described =>
  JSON.parse(readFileSync(new URL('../../contracts/generated/openapi.json', import.meta.url), 'utf8'));

export interface AnsweredRequest {
  method: string;
  path: string;
  answer: Answer;
}

export type DocumentJudge = (answered: AnsweredRequest) => string[];

/** The CommonJS module has its function in `default`. */
const addFormats = addFormatsModule as unknown as (ajv: Ajv2020) => void;

const documentId = 'openapi.json';
const pointerOf = (...parts: string[]) =>
  parts.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

const segmentsOf = (path: string) => path.split('/').filter((segment) => segment !== '');

/** The beginnings of a template before its first parameter: `/events`, `/events/round_scoring`. */
function beginningsOf(template: string): string[] {
  const segments = segmentsOf(template);
  const parameter = segments.findIndex((segment) => segment.startsWith('{'));
  const literal = parameter < 0 ? segments : segments.slice(0, parameter);
  return literal.map((_, index) => literal.slice(0, index + 1).join('/'));
}

/** `/events/{id}` → a pattern of the paths that it stands for; suffix and slash are allowed by its description. */
function patternOf(template: string): RegExp {
  const source = segmentsOf(template)
    .map((segment) => (segment.startsWith('{') ? '/:?[^/]+?' : `/${segment}`))
    .join('');
  return new RegExp(`^/?${source}(\\.json)?/?$`);
}

/** Judges answers by the document alone: with ajv and its own look at paths, not with the code under test. */
export function createDocumentJudge(document: Described): DocumentJudge {
  const ajv = new Ajv2020({ strict: false, allErrors: true, coerceTypes: false });
  addFormats(ajv);
  ajv.addSchema(document, documentId);
  // A header is text: `7` is the integer 7.
  const ofHeaders = new Ajv2020({ strict: false, coerceTypes: true });
  addFormats(ofHeaders);
  ofHeaders.addSchema(document, documentId);

  type Validator = (text: string, parse: (text: string) => unknown) => ErrorObject[];
  const compiled = new Map<string, Validator>();
  function validatorAt(pointer: string, by = ajv): Validator {
    const key = `${by === ajv} ${pointer}`;
    const known = compiled.get(key);
    if (known) return known;
    const validate = by.compile({ $ref: `${documentId}#${pointer}` });
    const validator: Validator = (text, parse) => (validate(parse(text)) ? [] : (validate.errors ?? []));
    compiled.set(key, validator);
    return validator;
  }

  const targets = new Map<string, unknown>();
  function targetOf(pointer: string): unknown {
    if (targets.has(pointer)) return targets.get(pointer);
    let found: unknown = document;
    for (const name of pointer.slice(1).split('/')) {
      found = (found as Record<string, unknown>)[decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~')];
    }
    targets.set(pointer, found);
    return found;
  }

  function resolved<T extends object>(part: T | Reference, pointer: string): { part: T; pointer: string } {
    if (!('$ref' in part)) return { part, pointer };
    const target = part.$ref.slice(1);
    return resolved(targetOf(target) as T | Reference, target);
  }

  // Templates with fewer parameters first: a concrete path is matched before a templated one (OpenAPI 3.1, 4.8.8).
  const templates = Object.keys(document.paths)
    .map((template) => ({ template, pattern: patternOf(template), parameters: template.split('{').length }))
    .sort((a, b) => a.parameters - b.parameters);

  const beginnings = new Set(templates.flatMap(({ template }) => beginningsOf(template)));
  /** A literal segment of another template is no value of a parameter: `/events/round_scoring.json` is not an event. */
  function isReserved(template: string, plain: string): boolean {
    const own = beginningsOf(template);
    const segments = segmentsOf(plain.replace(/\.json\/?$/, ''));
    return segments.some((_, index) => {
      const beginning = segments.slice(0, index + 1).join('/');
      return beginnings.has(beginning) && !own.includes(beginning);
    });
  }

  const sentences = (where: string, errors: readonly ErrorObject[]) =>
    errors.map(({ instancePath, message }) => `${where}${instancePath}: ${message}`);

  function judgeHeaders(reply: Reply, pointer: string, { headers }: Answer): string[] {
    return Object.entries(reply.headers ?? {}).flatMap(([name, referred]) => {
      const header = resolved<Header>(referred, pointer + pointerOf('headers', name));
      const value = headers[name.toLowerCase()];
      if (value === undefined) return header.part.required ? [`header ${name}: is required and absent`] : [];
      const errors = validatorAt(`${header.pointer}/schema`, ofHeaders)(value, (text) => text);
      return sentences(`header ${name} ${JSON.stringify(value)}`, errors);
    });
  }

  function judgeBody(reply: Reply, pointer: string, { headers, body }: Answer): string[] {
    const type = (headers['content-type'] ?? '').split(';')[0] ?? '';
    if (!reply.content) return body.length > 0 ? [`has a body of ${type}, and the document none`] : [];
    if (!(type in reply.content)) return [`content type "${type}" is not one of ${Object.keys(reply.content)}`];
    if (type === 'text/event-stream') return [];
    const { schema } = reply.content[type] as { schema: object };
    const own = pointer + pointerOf('content', type, 'schema');
    // Compiled once for all replies that are nothing but a reference to the same schema.
    const isReference = '$ref' in schema && Object.keys(schema).length === 1;
    const validate = validatorAt(isReference ? resolved(schema, own).pointer : own);
    return sentences('#', validate(body.toString('utf8'), JSON.parse));
  }

  /** Outside the document there are only problems. */
  function judgeProblem({ answer }: AnsweredRequest): string[] {
    if (!answer.headers['content-type']?.startsWith('application/problem+json'))
      return ['is described by no operation'];
    return sentences('#', validatorAt('/components/schemas/ProblemDetails')(answer.body.toString('utf8'), JSON.parse));
  }

  return (answered) => {
    const { method, path, answer } = answered;
    if (method === 'OPTIONS' && answer.status === 204) return [];
    const plain = path.replace(/^https?:\/\/[^/]+/, '').replace(/\?.*$/s, '');
    // A page beside the API, which leads on to it; support/suites/pages.ts says what it has.
    if (method === 'GET' && /^\/{1,2}(#|$)/.test(plain) && answer.status === 200) return [];
    const template = templates.find((one) => one.pattern.test(plain) && !isReserved(one.template, plain))?.template;
    const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
    const operation = template === undefined ? undefined : document.paths[template]?.[verb];
    if (template === undefined || !operation) return method === 'HEAD' ? [] : judgeProblem(answered);
    const status = String(answer.status);
    const referred = operation.responses[status];
    if (!referred) return [`status ${status} is not one of ${Object.keys(operation.responses)}`];
    const { part, pointer } = resolved<Reply>(referred, pointerOf('paths', template, verb, 'responses', status));
    return [...judgeHeaders(part, pointer, answer), ...(method === 'HEAD' ? [] : judgeBody(part, pointer, answer))];
  };
}
