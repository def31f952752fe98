import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import type { ReceivedEvent } from '../support/http/follow.ts';

interface Reference {
  $ref: string;
}

/** The parts of the AsyncAPI document that are read here, without the types of the code that writes it. */
export interface DescribedStreams {
  channels: Record<string, { address: string; messages: Record<string, Reference> }>;
  operations: Record<
    string,
    { channel: Reference; messages: Reference[]; bindings: { http: { query?: { required: string[] } } } }
  >;
  components: { messages: Record<string, { headers: object; payload: Reference; examples: { payload: unknown }[] }> };
}

export const readStreams = (): DescribedStreams =>
  JSON.parse(readFileSync(new URL('../../contracts/generated/asyncapi.json', import.meta.url), 'utf8'));

export interface StreamedEvent extends ReceivedEvent {
  path: string;
}

/** What the document says of an event: the operation that it belongs to, and what does not fit, one sentence each. */
export type StreamJudge = (event: StreamedEvent) => { operation: string | undefined; misfits: string[] };

const documentId = 'asyncapi.json';

/** Judges events by the document alone, with ajv and the dialect of AsyncAPI's own schemas, JSON Schema draft 07. */
export function createStreamJudge(document: DescribedStreams): StreamJudge {
  const ajv = new Ajv({ strict: false, allErrors: true });
  ajv.addSchema(document, documentId);
  const followed = (reference: Reference): unknown => {
    let at: unknown = document;
    for (const step of reference.$ref.slice(2).split('/'))
      at = (at as Record<string, unknown>)[decodeURIComponent(step)];
    return typeof at === 'object' && at !== null && '$ref' in at ? followed(at as Reference) : at;
  };
  const operations = Object.entries(document.operations).map(([name, { channel, messages, bindings }]) => {
    const { address } = followed(channel) as { address: string };
    const [message] = messages.map((reference) => followed(reference) as { headers: object; payload: Reference });
    if (!message) throw new Error(`${name} has no message`);
    return {
      name,
      path: new RegExp(`^${address.replace(/\{\w+\}/g, '[^/]+')}$`),
      query: (bindings.http.query?.required ?? []).join(),
      fields: ajv.compile(message.headers),
      payload: ajv.compile({ $ref: `${documentId}${message.payload.$ref}` }),
    };
  });
  return ({ path, id, event, data }) => {
    const { pathname, searchParams } = new URL(path, 'http://localhost');
    const query = [...searchParams.keys()].join();
    const operation = operations.find((one) => one.path.test(pathname) && one.query === query);
    if (!operation) return { operation: undefined, misfits: [`no operation streams ${path}`] };
    const { name, fields, payload } = operation;
    const errors = [
      ...(fields({ id, event }) ? [] : (fields.errors ?? []).map((error) => ({ ...error, where: 'event' }))),
      ...(payload(JSON.parse(data)) ? [] : (payload.errors ?? []).map((error) => ({ ...error, where: 'data' }))),
    ];
    const sentences = errors.map(({ where, instancePath, message }) => `${path} ${where}${instancePath}: ${message}`);
    return { operation: name, misfits: sentences };
  };
}
