import { STATUS_CODES } from 'node:http';
import type { Family } from '../../contracts/families.ts';
import { contentLanguage, problemMediaType, securityHeaders } from '../../contracts/http/headers.ts';
import { readTraceContext } from '../../contracts/http/trace-context.ts';
import { familyOfPath } from '../../contracts/operations.ts';
import { languageOf, problems } from '../../contracts/problems.ts';
import { pathOf, routedPath } from './request-context.ts';

/**
 * Replies to requests that are refused before routing: ambiguous HTTP, or an overloaded server. They are problem details on
 * any path.
 *
 * @see RFC 9110, RFC 9112
 */
export const refusals = {
  'malformed-request': {
    status: 400,
    es: ['Solicitud mal formada', 'No es una solicitud HTTP/1.1 que se pueda leer con seguridad.'],
    en: ['Malformed request', 'It is no HTTP/1.1 request that can be read safely.'],
  },
  'request-timeout': {
    status: 408,
    es: ['Tiempo de espera agotado', 'La solicitud no llegó completa a tiempo; se puede repetir.'],
    en: ['Request timeout', 'The request did not arrive in time; it can be repeated.'],
  },
  'body-too-large': problems['body-too-large'],
  'expectation-failed': {
    status: 417,
    es: ['Expectativa no admitida', 'La cabecera Expect solo admite 100-continue.'],
    en: ['Expectation failed', 'The Expect header takes 100-continue only.'],
  },
  'headers-too-large': {
    status: 431,
    es: ['Cabeceras demasiado grandes', 'La dirección y las cabeceras suman más de 16 KiB, o hay más de cien.'],
    en: ['Headers too large', 'The target and the headers are more than 16 KiB, or there are more than a hundred.'],
  },
  'unknown-transfer-coding': {
    status: 501,
    es: ['Codificación desconocida', 'La cabecera Transfer-Encoding solo admite chunked.'],
    en: ['Unknown transfer coding', 'The Transfer-Encoding header takes chunked only.'],
  },
  'service-unavailable': {
    status: 503,
    es: ['Servicio no disponible', 'Hay demasiadas solicitudes; esta no se ha tenido en cuenta y se puede repetir.'],
    en: ['Service unavailable', 'There are too many requests; this one was not counted and is safe to repeat.'],
  },
  'version-not-supported': {
    status: 505,
    es: ['Versión no admitida', 'El servicio habla HTTP/1.1.'],
    en: ['Version not supported', 'The service speaks HTTP/1.1.'],
  },
} as const satisfies Record<string, { status: number; es: Text; en: Text }>;

type Text = readonly [title: string, detail: string];

export type RefusalKey = keyof typeof refusals;

export interface Refusal {
  status: number;
  /** Alternating names and values. */
  headers: string[];
  body: string;
}

/** The body before and after the path. */
interface Ready {
  status: number;
  start: string;
  headers: readonly string[];
}

function prepare(key: RefusalKey, family: Family | undefined): Ready {
  const { status } = refusals[key];
  const [title, detail] = refusals[key][languageOf(family)];
  const text = JSON.stringify({ type: `urn:problem-type:${key}`, title, status, detail });
  const headers = {
    ...securityHeaders,
    'Content-Language': contentLanguage(family),
    'Content-Type': problemMediaType,
    'Cache-Control': 'no-store',
  };
  return { status, start: `${text.slice(0, -1)},"instance":`, headers: Object.entries(headers).flat() };
}

const ready = new Map<string, Ready>();

/** Longer paths are cut in the reply. */
const maxInstanceLength = 2_048;

/**
 * A refusal with its headers. Only the path is inserted per request, since an overloaded server sends thousands.
 *
 * @param target of the request line; the path of an unreadable request is `/`.
 * @param regionSegments whether v3 is also served under other region segments, in its language.
 */
export function refusalOf(key: RefusalKey, target = '/', regionSegments = false): Refusal {
  const path = pathOf(target).path.slice(0, maxInstanceLength);
  const family = familyOfPath(routedPath(path, regionSegments).path);
  const name = `${key} ${family}`;
  let known = ready.get(name);
  if (!known) {
    known = prepare(key, family);
    ready.set(name, known);
  }
  const body = `${known.start}${JSON.stringify(path)}}`;
  return {
    status: known.status,
    headers: [...known.headers, 'Content-Length', String(Buffer.byteLength(body))],
    body,
  };
}

/** Refusals for errors of Node's parser; all other errors are `malformed-request`. */
const ofParserErrors: Readonly<Record<string, RefusalKey>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
};

/**
 * A complete response, for the socket of a request that Node could not parse. It ends the connection.
 *
 * @param code of the error in the `clientError` event.
 * @returns the response, its problem, and its `X-Request-Id`.
 */
export function unparsedRefusal(code: string | undefined): { text: string; key: RefusalKey; requestId: string } {
  const key = ofParserErrors[code ?? ''] ?? 'malformed-request';
  const { status, headers, body } = refusalOf(key);
  const { requestId } = readTraceContext({});
  headers.push('X-Request-Id', requestId);
  const fields: string[] = [`Date: ${new Date().toUTCString()}`, 'Connection: close'];
  for (let index = 0; index < headers.length; index += 2) fields.push(`${headers[index]}: ${headers[index + 1]}`);
  const text = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${fields.join('\r\n')}\r\n\r\n${body}`;
  return { text, key, requestId };
}
