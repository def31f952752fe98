// Made by `npm run generate` from the contracts. Do not edit.
var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __defNormalProp = (obj, key, value) => key in obj ? __defProp(obj, key, { enumerable: true, configurable: true, writable: true, value }) : obj[key] = value;
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);
var __publicField = (obj, key, value) => __defNormalProp(obj, typeof key !== "symbol" ? key + "" : key, value);

// fightcard-kit
var fightcard_kit_exports = {};
__export(fightcard_kit_exports, {
  ProblemError: () => ProblemError,
  createClient: () => createClient,
  endpoints: () => endpoints,
  nextPage: () => nextPage,
  problemTypes: () => problemTypes
});
module.exports = __toCommonJS(fightcard_kit_exports);

// contracts/http/paths.ts
function parametersOf(path) {
  return [...path.matchAll(/:([a-z_]+)/g)].map((match) => match[1]);
}
var pieces = /* @__PURE__ */ new Map();
function piecesOf(path) {
  const known = pieces.get(path);
  if (known) return known;
  const split = path.split(/:([a-z_]+)/);
  pieces.set(path, split);
  return split;
}
function fill(template, params) {
  const isGiven = (part) => parametersOf(part).every((name) => params[name] !== void 0);
  const path = template.includes("(") ? template.replace(/\(([^)]*)\)/g, (_, part) => isGiven(part) ? part : "") : template;
  const parts = piecesOf(path);
  let filled = parts[0];
  for (let index = 1; index < parts.length; index += 2) {
    const name = parts[index];
    const value = params[name];
    if (value === void 0) throw new Error(`the path ${template} needs the parameter "${name}"`);
    filled += encodeURIComponent(value);
    filled += parts[index + 1];
  }
  return filled;
}

// contracts/client/problem-error.ts
var ProblemError = class extends Error {
  constructor(problem, headers) {
    super(`${problem.status} ${problem.title}: ${problem.detail}`);
    __publicField(this, "name", "ProblemError");
    __publicField(this, "problem");
    __publicField(this, "status");
    __publicField(this, "headers");
    this.problem = problem;
    this.status = problem.status;
    this.headers = headers;
  }
  /**
   * Whether this is the problem with the given key.
   *
   * A write answered with `service-unavailable` was not carried out; with `outcome-unknown` it may have been. After
   * either, or without any reply, send the same request again (same client id, same sequence number): it counts once.
   */
  is(key) {
    return this.problem.type === `urn:problem-type:${key}`;
  }
  /** Seconds to wait before repeating the request, if the reply says so. */
  get retryAfterSeconds() {
    const seconds = Number(this.headers.get("Retry-After") ?? Number.NaN);
    return Number.isFinite(seconds) ? seconds : void 0;
  }
};
var isObject = (value) => typeof value === "object" && value !== null;
var foreignDetail = "The answer is not one of this service.";
var foreignProblem = (status, instance) => ({
  type: "about:blank",
  title: `HTTP ${status}`,
  status,
  detail: foreignDetail,
  instance
});
function problemOf(body, status, instance) {
  const foreign = foreignProblem(status, instance);
  if (!isObject(body) || typeof body.type !== "string") return foreign;
  const types = foreign;
  const fitting = Object.entries(body).filter(
    ([name, value]) => !(name in types) || typeof value === typeof types[name]
  );
  return { ...foreign, ...Object.fromEntries(fitting) };
}

// contracts/families.ts
var families = {
  v3: {
    version: "v3",
    prefix: "/api/v3/mobile",
    locale: "es_US",
    /** `Content-Language` of every reply, problems included. */
    language: "es-US",
    consumer: "mobile-es-us"
  },
  v1: {
    version: "v1",
    prefix: "/api/v1/us",
    locale: "en_US",
    language: "en-US",
    consumer: "mobile-us"
  }
};
var familyNames = Object.keys(families);

// contracts/client/sender.ts
function queryOf(values) {
  const given = Object.entries(values).filter(([, value]) => value !== void 0);
  return given.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`).join("&");
}
function checkOptions(options = {}) {
  const { baseUrl, family } = options;
  if (typeof baseUrl !== "string") {
    throw new TypeError('The option baseUrl is missing: pass an address such as "https://api.example.com".');
  }
  if (!familyNames.some((name) => name === family)) {
    throw new TypeError(`The option family must be "${familyNames.join('" or "')}".`);
  }
}
function originOf(baseUrl) {
  const base = baseUrl.replace(/\/+$/, "");
  const prefix = familyNames.map((name) => families[name].prefix).find((ending) => base.endsWith(ending)) ?? "";
  return base.slice(0, base.length - prefix.length);
}
function openerOf(table, { baseUrl, feedKey, fetch: send, headers: always }) {
  const base = originOf(baseUrl);
  return async (name, { params = {}, query = {}, headers = {}, body, signal } = {}) => {
    const { path, method, isForFeed } = table[name];
    const search = queryOf(query);
    const url = base + fill(path, params) + (search && `?${search}`);
    return (send ?? fetch)(url, {
      method,
      headers: {
        Accept: "application/json",
        ...body !== void 0 && { "Content-Type": "application/json" },
        ...isForFeed && feedKey && { Authorization: `Bearer ${feedKey}` },
        ...always,
        ...headers
      },
      ...body !== void 0 && { body: typeof body === "string" ? body : JSON.stringify(body) },
      ...signal && { signal }
    });
  };
}
var defaultTimeoutMs = 3e4;
async function withTimeout(task, ms, signal) {
  const end = new AbortController();
  const abort = () => end.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort);
  let late;
  const timer = setTimeout(() => {
    late = Object.assign(new Error(`no reply within ${ms} ms`), { name: "TimeoutError" });
    end.abort(late);
  }, ms);
  try {
    return await task(end.signal);
  } catch (error) {
    throw late ?? error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}
function senderOf(table, options) {
  const open = openerOf(table, options);
  const { timeoutMs = defaultTimeoutMs } = options;
  return (name, { signal: given, ...request } = {}) => withTimeout(
    async (signal) => {
      const reply = await open(name, { ...request, signal });
      const text = await reply.text();
      return { status: reply.status, headers: reply.headers, body: text === "" ? void 0 : parse(text) };
    },
    timeoutMs,
    given
  );
}
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

// contracts/http/event-stream.ts
var snapshotEvent = "snapshot";

// contracts/client/stream.ts
function snapshotReader(progress) {
  let rest = "";
  let event = "";
  let data = [];
  let id = progress.lastId;
  return (text) => {
    const lines = (rest + text).split(/\r\n|\n|\r(?=[^\n])/);
    rest = lines.pop() ?? "";
    const found = [];
    for (const line of lines) {
      const [, name = "", value = ""] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
      if (name === "id") id = value;
      if (name === "event") event = value;
      if (name === "data") data.push(value);
      if (name === "retry" && /^\d+$/.test(value)) progress.retryMs = Number(value);
      if (line !== "") continue;
      progress.lastId = id;
      if (event === snapshotEvent && data.length > 0) found.push({ id: id ?? "", data: data.join("\n") });
      event = "";
      data = [];
    }
    return found;
  };
}
function inTime(promise, ms) {
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve(void 0), ms);
  });
  return Promise.race([promise.catch(() => void 0), late]).finally(() => clearTimeout(timer));
}
function pause(ms, signal) {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end);
  });
}
var isTemporary = (status) => status >= 500 || status === 429 || status === 408;
function readerOf({ body }) {
  if (typeof body?.getReader === "function") return body.getReader();
  throw new TypeError(
    "This fetch cannot stream: pass one whose replies have a readable body, such as that of expo/fetch."
  );
}
var maxBackOffMs = 3e4;
var maxRetryAfterSeconds = 3600;
async function* follow(open, instance, { lastEventId, signal }, { timeoutMs = defaultTimeoutMs, silenceMs = 3e4 } = {}) {
  const progress = { lastId: lastEventId, retryMs: 1e3 + Math.random() * 2e3 };
  let failures = 0;
  while (!signal?.aborted) {
    const connection = new AbortController();
    const leave = () => connection.abort();
    signal?.addEventListener("abort", leave);
    let retryAfterSeconds = 0;
    try {
      const resume = progress.lastId ? { "Last-Event-ID": progress.lastId } : void 0;
      const reply = await inTime(open({ Accept: "text/event-stream", ...resume }, connection.signal), timeoutMs);
      const isStream = reply?.status === 200 && reply.headers.get("Content-Type")?.startsWith("text/event-stream");
      if (reply && isStream) {
        failures = 0;
        const reader = readerOf(reply);
        const read = snapshotReader(progress);
        const decoder = new TextDecoder();
        for (; ; ) {
          const piece = await inTime(reader.read(), silenceMs);
          if (!piece || piece.done) break;
          for (const { id, data } of read(decoder.decode(piece.value, { stream: true })))
            yield { id, body: JSON.parse(data) };
        }
      } else {
        failures++;
        const text = await inTime(reply?.text() ?? Promise.resolve(""), timeoutMs);
        if (reply && !isTemporary(reply.status))
          throw new ProblemError(problemOf(parse(text ?? ""), reply.status, instance), reply.headers);
        retryAfterSeconds = Number(reply?.headers.get("Retry-After"));
      }
    } finally {
      connection.abort();
      signal?.removeEventListener("abort", leave);
    }
    const backOffMs = Math.min(progress.retryMs * 2 ** Math.max(0, failures - 1), maxBackOffMs);
    const saidMs = Math.min(retryAfterSeconds, maxRetryAfterSeconds) * 1e3;
    await pause(saidMs > 0 ? saidMs : backOffMs, signal);
  }
}

// contracts/client/methods.ts
var nextLink = /<([^<>]*)>[^<>]*;\s*rel\s*=\s*(?:next|"(?:[^"]*\s)?next(?:\s[^"]*)?")\s*(?:[;,]|$)/i;
function nextPage(link) {
  const url = nextLink.exec(link ?? "")?.[1];
  if (url === void 0) return void 0;
  const parameterOf = (name) => new RegExp(`[?&]${name}=([^&#]*)`).exec(url)?.[1];
  const [limit, cursor] = [parameterOf("limit"), parameterOf("cursor")];
  return {
    ...limit !== void 0 && { limit: Number(limit) },
    ...cursor !== void 0 && { cursor: decodeURIComponent(cursor) }
  };
}
function valuesOf(query, parameters) {
  const params = parameters;
  return { params, query: Object.fromEntries(query.map((parameter) => [parameter, params[parameter]])) };
}
function methodsOf(table, options) {
  const send = senderOf(table, options);
  const open = openerOf(table, options);
  const method = (name, { path, query }) => {
    return async ({ body, etag, signal, ...parameters } = {}) => {
      const values = valuesOf(query, parameters);
      const {
        status,
        headers,
        body: answer
      } = await send(name, {
        ...values,
        ...etag && { headers: { "If-None-Match": etag } },
        ...body !== void 0 && { body },
        signal
      });
      const common = { headers, etag: headers.get("ETag") ?? void 0 };
      if (status === 304 && etag) return { ...common, status, notModified: true, body: void 0, next: void 0 };
      const isOfHealth = name === "health" && status === 503 && isObject(answer) && "time" in answer;
      if ((status === 200 || status === 201 || isOfHealth) && isObject(answer)) {
        return { ...common, status, notModified: false, body: answer, next: nextPage(headers.get("Link")) };
      }
      throw new ProblemError(problemOf(answer, status, fill(path, values.params)), headers);
    };
  };
  const follower = (name, { path, query }) => {
    return ({ lastEventId, signal, ...parameters } = {}) => {
      const values = valuesOf(query, parameters);
      const ask = (headers, signal2) => open(name, { ...values, headers, signal: signal2 });
      return follow(ask, fill(path, values.params), { lastEventId, signal }, options);
    };
  };
  return Object.fromEntries(
    Object.entries(table).flatMap(([name, route]) => [
      [name, method(name, route)],
      ...route.isStream ? [[`follow_${name}`, follower(name, route)]] : []
    ])
  );
}

// fightcard-kit
var tables = {
  "v3": { "root": { "method": "GET", "path": "/api/v3/mobile/", "query": [], "isForFeed": false, "isStream": false }, "health": { "method": "GET", "path": "/api/v3/mobile/health", "query": [], "isForFeed": false, "isStream": false }, "translations": { "method": "GET", "path": "/api/v3/mobile/translations/:id", "query": [], "isForFeed": false, "isStream": false }, "streaming_video": { "method": "GET", "path": "/api/v3/mobile/live", "query": [], "isForFeed": false, "isStream": false }, "live_content": { "method": "GET", "path": "/api/v3/mobile/live_content", "query": [], "isForFeed": false, "isStream": false }, "chat": { "method": "GET", "path": "/api/v3/mobile/chat", "query": [], "isForFeed": false, "isStream": false }, "instructions": { "method": "GET", "path": "/api/v3/mobile/instructions", "query": [], "isForFeed": false, "isStream": false }, "news": { "method": "GET", "path": "/api/v3/mobile/news", "query": ["limit", "cursor"], "isForFeed": false, "isStream": false }, "article": { "method": "GET", "path": "/api/v3/mobile/news/:id", "query": [], "isForFeed": false, "isStream": false }, "media": { "method": "GET", "path": "/api/v3/mobile/media", "query": ["limit", "cursor"], "isForFeed": false, "isStream": false }, "media_item": { "method": "GET", "path": "/api/v3/mobile/media/:id", "query": [], "isForFeed": false, "isStream": false }, "title_holders": { "method": "GET", "path": "/api/v3/mobile/fighters/title_holders", "query": ["limit", "cursor"], "isForFeed": false, "isStream": false }, "fighters": { "method": "GET", "path": "/api/v3/mobile/fighters", "query": ["limit", "cursor"], "isForFeed": false, "isStream": false }, "fighter": { "method": "GET", "path": "/api/v3/mobile/fighters/:id", "query": [], "isForFeed": false, "isStream": false }, "fighters_stats_filter_key_values": { "method": "GET", "path": "/api/v3/mobile/fighters/stats_filter_key_values", "query": [], "isForFeed": false, "isStream": false }, "fighters_stats": { "method": "GET", "path": "/api/v3/mobile/fighters/stats(/weight_class/:weight_class)(/born_country/:born_country)", "query": ["limit", "cursor"], "isForFeed": false, "isStream": false }, "fighter_news": { "method": "GET", "path": "/api/v3/mobile/fighters/:fighter_id/news", "query": ["limit", "cursor"], "isForFeed": false, "isStream": false }, "fighter_media": { "method": "GET", "path": "/api/v3/mobile/fighters/:fighter_id/media", "query": ["limit", "cursor"], "isForFeed": false, "isStream": false }, "octagon_girls": { "method": "GET", "path": "/api/v3/mobile/octagon_girls", "query": ["limit", "cursor"], "isForFeed": false, "isStream": false }, "octagon_girl": { "method": "GET", "path": "/api/v3/mobile/octagon_girls/:id", "query": [], "isForFeed": false, "isStream": false }, "events": { "method": "GET", "path": "/api/v3/mobile/events", "query": ["limit", "cursor"], "isForFeed": false, "isStream": false }, "event": { "method": "GET", "path": "/api/v3/mobile/events/:id", "query": [], "isForFeed": false, "isStream": false }, "event_fights": { "method": "GET", "path": "/api/v3/mobile/events/:event_id/fights", "query": ["limit", "cursor"], "isForFeed": false, "isStream": false }, "event_media": { "method": "GET", "path": "/api/v3/mobile/events/:event_id/media", "query": ["limit", "cursor"], "isForFeed": false, "isStream": false }, "event_highlights": { "method": "GET", "path": "/api/v3/mobile/events/:event_id/highlights", "query": ["limit", "cursor"], "isForFeed": false, "isStream": false }, "fight_votes": { "method": "GET", "path": "/api/v3/mobile/fights/:id/votes", "query": [], "isForFeed": false, "isStream": true }, "fight_vote_read": { "method": "GET", "path": "/api/v3/mobile/fights/:id/round/:round_num/fighter/:fighter_statid/vote/:client_id", "query": [], "isForFeed": false, "isStream": false }, "fight_vote_cast": { "method": "POST", "path": "/api/v3/mobile/fights/:id/vote", "query": [], "isForFeed": false, "isStream": false }, "round_scoring": { "method": "GET", "path": "/api/v3/mobile/events/round_scoring/:id", "query": [], "isForFeed": false, "isStream": true }, "score_round": { "method": "POST", "path": "/api/v3/mobile/events/score_round", "query": [], "isForFeed": false, "isStream": false }, "discuss_event": { "method": "GET", "path": "/api/v3/mobile/events/:id/discuss", "query": [], "isForFeed": false, "isStream": false }, "event_tickets": { "method": "GET", "path": "/api/v3/mobile/events/:id/tickets", "query": [], "isForFeed": false, "isStream": false }, "watch_event": { "method": "GET", "path": "/api/v3/mobile/events/:id/watch", "query": [], "isForFeed": false, "isStream": false }, "alerts": { "method": "GET", "path": "/api/v3/mobile/alerts", "query": ["limit", "cursor"], "isForFeed": false, "isStream": false } },
  "v1": { "root": { "method": "GET", "path": "/api/v1/us/", "query": [], "isForFeed": false, "isStream": false }, "health": { "method": "GET", "path": "/api/v1/us/health", "query": [], "isForFeed": false, "isStream": false }, "streaming_video": { "method": "GET", "path": "/api/v1/us/live", "query": [], "isForFeed": false, "isStream": false }, "live_content": { "method": "GET", "path": "/api/v1/us/live_content", "query": [], "isForFeed": false, "isStream": false }, "chat": { "method": "GET", "path": "/api/v1/us/chat", "query": [], "isForFeed": false, "isStream": false }, "instructions": { "method": "GET", "path": "/api/v1/us/instructions", "query": [], "isForFeed": false, "isStream": false }, "news": { "method": "GET", "path": "/api/v1/us/news", "query": ["limit", "cursor"], "isForFeed": false, "isStream": false }, "article": { "method": "GET", "path": "/api/v1/us/news/:id", "query": [], "isForFeed": false, "isStream": false }, "media": { "method": "GET", "path": "/api/v1/us/media", "query": ["limit", "cursor"], "isForFeed": false, "isStream": false }, "media_item": { "method": "GET", "path": "/api/v1/us/media/:id", "query": [], "isForFeed": false, "isStream": false }, "title_holders": { "method": "GET", "path": "/api/v1/us/fighters/title_holders", "query": ["limit", "cursor"], "isForFeed": false, "isStream": false }, "fighters": { "method": "GET", "path": "/api/v1/us/fighters", "query": ["limit", "cursor"], "isForFeed": false, "isStream": false }, "fighter": { "method": "GET", "path": "/api/v1/us/fighters/:id", "query": [], "isForFeed": false, "isStream": false }, "events": { "method": "GET", "path": "/api/v1/us/events", "query": ["limit", "cursor"], "isForFeed": false, "isStream": false }, "event": { "method": "GET", "path": "/api/v1/us/events/:id", "query": [], "isForFeed": false, "isStream": false }, "round_scoring": { "method": "GET", "path": "/api/v1/us/events/round_scoring/:id", "query": [], "isForFeed": false, "isStream": true }, "score_round": { "method": "POST", "path": "/api/v1/us/events/score_round", "query": [], "isForFeed": false, "isStream": false }, "discuss_event": { "method": "GET", "path": "/api/v1/us/events/:id/discuss", "query": [], "isForFeed": false, "isStream": false }, "event_tickets": { "method": "GET", "path": "/api/v1/us/events/:id/tickets", "query": [], "isForFeed": false, "isStream": false }, "watch_event": { "method": "GET", "path": "/api/v1/us/events/:id/watch", "query": [], "isForFeed": false, "isStream": false }, "fight_metrics_listing": { "method": "GET", "path": "/api/v1/us/fight_metrics", "query": ["limit", "cursor"], "isForFeed": false, "isStream": false }, "fight_metrics_live_event_url": { "method": "GET", "path": "/api/v1/us/fight_metrics/live_event_url", "query": [], "isForFeed": false, "isStream": false }, "fight_metrics_live_event": { "method": "GET", "path": "/api/v1/us/fight_metrics/live_event/:id", "query": ["fight"], "isForFeed": false, "isStream": true }, "fight_metrics_update_live_event": { "method": "POST", "path": "/api/v1/us/fight_metrics/update_live_event", "query": [], "isForFeed": true, "isStream": false }, "alerts": { "method": "GET", "path": "/api/v1/us/alerts", "query": ["limit", "cursor"], "isForFeed": false, "isStream": false } }
};
function createClient(given) {
  checkOptions(given);
  const { family, ...options } = given;
  return methodsOf(tables[family], options);
}
var endpoints = {
  "v3.root": { "id": "v3.root", "method": "GET", "path": "/api/v3/mobile/", "pathParameters": [], "queryParameters": [] },
  "v3.health": { "id": "v3.health", "method": "GET", "path": "/api/v3/mobile/health", "pathParameters": [], "queryParameters": [] },
  "v3.translations": { "id": "v3.translations", "method": "GET", "path": "/api/v3/mobile/translations/{id}", "pathParameters": ["id"], "queryParameters": [] },
  "v3.streaming_video": { "id": "v3.streaming_video", "method": "GET", "path": "/api/v3/mobile/live", "pathParameters": [], "queryParameters": [] },
  "v3.live_content": { "id": "v3.live_content", "method": "GET", "path": "/api/v3/mobile/live_content", "pathParameters": [], "queryParameters": [] },
  "v3.chat": { "id": "v3.chat", "method": "GET", "path": "/api/v3/mobile/chat", "pathParameters": [], "queryParameters": [] },
  "v3.instructions": { "id": "v3.instructions", "method": "GET", "path": "/api/v3/mobile/instructions", "pathParameters": [], "queryParameters": [] },
  "v3.news": { "id": "v3.news", "method": "GET", "path": "/api/v3/mobile/news", "pathParameters": [], "queryParameters": ["limit", "cursor"] },
  "v3.article": { "id": "v3.article", "method": "GET", "path": "/api/v3/mobile/news/{id}", "pathParameters": ["id"], "queryParameters": [] },
  "v3.media": { "id": "v3.media", "method": "GET", "path": "/api/v3/mobile/media", "pathParameters": [], "queryParameters": ["limit", "cursor"] },
  "v3.media_item": { "id": "v3.media_item", "method": "GET", "path": "/api/v3/mobile/media/{id}", "pathParameters": ["id"], "queryParameters": [] },
  "v3.title_holders": { "id": "v3.title_holders", "method": "GET", "path": "/api/v3/mobile/fighters/title_holders", "pathParameters": [], "queryParameters": ["limit", "cursor"] },
  "v3.fighters": { "id": "v3.fighters", "method": "GET", "path": "/api/v3/mobile/fighters", "pathParameters": [], "queryParameters": ["limit", "cursor"] },
  "v3.fighter": { "id": "v3.fighter", "method": "GET", "path": "/api/v3/mobile/fighters/{id}", "pathParameters": ["id"], "queryParameters": [] },
  "v3.fighters_stats_filter_key_values": { "id": "v3.fighters_stats_filter_key_values", "method": "GET", "path": "/api/v3/mobile/fighters/stats_filter_key_values", "pathParameters": [], "queryParameters": [] },
  "v3.fighters_stats": { "id": "v3.fighters_stats", "method": "GET", "path": "/api/v3/mobile/fighters/stats", "pathParameters": [], "queryParameters": ["limit", "cursor"] },
  "v3.fighters_stats.weight_class": { "id": "v3.fighters_stats.weight_class", "method": "GET", "path": "/api/v3/mobile/fighters/stats/weight_class/{weight_class}", "pathParameters": ["weight_class"], "queryParameters": ["limit", "cursor"] },
  "v3.fighters_stats.born_country": { "id": "v3.fighters_stats.born_country", "method": "GET", "path": "/api/v3/mobile/fighters/stats/born_country/{born_country}", "pathParameters": ["born_country"], "queryParameters": ["limit", "cursor"] },
  "v3.fighters_stats.weight_class.born_country": { "id": "v3.fighters_stats.weight_class.born_country", "method": "GET", "path": "/api/v3/mobile/fighters/stats/weight_class/{weight_class}/born_country/{born_country}", "pathParameters": ["weight_class", "born_country"], "queryParameters": ["limit", "cursor"] },
  "v3.fighter_news": { "id": "v3.fighter_news", "method": "GET", "path": "/api/v3/mobile/fighters/{fighter_id}/news", "pathParameters": ["fighter_id"], "queryParameters": ["limit", "cursor"] },
  "v3.fighter_media": { "id": "v3.fighter_media", "method": "GET", "path": "/api/v3/mobile/fighters/{fighter_id}/media", "pathParameters": ["fighter_id"], "queryParameters": ["limit", "cursor"] },
  "v3.octagon_girls": { "id": "v3.octagon_girls", "method": "GET", "path": "/api/v3/mobile/octagon_girls", "pathParameters": [], "queryParameters": ["limit", "cursor"] },
  "v3.octagon_girl": { "id": "v3.octagon_girl", "method": "GET", "path": "/api/v3/mobile/octagon_girls/{id}", "pathParameters": ["id"], "queryParameters": [] },
  "v3.events": { "id": "v3.events", "method": "GET", "path": "/api/v3/mobile/events", "pathParameters": [], "queryParameters": ["limit", "cursor"] },
  "v3.event": { "id": "v3.event", "method": "GET", "path": "/api/v3/mobile/events/{id}", "pathParameters": ["id"], "queryParameters": [] },
  "v3.event_fights": { "id": "v3.event_fights", "method": "GET", "path": "/api/v3/mobile/events/{event_id}/fights", "pathParameters": ["event_id"], "queryParameters": ["limit", "cursor"] },
  "v3.event_media": { "id": "v3.event_media", "method": "GET", "path": "/api/v3/mobile/events/{event_id}/media", "pathParameters": ["event_id"], "queryParameters": ["limit", "cursor"] },
  "v3.event_highlights": { "id": "v3.event_highlights", "method": "GET", "path": "/api/v3/mobile/events/{event_id}/highlights", "pathParameters": ["event_id"], "queryParameters": ["limit", "cursor"] },
  "v3.fight_votes": { "id": "v3.fight_votes", "method": "GET", "path": "/api/v3/mobile/fights/{id}/votes", "pathParameters": ["id"], "queryParameters": [] },
  "v3.fight_vote_read": { "id": "v3.fight_vote_read", "method": "GET", "path": "/api/v3/mobile/fights/{id}/round/{round_num}/fighter/{fighter_statid}/vote/{client_id}", "pathParameters": ["id", "round_num", "fighter_statid", "client_id"], "queryParameters": [] },
  "v3.fight_vote_cast": { "id": "v3.fight_vote_cast", "method": "POST", "path": "/api/v3/mobile/fights/{id}/vote", "pathParameters": ["id"], "queryParameters": [] },
  "v3.round_scoring": { "id": "v3.round_scoring", "method": "GET", "path": "/api/v3/mobile/events/round_scoring/{id}", "pathParameters": ["id"], "queryParameters": [] },
  "v3.score_round": { "id": "v3.score_round", "method": "POST", "path": "/api/v3/mobile/events/score_round", "pathParameters": [], "queryParameters": [] },
  "v3.discuss_event": { "id": "v3.discuss_event", "method": "GET", "path": "/api/v3/mobile/events/{id}/discuss", "pathParameters": ["id"], "queryParameters": [] },
  "v3.event_tickets": { "id": "v3.event_tickets", "method": "GET", "path": "/api/v3/mobile/events/{id}/tickets", "pathParameters": ["id"], "queryParameters": [] },
  "v3.watch_event": { "id": "v3.watch_event", "method": "GET", "path": "/api/v3/mobile/events/{id}/watch", "pathParameters": ["id"], "queryParameters": [] },
  "v3.alerts": { "id": "v3.alerts", "method": "GET", "path": "/api/v3/mobile/alerts", "pathParameters": [], "queryParameters": ["limit", "cursor"] },
  "v1.root": { "id": "v1.root", "method": "GET", "path": "/api/v1/us/", "pathParameters": [], "queryParameters": [] },
  "v1.health": { "id": "v1.health", "method": "GET", "path": "/api/v1/us/health", "pathParameters": [], "queryParameters": [] },
  "v1.streaming_video": { "id": "v1.streaming_video", "method": "GET", "path": "/api/v1/us/live", "pathParameters": [], "queryParameters": [] },
  "v1.live_content": { "id": "v1.live_content", "method": "GET", "path": "/api/v1/us/live_content", "pathParameters": [], "queryParameters": [] },
  "v1.chat": { "id": "v1.chat", "method": "GET", "path": "/api/v1/us/chat", "pathParameters": [], "queryParameters": [] },
  "v1.instructions": { "id": "v1.instructions", "method": "GET", "path": "/api/v1/us/instructions", "pathParameters": [], "queryParameters": [] },
  "v1.news": { "id": "v1.news", "method": "GET", "path": "/api/v1/us/news", "pathParameters": [], "queryParameters": ["limit", "cursor"] },
  "v1.article": { "id": "v1.article", "method": "GET", "path": "/api/v1/us/news/{id}", "pathParameters": ["id"], "queryParameters": [] },
  "v1.media": { "id": "v1.media", "method": "GET", "path": "/api/v1/us/media", "pathParameters": [], "queryParameters": ["limit", "cursor"] },
  "v1.media_item": { "id": "v1.media_item", "method": "GET", "path": "/api/v1/us/media/{id}", "pathParameters": ["id"], "queryParameters": [] },
  "v1.title_holders": { "id": "v1.title_holders", "method": "GET", "path": "/api/v1/us/fighters/title_holders", "pathParameters": [], "queryParameters": ["limit", "cursor"] },
  "v1.fighters": { "id": "v1.fighters", "method": "GET", "path": "/api/v1/us/fighters", "pathParameters": [], "queryParameters": ["limit", "cursor"] },
  "v1.fighter": { "id": "v1.fighter", "method": "GET", "path": "/api/v1/us/fighters/{id}", "pathParameters": ["id"], "queryParameters": [] },
  "v1.events": { "id": "v1.events", "method": "GET", "path": "/api/v1/us/events", "pathParameters": [], "queryParameters": ["limit", "cursor"] },
  "v1.event": { "id": "v1.event", "method": "GET", "path": "/api/v1/us/events/{id}", "pathParameters": ["id"], "queryParameters": [] },
  "v1.round_scoring": { "id": "v1.round_scoring", "method": "GET", "path": "/api/v1/us/events/round_scoring/{id}", "pathParameters": ["id"], "queryParameters": [] },
  "v1.score_round": { "id": "v1.score_round", "method": "POST", "path": "/api/v1/us/events/score_round", "pathParameters": [], "queryParameters": [] },
  "v1.discuss_event": { "id": "v1.discuss_event", "method": "GET", "path": "/api/v1/us/events/{id}/discuss", "pathParameters": ["id"], "queryParameters": [] },
  "v1.event_tickets": { "id": "v1.event_tickets", "method": "GET", "path": "/api/v1/us/events/{id}/tickets", "pathParameters": ["id"], "queryParameters": [] },
  "v1.watch_event": { "id": "v1.watch_event", "method": "GET", "path": "/api/v1/us/events/{id}/watch", "pathParameters": ["id"], "queryParameters": [] },
  "v1.fight_metrics_listing": { "id": "v1.fight_metrics_listing", "method": "GET", "path": "/api/v1/us/fight_metrics", "pathParameters": [], "queryParameters": ["limit", "cursor"] },
  "v1.fight_metrics_live_event_url": { "id": "v1.fight_metrics_live_event_url", "method": "GET", "path": "/api/v1/us/fight_metrics/live_event_url", "pathParameters": [], "queryParameters": [] },
  "v1.fight_metrics_live_event": { "id": "v1.fight_metrics_live_event", "method": "GET", "path": "/api/v1/us/fight_metrics/live_event/{id}", "pathParameters": ["id"], "queryParameters": ["fight"] },
  "v1.fight_metrics_update_live_event": { "id": "v1.fight_metrics_update_live_event", "method": "POST", "path": "/api/v1/us/fight_metrics/update_live_event", "pathParameters": [], "queryParameters": [] },
  "v1.alerts": { "id": "v1.alerts", "method": "GET", "path": "/api/v1/us/alerts", "pathParameters": [], "queryParameters": ["limit", "cursor"] }
};
var problemTypes = {
  "invalid-request": { "type": "urn:problem-type:invalid-request", "status": 400, "titles": { "v3": "Solicitud no v\xE1lida", "v1": "Invalid request" } },
  "malformed-json": { "type": "urn:problem-type:malformed-json", "status": 400, "titles": { "v3": "JSON mal formado", "v1": "Malformed JSON" } },
  "feed-key-required": { "type": "urn:problem-type:feed-key-required", "status": 401, "titles": { "v3": "Clave del proveedor necesaria", "v1": "Feed key required" } },
  "feed-key-rejected": { "type": "urn:problem-type:feed-key-rejected", "status": 403, "titles": { "v3": "Clave del proveedor rechazada", "v1": "Feed key rejected" } },
  "route-not-found": { "type": "urn:problem-type:route-not-found", "status": 404, "titles": { "v3": "Ruta no encontrada", "v1": "Route not found" } },
  "translation-not-found": { "type": "urn:problem-type:translation-not-found", "status": 404, "titles": { "v3": "Traducci\xF3n no encontrada", "v1": "Translation not found" } },
  "article-not-found": { "type": "urn:problem-type:article-not-found", "status": 404, "titles": { "v3": "Art\xEDculo no encontrado", "v1": "Article not found" } },
  "media-item-not-found": { "type": "urn:problem-type:media-item-not-found", "status": 404, "titles": { "v3": "Contenido multimedia no encontrado", "v1": "Media item not found" } },
  "fighter-not-found": { "type": "urn:problem-type:fighter-not-found", "status": 404, "titles": { "v3": "Peleador no encontrado", "v1": "Fighter not found" } },
  "ring-presenter-not-found": { "type": "urn:problem-type:ring-presenter-not-found", "status": 404, "titles": { "v3": "Presentadora no encontrada", "v1": "Ring presenter not found" } },
  "event-not-found": { "type": "urn:problem-type:event-not-found", "status": 404, "titles": { "v3": "Evento no encontrado", "v1": "Event not found" } },
  "fight-not-found": { "type": "urn:problem-type:fight-not-found", "status": 404, "titles": { "v3": "Pelea no encontrada", "v1": "Fight not found" } },
  "vote-not-found": { "type": "urn:problem-type:vote-not-found", "status": 404, "titles": { "v3": "Voto no encontrado", "v1": "Vote not found" } },
  "live-event-not-found": { "type": "urn:problem-type:live-event-not-found", "status": 404, "titles": { "v3": "Evento en vivo no encontrado", "v1": "Live event not found" } },
  "live-fight-not-found": { "type": "urn:problem-type:live-fight-not-found", "status": 404, "titles": { "v3": "Pelea en vivo no encontrada", "v1": "Live fight not found" } },
  "method-not-allowed": { "type": "urn:problem-type:method-not-allowed", "status": 405, "titles": { "v3": "M\xE9todo no permitido", "v1": "Method not allowed" } },
  "not-acceptable": { "type": "urn:problem-type:not-acceptable", "status": 406, "titles": { "v3": "Formato no disponible", "v1": "Not acceptable" } },
  "voting-closed": { "type": "urn:problem-type:voting-closed", "status": 409, "titles": { "v3": "Votaci\xF3n cerrada", "v1": "Voting closed" } },
  "scoring-closed": { "type": "urn:problem-type:scoring-closed", "status": 409, "titles": { "v3": "Puntuaci\xF3n cerrada", "v1": "Scoring closed" } },
  "sequence-conflict": { "type": "urn:problem-type:sequence-conflict", "status": 409, "titles": { "v3": "Conflicto de secuencia", "v1": "Sequence conflict" } },
  "body-too-large": { "type": "urn:problem-type:body-too-large", "status": 413, "titles": { "v3": "Cuerpo demasiado grande", "v1": "Body too large" } },
  "unsupported-media-type": { "type": "urn:problem-type:unsupported-media-type", "status": 415, "titles": { "v3": "Tipo de contenido no admitido", "v1": "Unsupported media type" } },
  "invalid-body": { "type": "urn:problem-type:invalid-body", "status": 422, "titles": { "v3": "Cuerpo no v\xE1lido", "v1": "Invalid body" } },
  "too-many-requests": { "type": "urn:problem-type:too-many-requests", "status": 429, "titles": { "v3": "Demasiadas solicitudes", "v1": "Too many requests" } },
  "internal-error": { "type": "urn:problem-type:internal-error", "status": 500, "titles": { "v3": "Error interno", "v1": "Internal error" } },
  "service-unavailable": { "type": "urn:problem-type:service-unavailable", "status": 503, "titles": { "v3": "Servicio no disponible", "v1": "Service unavailable" } },
  "outcome-unknown": { "type": "urn:problem-type:outcome-unknown", "status": 503, "titles": { "v3": "Resultado desconocido", "v1": "Outcome unknown" } }
};
