import type { Family } from './families.ts';

/**
 * Every problem that a client can get. Clients distinguish problems by `type`, which is `urn:problem-type:<key>`. Title and
 * detail are fixed per key and language; the detail explains what to do. No text repeats input of the client.
 *
 * @see wire specification 2.6, RFC 9457
 */
export const problems = {
  'invalid-request': {
    status: 400,
    es: ['Solicitud no válida', 'Un parámetro de la ruta o de la consulta no cumple su formato.'],
    en: ['Invalid request', 'A path or query parameter does not fit its format.'],
  },
  'malformed-json': {
    status: 400,
    es: ['JSON mal formado', 'El cuerpo no es JSON válido en UTF-8.'],
    en: ['Malformed JSON', 'The body is not valid JSON in UTF-8.'],
  },
  'feed-key-required': {
    status: 401,
    es: ['Clave del proveedor necesaria', 'Envíe la cabecera Authorization: Bearer con la clave del proveedor.'],
    en: ['Feed key required', 'Send the header Authorization: Bearer with the feed key.'],
  },
  'feed-key-rejected': {
    status: 403,
    es: ['Clave del proveedor rechazada', 'La clave enviada no es válida, ya no lo es, o no es para este evento.'],
    en: ['Feed key rejected', 'The key that was sent is not valid, no longer is, or is not for this event.'],
  },
  'route-not-found': {
    status: 404,
    es: ['Ruta no encontrada', 'Ninguna ruta tiene esta dirección; la raíz de la familia las enumera.'],
    en: ['Route not found', 'No route has this path; the root of each family lists its routes.'],
  },
  'translation-not-found': {
    status: 404,
    es: ['Traducción no encontrada', 'No hay traducciones con este id.'],
    en: ['Translation not found', 'There are no translations with this id.'],
  },
  'article-not-found': {
    status: 404,
    es: ['Artículo no encontrado', 'No hay ningún artículo con este id.'],
    en: ['Article not found', 'There is no article with this id.'],
  },
  'media-item-not-found': {
    status: 404,
    es: ['Contenido multimedia no encontrado', 'No hay contenido multimedia con este id.'],
    en: ['Media item not found', 'There is no media item with this id.'],
  },
  'fighter-not-found': {
    status: 404,
    es: ['Peleador no encontrado', 'No hay ningún peleador con este id.'],
    en: ['Fighter not found', 'There is no fighter with this id.'],
  },
  'ring-presenter-not-found': {
    status: 404,
    es: ['Presentadora no encontrada', 'No hay ninguna presentadora con este id.'],
    en: ['Ring presenter not found', 'There is no ring presenter with this id.'],
  },
  'event-not-found': {
    status: 404,
    es: ['Evento no encontrado', 'No hay ningún evento con este id.'],
    en: ['Event not found', 'There is no event with this id.'],
  },
  'fight-not-found': {
    status: 404,
    es: ['Pelea no encontrada', 'No hay ninguna pelea con este id en el evento.'],
    en: ['Fight not found', 'There is no fight with this id in the event.'],
  },
  'vote-not-found': {
    status: 404,
    es: ['Voto no encontrado', 'Este cliente no ha votado por este peleador en este asalto.'],
    en: ['Vote not found', 'This client has no vote for this fighter in this round.'],
  },
  'live-event-not-found': {
    status: 404,
    es: ['Evento en vivo no encontrado', 'No se han recibido datos en vivo de este evento.'],
    en: ['Live event not found', 'No feed was received for this event.'],
  },
  'live-fight-not-found': {
    status: 404,
    es: ['Pelea en vivo no encontrada', 'No se han recibido estadísticas de esta pelea.'],
    en: ['Live fight not found', 'No statistics were received for this fight.'],
  },
  'method-not-allowed': {
    status: 405,
    es: ['Método no permitido', 'La cabecera Allow enumera los métodos de esta ruta.'],
    en: ['Method not allowed', 'The Allow header lists the methods of this route.'],
  },
  'not-acceptable': {
    status: 406,
    es: ['Formato no disponible', 'Las respuestas son application/json; la cabecera Accept lo excluye.'],
    en: ['Not acceptable', 'Replies are application/json, which the Accept header excludes.'],
  },
  'voting-closed': {
    status: 409,
    es: ['Votación cerrada', 'La votación de este asalto no está abierta.'],
    en: ['Voting closed', 'Voting on this round is not open.'],
  },
  'scoring-closed': {
    status: 409,
    es: ['Puntuación cerrada', 'La puntuación de este asalto no está abierta.'],
    en: ['Scoring closed', 'Scoring of this round is not open.'],
  },
  'sequence-conflict': {
    status: 409,
    es: ['Conflicto de secuencia', 'Este número de secuencia ya llegó con otro contenido.'],
    en: ['Sequence conflict', 'This sequence number came before with other content.'],
  },
  'body-too-large': {
    status: 413,
    es: ['Cuerpo demasiado grande', 'El cuerpo supera el límite de esta ruta.'],
    en: ['Body too large', 'The body exceeds the limit of this route.'],
  },
  'unsupported-media-type': {
    status: 415,
    es: ['Tipo de contenido no admitido', 'Envíe el cuerpo como application/json, sin comprimir.'],
    en: ['Unsupported media type', 'Send the body as application/json, not compressed.'],
  },
  'invalid-body': {
    status: 422,
    es: ['Cuerpo no válido', 'El cuerpo no cumple su esquema.'],
    en: ['Invalid body', 'The body does not fit its schema.'],
  },
  'too-many-requests': {
    status: 429,
    es: ['Demasiadas solicitudes', 'Repita la solicitud tras los segundos que indica Retry-After.'],
    en: ['Too many requests', 'Repeat the request after the seconds that Retry-After names.'],
  },
  'internal-error': {
    status: 500,
    es: ['Error interno', 'La respuesta no se pudo preparar; el fallo está registrado.'],
    en: ['Internal error', 'The reply could not be made; the failure has been logged.'],
  },
  'service-unavailable': {
    status: 503,
    es: [
      'Servicio no disponible',
      'El almacén no responde. Nada se ha guardado ni contado; la solicitud se puede repetir sin riesgo.',
    ],
    en: [
      'Service unavailable',
      'The store does not answer. Nothing was stored or counted; the request is safe to repeat.',
    ],
  },
  'outcome-unknown': {
    status: 503,
    es: [
      'Resultado desconocido',
      'El almacén no respondió a tiempo. La solicitud puede haberse guardado o contado; repita la misma sin riesgo.',
    ],
    en: [
      'Outcome unknown',
      'The store did not answer in time. The request may have been stored or counted; repeating it is safe.',
    ],
  },
} as const satisfies Record<string, { status: number; es: Text; en: Text }>;

type Text = readonly [title: string, detail: string];

export type ProblemKey = keyof typeof problems;

/** Problems that every route can have; the route table lists only further problems. */
export const commonProblems = [
  'invalid-request',
  'method-not-allowed',
  'not-acceptable',
  'too-many-requests',
  'internal-error',
  'service-unavailable',
] as const satisfies readonly ProblemKey[];

/**
 * Further problems that every POST can have. A write with `service-unavailable` was not carried out and will not be; if this
 * is uncertain, the problem is `outcome-unknown`.
 */
export const bodyProblems = [
  'malformed-json',
  'body-too-large',
  'unsupported-media-type',
  'invalid-body',
  'outcome-unknown',
] as const satisfies readonly ProblemKey[];

/** A violation in a body (`pointer`: a JSON Pointer as a URI fragment) or in a parameter. */
export type Violation = { pointer: string; detail: string } | { parameter: string; detail: string };

export interface ProblemDetails {
  type: string;
  title: string;
  status: number;
  detail: string;
  /** The path of the request, without its query. */
  instance: string;
  errors?: Violation[];
  [extension: string]: unknown;
}

export const problemType = (key: ProblemKey) => `urn:problem-type:${key}`;

/** Spanish for v3; English for v1 and for paths outside both families. */
export const languageOf = (family: Family | undefined): 'es' | 'en' => (family === 'v3' ? 'es' : 'en');

/**
 * The body of one problem, in the family's language.
 *
 * @param instance path of the request; the caller has checked or shortened it.
 */
export function problemDetails(
  key: ProblemKey,
  family: Family | undefined,
  instance: string,
  more: { errors?: Violation[]; [extension: string]: unknown } = {},
): ProblemDetails {
  const { status } = problems[key];
  const [title, detail] = problems[key][languageOf(family)];
  return { type: problemType(key), title, status, detail, instance, ...more };
}
