// Made by `npm run generate` from the contracts. Do not edit.

import Foundation

/// Thrown by `decode(_:of:)`.
extension Fightcard.ProblemDetails: LocalizedError {
    public var errorDescription: String? { "\(status) \(title): \(detail)" }
}

extension Fightcard {
    /// What is fixed for a type of problem.
    public struct ProblemKind: Hashable, Sendable {
        public let status: Int
        /// In the language of the family v3.
        public let titleV3: String
        /// In the language of the family v1.
        public let titleV1: String
    }
}

extension Fightcard.ProblemType {
    /// Status and titles; nil for a type that was not known when the kit was made.
    public var kind: Fightcard.ProblemKind? { Self.kinds[rawValue] }

    private static let kinds: [String: Fightcard.ProblemKind] = [
        "urn:problem-type:invalid-request": Fightcard.ProblemKind(status: 400, titleV3: "Solicitud no válida", titleV1: "Invalid request"),
        "urn:problem-type:malformed-json": Fightcard.ProblemKind(status: 400, titleV3: "JSON mal formado", titleV1: "Malformed JSON"),
        "urn:problem-type:feed-key-required": Fightcard.ProblemKind(status: 401, titleV3: "Clave del proveedor necesaria", titleV1: "Feed key required"),
        "urn:problem-type:feed-key-rejected": Fightcard.ProblemKind(status: 403, titleV3: "Clave del proveedor rechazada", titleV1: "Feed key rejected"),
        "urn:problem-type:route-not-found": Fightcard.ProblemKind(status: 404, titleV3: "Ruta no encontrada", titleV1: "Route not found"),
        "urn:problem-type:translation-not-found": Fightcard.ProblemKind(status: 404, titleV3: "Traducción no encontrada", titleV1: "Translation not found"),
        "urn:problem-type:article-not-found": Fightcard.ProblemKind(status: 404, titleV3: "Artículo no encontrado", titleV1: "Article not found"),
        "urn:problem-type:media-item-not-found": Fightcard.ProblemKind(status: 404, titleV3: "Contenido multimedia no encontrado", titleV1: "Media item not found"),
        "urn:problem-type:fighter-not-found": Fightcard.ProblemKind(status: 404, titleV3: "Peleador no encontrado", titleV1: "Fighter not found"),
        "urn:problem-type:ring-presenter-not-found": Fightcard.ProblemKind(status: 404, titleV3: "Presentadora no encontrada", titleV1: "Ring presenter not found"),
        "urn:problem-type:event-not-found": Fightcard.ProblemKind(status: 404, titleV3: "Evento no encontrado", titleV1: "Event not found"),
        "urn:problem-type:fight-not-found": Fightcard.ProblemKind(status: 404, titleV3: "Pelea no encontrada", titleV1: "Fight not found"),
        "urn:problem-type:vote-not-found": Fightcard.ProblemKind(status: 404, titleV3: "Voto no encontrado", titleV1: "Vote not found"),
        "urn:problem-type:live-event-not-found": Fightcard.ProblemKind(status: 404, titleV3: "Evento en vivo no encontrado", titleV1: "Live event not found"),
        "urn:problem-type:live-fight-not-found": Fightcard.ProblemKind(status: 404, titleV3: "Pelea en vivo no encontrada", titleV1: "Live fight not found"),
        "urn:problem-type:method-not-allowed": Fightcard.ProblemKind(status: 405, titleV3: "Método no permitido", titleV1: "Method not allowed"),
        "urn:problem-type:not-acceptable": Fightcard.ProblemKind(status: 406, titleV3: "Formato no disponible", titleV1: "Not acceptable"),
        "urn:problem-type:voting-closed": Fightcard.ProblemKind(status: 409, titleV3: "Votación cerrada", titleV1: "Voting closed"),
        "urn:problem-type:scoring-closed": Fightcard.ProblemKind(status: 409, titleV3: "Puntuación cerrada", titleV1: "Scoring closed"),
        "urn:problem-type:sequence-conflict": Fightcard.ProblemKind(status: 409, titleV3: "Conflicto de secuencia", titleV1: "Sequence conflict"),
        "urn:problem-type:body-too-large": Fightcard.ProblemKind(status: 413, titleV3: "Cuerpo demasiado grande", titleV1: "Body too large"),
        "urn:problem-type:unsupported-media-type": Fightcard.ProblemKind(status: 415, titleV3: "Tipo de contenido no admitido", titleV1: "Unsupported media type"),
        "urn:problem-type:invalid-body": Fightcard.ProblemKind(status: 422, titleV3: "Cuerpo no válido", titleV1: "Invalid body"),
        "urn:problem-type:too-many-requests": Fightcard.ProblemKind(status: 429, titleV3: "Demasiadas solicitudes", titleV1: "Too many requests"),
        "urn:problem-type:internal-error": Fightcard.ProblemKind(status: 500, titleV3: "Error interno", titleV1: "Internal error"),
        "urn:problem-type:service-unavailable": Fightcard.ProblemKind(status: 503, titleV3: "Servicio no disponible", titleV1: "Service unavailable"),
        "urn:problem-type:outcome-unknown": Fightcard.ProblemKind(status: 503, titleV3: "Resultado desconocido", titleV1: "Outcome unknown"),
    ]
}
