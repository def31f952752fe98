import type { TSchema } from 'typebox';
import { Problem } from '../../common/wire/problem.ts';
import { commonHeaders, type RequestContext } from '../../common/wire/request-context.ts';
import type { ContentReader } from '../../contracts/content/reader.ts';
import { cacheControl, varyOf } from '../../contracts/http/headers.ts';
import { type Operation, replySchema, type Values } from '../../contracts/operations.ts';
import { languageOf } from '../../contracts/problems.ts';
import { type Route, routeOf } from '../../contracts/routes.ts';
import { checkParameters } from '../../contracts/rules/checks.ts';
import { fits } from '../../contracts/schemas/validation/fits.ts';
import { fragmentOf } from '../../contracts/schemas/validation/json-pointer.ts';
import { findViolations } from '../../contracts/schemas/validation/violations.ts';
import { type FlatHeaders, flattenHeaders } from '../cache/representation.ts';
import { type Caller, type Context, type Handler, Reply } from '../handlers/types.ts';
import type { RequestMetrics } from '../monitoring/request-metrics.ts';
import { mapInSlices } from '../store/slices.ts';

/** POSTs to one URL share their request context. */
const valuesOfPosts = new WeakMap<RequestContext, Values>();

/** The caller for replies that may be cached: they do not depend on the caller. */
const noCaller: Caller = { address: () => '', feedEvents: undefined };

const toReply = (result: unknown): Reply<unknown> => (result instanceof Reply ? result : new Reply(result));

/** An operation with its handler. A reply that does not fit its schema is never sent; the log names the pointer. */
export class ServedOperation {
  readonly operation: Operation;
  readonly route: Route;
  readonly context: Context;
  /** Headers of every reply of this operation, to any client. */
  readonly headers: FlatHeaders;
  readonly #handler: Handler<never>;
  readonly #schema: TSchema;
  readonly #rowSchema: TSchema | undefined;
  readonly #metrics: RequestMetrics | undefined;

  constructor(operation: Operation, handler: Handler<never>, context: Context, metrics?: RequestMetrics) {
    const route: Route = routeOf(operation.name);
    this.operation = operation;
    this.route = route;
    this.context = context;
    this.headers = flattenHeaders({
      ...commonHeaders(operation.method, operation),
      'Cache-Control': cacheControl[route.cache],
      Vary: varyOf(route),
    });
    this.#handler = handler;
    this.#metrics = metrics;
    this.#schema = replySchema(operation.name, operation.family);
    this.#rowSchema = route.list ? route.reply[operation.family] : undefined;
  }

  /** @throws {Problem} `invalid-request` with the parameters that do not fit. */
  readValues(requestContext: RequestContext): Values {
    const known = valuesOfPosts.get(requestContext);
    if (known) return known;
    const { values, violations } = checkParameters(this.operation, requestContext.params, requestContext.query);
    if (violations) throw new Problem('invalid-request', { errors: violations });
    // Only lists that grow without bound have a default page size.
    if (this.route.list?.limit === 100) return { limit: this.route.list.limit, ...values };
    if (requestContext.method === 'POST') valuesOfPosts.set(requestContext, values);
    return values;
  }

  /** Does not check the reply. */
  call(values: Values, body: unknown, caller: Caller, content: ContentReader): Promise<unknown> {
    // The handler belongs to this row of the table, but the compiler cannot see that through a variable name.
    return this.#handler({ family: this.operation.family, values, body, caller, content } as never, this.context);
  }

  /** Calls the handler for a reply that does not depend on the caller. Does not check the reply. */
  async read(values: Values, content: ContentReader): Promise<Reply<unknown>> {
    return toReply(await this.call(values, undefined, noCaller, content));
  }

  /** @throws {Error} when the reply does not fit its schema. */
  check(result: unknown): Reply<unknown> {
    const reply = toReply(result);
    this.#checkFits(this.#schema, reply.body);
    return reply;
  }

  /**
   * Checks a body and writes it as JSON, the rows of a list in slices.
   *
   * @throws {Error} when it does not fit its schema.
   */
  async serialize(body: unknown): Promise<string> {
    const rowSchema = this.#rowSchema;
    if (!rowSchema || !Array.isArray(body)) {
      this.#checkFits(this.#schema, body);
      return JSON.stringify(body);
    }
    let row = 0;
    const rows = await mapInSlices(body, (value: unknown) => {
      this.#checkFits(rowSchema, value, `/${row++}`);
      return JSON.stringify(value);
    });
    return `[${rows.join(',')}]`;
  }

  #checkFits(schema: TSchema, value: unknown, at = ''): void {
    if (fits(schema, value)) return;
    this.#metrics?.misfit(this.operation);
    const [first] = findViolations(schema, value, languageOf('v1'));
    const where = fragmentOf(`${at}${first?.pointer}`);
    throw new Error(`the reply of ${this.operation.id} does not fit its schema: ${where}: ${first?.detail}`);
  }
}
