// Made by `npm run generate` from the contracts. Do not edit.

package fightcard

/** What is fixed for a type of problem; the titles are in the languages of the families v3 and v1. */
data class ProblemKind(val status: Int, val titleV3: String, val titleV1: String)

private val kinds = mapOf(
    "urn:problem-type:invalid-request" to ProblemKind(400, "Solicitud no válida", "Invalid request"),
    "urn:problem-type:malformed-json" to ProblemKind(400, "JSON mal formado", "Malformed JSON"),
    "urn:problem-type:feed-key-required" to ProblemKind(401, "Clave del proveedor necesaria", "Feed key required"),
    "urn:problem-type:feed-key-rejected" to ProblemKind(403, "Clave del proveedor rechazada", "Feed key rejected"),
    "urn:problem-type:route-not-found" to ProblemKind(404, "Ruta no encontrada", "Route not found"),
    "urn:problem-type:translation-not-found" to ProblemKind(404, "Traducción no encontrada", "Translation not found"),
    "urn:problem-type:article-not-found" to ProblemKind(404, "Artículo no encontrado", "Article not found"),
    "urn:problem-type:media-item-not-found" to ProblemKind(404, "Contenido multimedia no encontrado", "Media item not found"),
    "urn:problem-type:fighter-not-found" to ProblemKind(404, "Peleador no encontrado", "Fighter not found"),
    "urn:problem-type:ring-presenter-not-found" to ProblemKind(404, "Presentadora no encontrada", "Ring presenter not found"),
    "urn:problem-type:event-not-found" to ProblemKind(404, "Evento no encontrado", "Event not found"),
    "urn:problem-type:fight-not-found" to ProblemKind(404, "Pelea no encontrada", "Fight not found"),
    "urn:problem-type:vote-not-found" to ProblemKind(404, "Voto no encontrado", "Vote not found"),
    "urn:problem-type:live-event-not-found" to ProblemKind(404, "Evento en vivo no encontrado", "Live event not found"),
    "urn:problem-type:live-fight-not-found" to ProblemKind(404, "Pelea en vivo no encontrada", "Live fight not found"),
    "urn:problem-type:method-not-allowed" to ProblemKind(405, "Método no permitido", "Method not allowed"),
    "urn:problem-type:not-acceptable" to ProblemKind(406, "Formato no disponible", "Not acceptable"),
    "urn:problem-type:voting-closed" to ProblemKind(409, "Votación cerrada", "Voting closed"),
    "urn:problem-type:scoring-closed" to ProblemKind(409, "Puntuación cerrada", "Scoring closed"),
    "urn:problem-type:sequence-conflict" to ProblemKind(409, "Conflicto de secuencia", "Sequence conflict"),
    "urn:problem-type:body-too-large" to ProblemKind(413, "Cuerpo demasiado grande", "Body too large"),
    "urn:problem-type:unsupported-media-type" to ProblemKind(415, "Tipo de contenido no admitido", "Unsupported media type"),
    "urn:problem-type:invalid-body" to ProblemKind(422, "Cuerpo no válido", "Invalid body"),
    "urn:problem-type:too-many-requests" to ProblemKind(429, "Demasiadas solicitudes", "Too many requests"),
    "urn:problem-type:internal-error" to ProblemKind(500, "Error interno", "Internal error"),
    "urn:problem-type:service-unavailable" to ProblemKind(503, "Servicio no disponible", "Service unavailable"),
    "urn:problem-type:outcome-unknown" to ProblemKind(503, "Resultado desconocido", "Outcome unknown"),
)

/** Status and titles; null for a type that was not known when the kit was made. */
val ProblemType.kind: ProblemKind? get() = kinds[value]
