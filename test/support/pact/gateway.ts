import { Agent, request as ask, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { isRead } from '../../../common/wire/request-context.ts';
import type * as States from '../../../contracts/states.ts';
import { listen } from '../http/listen.ts';

export type GivenState = Required<States.GivenState>;

export interface Target {
  url: string;
  /** Called before the first state of each interaction: removes everything that the previous interaction left. */
  reset(): Promise<void>;
  /** @returns values for the generators of the request, such as `{ etag }`. */
  setUp(state: GivenState): Promise<Record<string, unknown> | undefined>;
  /** Headers that the set-up states add to the request. */
  headers(states: readonly GivenState[]): Record<string, string>;
  /** If present, every read is sent twice and the second answer is verified; called between the two. */
  between?(path: string): void;
}

export interface JudgedReply {
  method: string;
  url: string;
  states: readonly GivenState[];
  status: number;
  headers: Readonly<Record<string, string>>;
  body(): string;
}

export interface FailedState extends GivenState {
  error: unknown;
}

/** Reads the message that the verifier requests by its description. */
export type ReadMessage = (description: string) => Promise<{ data: string; metadata: Record<string, unknown> }>;

export interface Gateway {
  url: string;
  statesUrl: string;
  /** Where the verifier requests messages, as it is configured. */
  messages: { protocol: 'message'; port: number; path: string };
  judged: readonly JudgedReply[];
  /** The errors of set-ups, which Pact itself would only log. */
  failures: FailedState[];
  /** The errors of messages, by description. */
  messageErrors: Map<string, unknown>;
  close(): Promise<void>;
}

const statesPath = '/_states';
const messagesPath = '/_messages';

function record(reply: IncomingMessage): Pick<JudgedReply, 'status' | 'headers' | 'body'> {
  const chunks: Buffer[] = [];
  reply.on('data', (chunk: Buffer) => chunks.push(chunk));
  const headers = Object.entries(reply.headers).map(([name, value]) => [name, String(value)] as const);
  return {
    status: reply.statusCode ?? 502,
    headers: Object.fromEntries(headers),
    body: () => Buffer.concat(chunks).toString(),
  };
}

/**
 * Between the verifier and a provider: sets up states and forwards everything else, byte by byte. The proxy of
 * pact-js parses bodies before it forwards them, so a malformed body, which some contracts need, would never arrive.
 */
export async function startGateway(target: Target, readMessage?: ReadMessage): Promise<Gateway> {
  const failures: FailedState[] = [];
  const messageErrors: Gateway['messageErrors'] = new Map();
  const judged: JudgedReply[] = [];
  const agent = new Agent({ keepAlive: true });
  let states: GivenState[] = [];
  let wasAsked = false;

  async function setUp(bytes: Buffer): Promise<unknown> {
    const { state, params = {}, action } = JSON.parse(bytes.toString());
    if (action !== 'setup' || !state) return {};
    try {
      if (wasAsked) states = [];
      if (states.length === 0) await target.reset();
      wasAsked = false;
      states.push({ name: state, params });
      return (await target.setUp({ name: state, params })) ?? {};
    } catch (error) {
      // Answered all the same: the verifier repeats a set-up that fails, and the states would get out of step.
      failures.push({ name: state, params, error });
      return {};
    }
  }

  const server = await listen(async (req, res) => {
    const bytes = await buffer(req);
    if (req.url?.startsWith(statesPath)) {
      const values = await setUp(bytes);
      res.setHeader('Content-Type', 'application/json');
      res.end(JSON.stringify(values));
      return;
    }
    if (readMessage && req.url === messagesPath) {
      const { description } = JSON.parse(bytes.toString()) as { description: string };
      try {
        const { data, metadata } = await readMessage(description);
        res.setHeader('Pact-Message-Metadata', Buffer.from(JSON.stringify(metadata)).toString('base64'));
        res.setHeader('Content-Type', 'application/json; charset=utf-8');
        res.end(data);
      } catch (error) {
        messageErrors.set(description, error);
        res.writeHead(500).end();
      }
      return;
    }
    // An interaction without states does not inherit those of the previous interaction.
    if (wasAsked && states.length > 0) {
      states = [];
      await target.reset();
    }
    wasAsked = true;
    const { 'accept-encoding': _, 'transfer-encoding': __, ...headers } = req.headers;
    const { hostname, port } = new URL(target.url);
    const given = { ...headers, ...target.headers(states), host: `${hostname}:${port}` };
    const options = {
      ...{ agent, hostname, port, method: req.method, path: req.url },
      headers: { ...given, ...(bytes.length > 0 && { 'content-length': bytes.length }) },
    };
    const pass = () =>
      new Promise<IncomingMessage>((resolve, reject) => ask(options, resolve).on('error', reject).end(bytes));
    try {
      // A stream does not end, and is not cached.
      const isStream = req.headers.accept === 'text/event-stream';
      if (target.between && isRead(req.method) && !isStream) {
        await buffer(await pass());
        target.between(req.url ?? '');
      }
      const reply = await pass();
      judged.push({ method: req.method ?? '', url: req.url ?? '', states: [...states], ...record(reply) });
      res.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(res);
    } catch (error) {
      const reply = { status: 502, headers: {}, body: () => String(error) };
      judged.push({ method: req.method ?? '', url: req.url ?? '', states: [...states], ...reply });
      res.statusCode = reply.status;
      res.end(reply.body());
    }
  });
  return {
    url: server.url,
    statesUrl: server.url + statesPath,
    messages: { protocol: 'message', port: Number(new URL(server.url).port), path: messagesPath },
    ...{ judged, failures, messageErrors },
    close() {
      agent.destroy();
      return server.close();
    },
  };
}
