// Made by `npm run generate` from the contracts. Do not edit.

import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// RFC 3986, 2.3.
private let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

private func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? text
}

/// `value(forHTTPHeaderField:)` needs iOS 13.
private func header(_ name: String, of response: URLResponse?) -> String? {
    let fields = (response as? HTTPURLResponse)?.allHeaderFields ?? [:]
    return fields.first { "\($0.key)".lowercased() == name }?.value as? String
}

extension Fightcard {
    /// An operation of the service as a value.
    public struct Endpoint: Hashable, Sendable {
        public let id: String
        public let method: String
        /// With its parameters in braces.
        public let path: String
        public let pathParameters: [String]
        public let queryParameters: [String]

        /// Lists the routes of this family.
        public static let v3Root = Endpoint(
            id: "v3.root", method: "GET", path: "/api/v3/mobile/", pathParameters: [], queryParameters: [])

        /// Says whether the service can answer; 503 only before the first load and while draining.
        public static let v3Health = Endpoint(
            id: "v3.health", method: "GET", path: "/api/v3/mobile/health", pathParameters: [], queryParameters: [])

        /// One bundle of texts by key.
        public static let v3Translations = Endpoint(
            id: "v3.translations", method: "GET", path: "/api/v3/mobile/translations/{id}", pathParameters: ["id"], queryParameters: [])

        /// The live video stream, and whether its event is running.
        public static let v3StreamingVideo = Endpoint(
            id: "v3.streaming_video", method: "GET", path: "/api/v3/mobile/live", pathParameters: [], queryParameters: [])

        /// The live or next event with its media and news.
        public static let v3LiveContent = Endpoint(
            id: "v3.live_content", method: "GET", path: "/api/v3/mobile/live_content", pathParameters: [], queryParameters: [])

        /// Where the chat is, when there is one.
        public static let v3Chat = Endpoint(
            id: "v3.chat", method: "GET", path: "/api/v3/mobile/chat", pathParameters: [], queryParameters: [])

        /// How to use the application.
        public static let v3Instructions = Endpoint(
            id: "v3.instructions", method: "GET", path: "/api/v3/mobile/instructions", pathParameters: [], queryParameters: [])

        /// News, newest first.
        public static let v3News = Endpoint(
            id: "v3.news", method: "GET", path: "/api/v3/mobile/news", pathParameters: [], queryParameters: ["limit", "cursor"])

        /// One article with its text, lead media item, fighters and related news.
        public static let v3Article = Endpoint(
            id: "v3.article", method: "GET", path: "/api/v3/mobile/news/{id}", pathParameters: ["id"], queryParameters: [])

        /// Media items, newest first.
        public static let v3Media = Endpoint(
            id: "v3.media", method: "GET", path: "/api/v3/mobile/media", pathParameters: [], queryParameters: ["limit", "cursor"])

        /// One media item with its photos.
        public static let v3MediaItem = Endpoint(
            id: "v3.media_item", method: "GET", path: "/api/v3/mobile/media/{id}", pathParameters: ["id"], queryParameters: [])

        /// One row per division, vacant divisions last.
        public static let v3TitleHolders = Endpoint(
            id: "v3.title_holders", method: "GET", path: "/api/v3/mobile/fighters/title_holders", pathParameters: [], queryParameters: ["limit", "cursor"])

        /// Fighters, title holders first.
        public static let v3Fighters = Endpoint(
            id: "v3.fighters", method: "GET", path: "/api/v3/mobile/fighters", pathParameters: [], queryParameters: ["limit", "cursor"])

        /// One fighter with career figures and bouts.
        public static let v3Fighter = Endpoint(
            id: "v3.fighter", method: "GET", path: "/api/v3/mobile/fighters/{id}", pathParameters: ["id"], queryParameters: [])

        /// The keys by which fighter statistics can be filtered.
        public static let v3FightersStatsFilterKeyValues = Endpoint(
            id: "v3.fighters_stats_filter_key_values", method: "GET", path: "/api/v3/mobile/fighters/stats_filter_key_values", pathParameters: [], queryParameters: [])

        /// Fighter statistics, by weight class, country of birth, both or neither.
        public static let v3FightersStats = Endpoint(
            id: "v3.fighters_stats", method: "GET", path: "/api/v3/mobile/fighters/stats", pathParameters: [], queryParameters: ["limit", "cursor"])

        /// Fighter statistics, by weight class, country of birth, both or neither.
        public static let v3FightersStatsWeightClass = Endpoint(
            id: "v3.fighters_stats.weight_class", method: "GET", path: "/api/v3/mobile/fighters/stats/weight_class/{weight_class}", pathParameters: ["weight_class"], queryParameters: ["limit", "cursor"])

        /// Fighter statistics, by weight class, country of birth, both or neither.
        public static let v3FightersStatsBornCountry = Endpoint(
            id: "v3.fighters_stats.born_country", method: "GET", path: "/api/v3/mobile/fighters/stats/born_country/{born_country}", pathParameters: ["born_country"], queryParameters: ["limit", "cursor"])

        /// Fighter statistics, by weight class, country of birth, both or neither.
        public static let v3FightersStatsWeightClassBornCountry = Endpoint(
            id: "v3.fighters_stats.weight_class.born_country", method: "GET", path: "/api/v3/mobile/fighters/stats/weight_class/{weight_class}/born_country/{born_country}", pathParameters: ["weight_class", "born_country"], queryParameters: ["limit", "cursor"])

        /// News about one fighter, newest first.
        public static let v3FighterNews = Endpoint(
            id: "v3.fighter_news", method: "GET", path: "/api/v3/mobile/fighters/{fighter_id}/news", pathParameters: ["fighter_id"], queryParameters: ["limit", "cursor"])

        /// Media about one fighter, newest first.
        public static let v3FighterMedia = Endpoint(
            id: "v3.fighter_media", method: "GET", path: "/api/v3/mobile/fighters/{fighter_id}/media", pathParameters: ["fighter_id"], queryParameters: ["limit", "cursor"])

        /// Ring presenters by name.
        public static let v3OctagonGirls = Endpoint(
            id: "v3.octagon_girls", method: "GET", path: "/api/v3/mobile/octagon_girls", pathParameters: [], queryParameters: ["limit", "cursor"])

        /// One ring presenter.
        public static let v3OctagonGirl = Endpoint(
            id: "v3.octagon_girl", method: "GET", path: "/api/v3/mobile/octagon_girls/{id}", pathParameters: ["id"], queryParameters: [])

        /// Events, latest first.
        public static let v3Events = Endpoint(
            id: "v3.events", method: "GET", path: "/api/v3/mobile/events", pathParameters: [], queryParameters: ["limit", "cursor"])

        /// One event with its fights.
        public static let v3Event = Endpoint(
            id: "v3.event", method: "GET", path: "/api/v3/mobile/events/{id}", pathParameters: ["id"], queryParameters: [])

        /// The fights of one event, main event first.
        public static let v3EventFights = Endpoint(
            id: "v3.event_fights", method: "GET", path: "/api/v3/mobile/events/{event_id}/fights", pathParameters: ["event_id"], queryParameters: ["limit", "cursor"])

        /// Media about one event, newest first.
        public static let v3EventMedia = Endpoint(
            id: "v3.event_media", method: "GET", path: "/api/v3/mobile/events/{event_id}/media", pathParameters: ["event_id"], queryParameters: ["limit", "cursor"])

        /// The highlights among the media of one event, newest first.
        public static let v3EventHighlights = Endpoint(
            id: "v3.event_highlights", method: "GET", path: "/api/v3/mobile/events/{event_id}/highlights", pathParameters: ["event_id"], queryParameters: ["limit", "cursor"])

        /// How the audience voted, round by round.
        public static let v3FightVotes = Endpoint(
            id: "v3.fight_votes", method: "GET", path: "/api/v3/mobile/fights/{id}/votes", pathParameters: ["id"], queryParameters: [])

        /// The vote of one client for one fighter in one round.
        public static let v3FightVoteRead = Endpoint(
            id: "v3.fight_vote_read", method: "GET", path: "/api/v3/mobile/fights/{id}/round/{round_num}/fighter/{fighter_statid}/vote/{client_id}", pathParameters: ["id", "round_num", "fighter_statid", "client_id"], queryParameters: [])

        /// Casts the vote of one client in one round, or moves it to the other fighter.
        public static let v3FightVoteCast = Endpoint(
            id: "v3.fight_vote_cast", method: "POST", path: "/api/v3/mobile/fights/{id}/vote", pathParameters: ["id"], queryParameters: [])

        /// The audience's mean scores of every round of an event.
        public static let v3RoundScoring = Endpoint(
            id: "v3.round_scoring", method: "GET", path: "/api/v3/mobile/events/round_scoring/{id}", pathParameters: ["id"], queryParameters: [])

        /// Sends the scorecard of one client for one round, or replaces it.
        public static let v3ScoreRound = Endpoint(
            id: "v3.score_round", method: "POST", path: "/api/v3/mobile/events/score_round", pathParameters: [], queryParameters: [])

        /// Where one event is discussed.
        public static let v3DiscussEvent = Endpoint(
            id: "v3.discuss_event", method: "GET", path: "/api/v3/mobile/events/{id}/discuss", pathParameters: ["id"], queryParameters: [])

        /// Where tickets of one event are sold.
        public static let v3EventTickets = Endpoint(
            id: "v3.event_tickets", method: "GET", path: "/api/v3/mobile/events/{id}/tickets", pathParameters: ["id"], queryParameters: [])

        /// How to watch one event.
        public static let v3WatchEvent = Endpoint(
            id: "v3.watch_event", method: "GET", path: "/api/v3/mobile/events/{id}/watch", pathParameters: ["id"], queryParameters: [])

        /// Alerts that have not expired, newest first.
        public static let v3Alerts = Endpoint(
            id: "v3.alerts", method: "GET", path: "/api/v3/mobile/alerts", pathParameters: [], queryParameters: ["limit", "cursor"])

        /// Lists the routes of this family.
        public static let v1Root = Endpoint(
            id: "v1.root", method: "GET", path: "/api/v1/us/", pathParameters: [], queryParameters: [])

        /// Says whether the service can answer; 503 only before the first load and while draining.
        public static let v1Health = Endpoint(
            id: "v1.health", method: "GET", path: "/api/v1/us/health", pathParameters: [], queryParameters: [])

        /// The live video stream, and whether its event is running.
        public static let v1StreamingVideo = Endpoint(
            id: "v1.streaming_video", method: "GET", path: "/api/v1/us/live", pathParameters: [], queryParameters: [])

        /// The live or next event with its media and news.
        public static let v1LiveContent = Endpoint(
            id: "v1.live_content", method: "GET", path: "/api/v1/us/live_content", pathParameters: [], queryParameters: [])

        /// Where the chat is, when there is one.
        public static let v1Chat = Endpoint(
            id: "v1.chat", method: "GET", path: "/api/v1/us/chat", pathParameters: [], queryParameters: [])

        /// How to use the application.
        public static let v1Instructions = Endpoint(
            id: "v1.instructions", method: "GET", path: "/api/v1/us/instructions", pathParameters: [], queryParameters: [])

        /// News, newest first.
        public static let v1News = Endpoint(
            id: "v1.news", method: "GET", path: "/api/v1/us/news", pathParameters: [], queryParameters: ["limit", "cursor"])

        /// One article with its text, lead media item, fighters and related news.
        public static let v1Article = Endpoint(
            id: "v1.article", method: "GET", path: "/api/v1/us/news/{id}", pathParameters: ["id"], queryParameters: [])

        /// Media items, newest first.
        public static let v1Media = Endpoint(
            id: "v1.media", method: "GET", path: "/api/v1/us/media", pathParameters: [], queryParameters: ["limit", "cursor"])

        /// One media item with its photos.
        public static let v1MediaItem = Endpoint(
            id: "v1.media_item", method: "GET", path: "/api/v1/us/media/{id}", pathParameters: ["id"], queryParameters: [])

        /// One row per division, vacant divisions last.
        public static let v1TitleHolders = Endpoint(
            id: "v1.title_holders", method: "GET", path: "/api/v1/us/fighters/title_holders", pathParameters: [], queryParameters: ["limit", "cursor"])

        /// Fighters, title holders first.
        public static let v1Fighters = Endpoint(
            id: "v1.fighters", method: "GET", path: "/api/v1/us/fighters", pathParameters: [], queryParameters: ["limit", "cursor"])

        /// One fighter with career figures and bouts.
        public static let v1Fighter = Endpoint(
            id: "v1.fighter", method: "GET", path: "/api/v1/us/fighters/{id}", pathParameters: ["id"], queryParameters: [])

        /// Events, latest first.
        public static let v1Events = Endpoint(
            id: "v1.events", method: "GET", path: "/api/v1/us/events", pathParameters: [], queryParameters: ["limit", "cursor"])

        /// One event with its fights.
        public static let v1Event = Endpoint(
            id: "v1.event", method: "GET", path: "/api/v1/us/events/{id}", pathParameters: ["id"], queryParameters: [])

        /// The audience's mean scores of every round of an event.
        public static let v1RoundScoring = Endpoint(
            id: "v1.round_scoring", method: "GET", path: "/api/v1/us/events/round_scoring/{id}", pathParameters: ["id"], queryParameters: [])

        /// Sends the scorecard of one client for one round, or replaces it.
        public static let v1ScoreRound = Endpoint(
            id: "v1.score_round", method: "POST", path: "/api/v1/us/events/score_round", pathParameters: [], queryParameters: [])

        /// Where one event is discussed.
        public static let v1DiscussEvent = Endpoint(
            id: "v1.discuss_event", method: "GET", path: "/api/v1/us/events/{id}/discuss", pathParameters: ["id"], queryParameters: [])

        /// Where tickets of one event are sold.
        public static let v1EventTickets = Endpoint(
            id: "v1.event_tickets", method: "GET", path: "/api/v1/us/events/{id}/tickets", pathParameters: ["id"], queryParameters: [])

        /// How to watch one event.
        public static let v1WatchEvent = Endpoint(
            id: "v1.watch_event", method: "GET", path: "/api/v1/us/events/{id}/watch", pathParameters: ["id"], queryParameters: [])

        /// Every event that the metrics supplier knows, latest first.
        public static let v1FightMetricsListing = Endpoint(
            id: "v1.fight_metrics_listing", method: "GET", path: "/api/v1/us/fight_metrics", pathParameters: [], queryParameters: ["limit", "cursor"])

        /// Where the feed of the live event is.
        public static let v1FightMetricsLiveEventUrl = Endpoint(
            id: "v1.fight_metrics_live_event_url", method: "GET", path: "/api/v1/us/fight_metrics/live_event_url", pathParameters: [], queryParameters: [])

        /// The feed of one event, or with `fight` the statistics of one bout.
        public static let v1FightMetricsLiveEvent = Endpoint(
            id: "v1.fight_metrics_live_event", method: "GET", path: "/api/v1/us/fight_metrics/live_event/{id}", pathParameters: ["id"], queryParameters: ["fight"])

        /// Takes a whole snapshot of one event or of one bout from the supplier.
        public static let v1FightMetricsUpdateLiveEvent = Endpoint(
            id: "v1.fight_metrics_update_live_event", method: "POST", path: "/api/v1/us/fight_metrics/update_live_event", pathParameters: [], queryParameters: [])

        /// Alerts that have not expired, newest first.
        public static let v1Alerts = Endpoint(
            id: "v1.alerts", method: "GET", path: "/api/v1/us/alerts", pathParameters: [], queryParameters: ["limit", "cursor"])

        public static let all: [Endpoint] = [
            .v3Root,
            .v3Health,
            .v3Translations,
            .v3StreamingVideo,
            .v3LiveContent,
            .v3Chat,
            .v3Instructions,
            .v3News,
            .v3Article,
            .v3Media,
            .v3MediaItem,
            .v3TitleHolders,
            .v3Fighters,
            .v3Fighter,
            .v3FightersStatsFilterKeyValues,
            .v3FightersStats,
            .v3FightersStatsWeightClass,
            .v3FightersStatsBornCountry,
            .v3FightersStatsWeightClassBornCountry,
            .v3FighterNews,
            .v3FighterMedia,
            .v3OctagonGirls,
            .v3OctagonGirl,
            .v3Events,
            .v3Event,
            .v3EventFights,
            .v3EventMedia,
            .v3EventHighlights,
            .v3FightVotes,
            .v3FightVoteRead,
            .v3FightVoteCast,
            .v3RoundScoring,
            .v3ScoreRound,
            .v3DiscussEvent,
            .v3EventTickets,
            .v3WatchEvent,
            .v3Alerts,
            .v1Root,
            .v1Health,
            .v1StreamingVideo,
            .v1LiveContent,
            .v1Chat,
            .v1Instructions,
            .v1News,
            .v1Article,
            .v1Media,
            .v1MediaItem,
            .v1TitleHolders,
            .v1Fighters,
            .v1Fighter,
            .v1Events,
            .v1Event,
            .v1RoundScoring,
            .v1ScoreRound,
            .v1DiscussEvent,
            .v1EventTickets,
            .v1WatchEvent,
            .v1FightMetricsListing,
            .v1FightMetricsLiveEventUrl,
            .v1FightMetricsLiveEvent,
            .v1FightMetricsUpdateLiveEvent,
            .v1Alerts,
        ]
    }

    /// A request to an endpoint, and how its reply is read.
    public struct EndpointRequest<Reply: Decodable & Sendable>: Sendable {
        public let endpoint: Endpoint
        /// Path and query; scheme and host come before it.
        public let target: String
        private let encodeBody: (@Sendable () throws -> Data)?

        init(_ endpoint: Endpoint, _ path: [String: String] = [:], query: [(String, String?)] = []) {
            self.init(endpoint, path, query, encodeBody: nil)
        }

        init<Body: Encodable & Sendable>(_ endpoint: Endpoint, _ path: [String: String] = [:], body: Body) {
            self.init(endpoint, path, [], encodeBody: { try JSONEncoder().encode(body) })
        }

        private init(
            _ endpoint: Endpoint,
            _ path: [String: String],
            _ query: [(String, String?)],
            encodeBody: (@Sendable () throws -> Data)?
        ) {
            let filled = path.reduce(endpoint.path) { rest, parameter in
                rest.replacingOccurrences(of: "{\(parameter.key)}", with: encoded(parameter.value))
            }
            let given = query.compactMap { name, value in value.map { "\(name)=\(encoded($0))" } }
            self.endpoint = endpoint
            self.target = filled + (given.isEmpty ? "" : "?" + given.joined(separator: "&"))
            self.encodeBody = encodeBody
        }

        /// For URLSession.
        ///
        /// - Parameter base: such as `https://api.example.com`. A trailing slash and the prefix of a family (`/api/v3/mobile`) may follow.
        /// - Parameter timeout: seconds without a byte, after which the request fails.
        public func urlRequest(base: URL, timeout: TimeInterval = 30) throws -> URLRequest {
            var prefix = base.absoluteString
            while prefix.hasSuffix("/") { prefix.removeLast() }
            for family in ["/api/v3/mobile", "/api/v1/us"] where prefix.hasSuffix(family) { prefix.removeLast(family.count) }
            // Base and target are encoded.
            var request = URLRequest(url: URL(string: prefix + target)!)
            request.httpMethod = endpoint.method
            request.timeoutInterval = timeout
            request.setValue("application/json", forHTTPHeaderField: "Accept")
            if let encodeBody = encodeBody {
                request.setValue("application/json", forHTTPHeaderField: "Content-Type")
                request.httpBody = try encodeBody()
            }
            return request
        }

        /// Reads a reply of URLSession.
        ///
        /// - Throws: `ProblemDetails` if the reply is no success; its type is `about:blank` if a proxy or a captive portal
        ///   answered.
        public func decode(_ data: Data, of response: URLResponse) throws -> Reply {
            let status = (response as? HTTPURLResponse)?.statusCode ?? 200
            let isJson = data.first == UInt8(ascii: "{") || data.first == UInt8(ascii: "[")
            if isJson && (status == 200 || status == 201) { return try decode(data) }
            if let problem = try? JSONDecoder().decode(ProblemDetails.self, from: data) { throw problem }
            let detail = "The answer is not one of this service."
            throw ProblemDetails(
                type: ProblemType(rawValue: "about:blank"), title: "HTTP \(status)", status: status, detail: detail, instance: target)
        }

        /// Reads the body of a success.
        public func decode(_ data: Data) throws -> Reply {
            try JSONDecoder().decode(Reply.self, from: data)
        }
    }

    /// One state of what is followed.
    public struct StreamEvent<Reply: Sendable>: Sendable {
        public let id: String
        public let body: Reply
    }

    /// A stream across its connections: send its request, read every byte, and after the end wait as long as `delay` says and send
    /// the next request.
    public struct EventStream<Reply: Decodable & Sendable>: Sendable {
        let request: EndpointRequest<Reply>
        /// Of the last event; the next connection continues after it.
        public private(set) var lastEventId: String?
        // Random, so that clients whose connections break together do not come back together.
        private var retry = Double.random(in: 1...3)
        private var failures = 0
        private var id: String?
        private var event = ""
        private var data: [String] = []
        private var bytes: [UInt8] = []

        init(_ request: EndpointRequest<Reply>, _ lastEventId: String?) {
            self.request = request
            self.lastEventId = lastEventId
            self.id = lastEventId
        }

        /// The request for the next connection, which fails after 30 seconds of silence. An event that was cut off is dropped.
        public mutating func urlRequest(base: URL) throws -> URLRequest {
            (id, event, data, bytes) = (lastEventId, "", [], [])
            var built = try request.urlRequest(base: base)
            built.setValue("text/event-stream", forHTTPHeaderField: "Accept")
            built.setValue(lastEventId, forHTTPHeaderField: "Last-Event-ID")
            return built
        }

        /// Takes the next byte; a line ends with LF, as the service sends it. `lines` of URLSession leaves out empty lines, which end events.
        ///
        /// - Returns: the event that is complete with this byte.
        public mutating func read(_ byte: UInt8) throws -> StreamEvent<Reply>? {
            guard byte == 10 else {
                bytes.append(byte)
                return nil
            }
            let line = String(decoding: bytes, as: UTF8.self)
            bytes = []
            return try read(line: line)
        }

        /// An empty line ends an event.
        private mutating func read(line: String) throws -> StreamEvent<Reply>? {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let rest = parts.count > 1 ? parts[1] : ""
            let value = String(rest.hasPrefix(" ") ? rest.dropFirst() : rest)
            switch parts[0] {
            case "id": id = value
            case "event": event = value
            case "data": data.append(value)
            case "retry": retry = UInt32(value).map { Double($0) / 1000 } ?? retry
            default: break
            }
            guard line.isEmpty else { return nil }
            lastEventId = id
            let (ended, text) = (event, data)
            (event, data) = ("", [])
            guard ended == "snapshot", !text.isEmpty else { return nil }
            return StreamEvent(id: id ?? "", body: try request.decode(Data(text.joined(separator: "\n").utf8)))
        }

        /// Seconds to wait before the next connection: as the service says, and longer after each failure. Nil if the service
        /// would refuse that, too, such as after 404.
        ///
        /// - Parameter response: of the last connection; nil if there was none.
        public mutating func delay(after response: URLResponse?) -> TimeInterval? {
            let status = (response as? HTTPURLResponse)?.statusCode ?? 0
            if (300..<500).contains(status) && status != 408 && status != 429 { return nil }
            failures = status == 200 ? 0 : failures + 1
            if let seconds = header("retry-after", of: response).flatMap({ Double($0) }), seconds > 0 { return min(seconds, 3_600) }
            return min(retry * pow(2, Double(max(0, failures - 1))), 30)
        }
    }

    /// A page of a list: pass both to the function of the list.
    public struct Page: Hashable, Sendable {
        public let limit: Int?
        public let cursor: String?

        public init(limit: Int? = nil, cursor: String? = nil) {
            self.limit = limit
            self.cursor = cursor
        }
    }

    /// The next page by the Link header of a reply; nil after the last.
    public static func nextPage(of response: URLResponse) -> Page? {
        nextPage(header("link", of: response))
    }

    /// The next page by a Link header (RFC 8288).
    public static func nextPage(_ link: String?) -> Page? {
        let link = link ?? ""
        let expression = try! NSRegularExpression(pattern: #"<([^<>]*)>[^<>]*;\s*rel\s*=\s*(?:next|"(?:[^"]*\s)?next(?:\s[^"]*)?")\s*(?:[;,]|$)"#, options: [.caseInsensitive])
        guard let match = expression.firstMatch(in: link, range: NSRange(link.startIndex..., in: link)),
            let target = Range(match.range(at: 1), in: link), let url = URLComponents(string: String(link[target]))
        else { return nil }
        let value = { (name: String) in url.queryItems?.first { $0.name == name }?.value }
        return Page(limit: value("limit").flatMap { Int($0) }, cursor: value("cursor"))
    }

    /// Requests of the family v3.
    public enum V3 {
        /// Lists the routes of this family.
        public static func root() -> EndpointRequest<Root> {
            EndpointRequest(.v3Root)
        }

        /// Says whether the service can answer; 503 only before the first load and while draining.
        public static func health() -> EndpointRequest<Health> {
            EndpointRequest(.v3Health)
        }

        /// One bundle of texts by key.
        ///
        /// - Parameter id: Name of the bundle of translations.
        public static func translations(id: String) -> EndpointRequest<Translation> {
            EndpointRequest(.v3Translations, ["id": id])
        }

        /// The live video stream, and whether its event is running.
        public static func streamingVideo() -> EndpointRequest<Live> {
            EndpointRequest(.v3StreamingVideo)
        }

        /// The live or next event with its media and news.
        public static func liveContent() -> EndpointRequest<LiveContent> {
            EndpointRequest(.v3LiveContent)
        }

        /// Where the chat is, when there is one.
        public static func chat() -> EndpointRequest<Chat> {
            EndpointRequest(.v3Chat)
        }

        /// How to use the application.
        public static func instructions() -> EndpointRequest<Instructions> {
            EndpointRequest(.v3Instructions)
        }

        /// News, newest first.
        ///
        /// - Parameter limit: How many records at most, from 1 to 500.
        /// - Parameter cursor: Where the page before ended; taken from its Link header.
        public static func news(limit: Int? = nil, cursor: String? = nil) -> EndpointRequest<[News]> {
            EndpointRequest(.v3News, query: [("limit", limit.map { String($0) }), ("cursor", cursor)])
        }

        /// One article with its text, lead media item, fighters and related news.
        ///
        /// - Parameter id: Id of the record. From 1 to 2147483647.
        public static func article(id: Int) -> EndpointRequest<Article> {
            EndpointRequest(.v3Article, ["id": String(id)])
        }

        /// Media items, newest first.
        ///
        /// - Parameter limit: How many records at most, from 1 to 500.
        /// - Parameter cursor: Where the page before ended; taken from its Link header.
        public static func media(limit: Int? = nil, cursor: String? = nil) -> EndpointRequest<[Media]> {
            EndpointRequest(.v3Media, query: [("limit", limit.map { String($0) }), ("cursor", cursor)])
        }

        /// One media item with its photos.
        ///
        /// - Parameter id: Id of the record. From 1 to 2147483647.
        public static func mediaItem(id: Int) -> EndpointRequest<MediaItem> {
            EndpointRequest(.v3MediaItem, ["id": String(id)])
        }

        /// One row per division, vacant divisions last.
        ///
        /// - Parameter limit: How many records at most, from 1 to 500.
        /// - Parameter cursor: Where the page before ended; taken from its Link header.
        public static func titleHolders(limit: Int? = nil, cursor: String? = nil) -> EndpointRequest<[TitleHolder]> {
            EndpointRequest(.v3TitleHolders, query: [("limit", limit.map { String($0) }), ("cursor", cursor)])
        }

        /// Fighters, title holders first.
        ///
        /// - Parameter limit: How many records at most, from 1 to 500.
        /// - Parameter cursor: Where the page before ended; taken from its Link header.
        public static func fighters(limit: Int? = nil, cursor: String? = nil) -> EndpointRequest<[Fighter]> {
            EndpointRequest(.v3Fighters, query: [("limit", limit.map { String($0) }), ("cursor", cursor)])
        }

        /// One fighter with career figures and bouts.
        ///
        /// - Parameter id: Id of the record. From 1 to 2147483647.
        public static func fighter(id: Int) -> EndpointRequest<FighterDetail> {
            EndpointRequest(.v3Fighter, ["id": String(id)])
        }

        /// The keys by which fighter statistics can be filtered.
        public static func fightersStatsFilterKeyValues() -> EndpointRequest<StatsFilters> {
            EndpointRequest(.v3FightersStatsFilterKeyValues)
        }

        /// Fighter statistics, by weight class, country of birth, both or neither.
        ///
        /// - Parameter limit: How many records at most, from 1 to 500.
        /// - Parameter cursor: Where the page before ended; taken from its Link header.
        public static func fightersStats(limit: Int? = nil, cursor: String? = nil) -> EndpointRequest<[Stat]> {
            EndpointRequest(.v3FightersStats, query: [("limit", limit.map { String($0) }), ("cursor", cursor)])
        }

        /// Fighter statistics, by weight class, country of birth, both or neither.
        ///
        /// - Parameter weightClass: Weight key of the statistics, in any case; `all` filters nothing.
        /// - Parameter limit: How many records at most, from 1 to 500.
        /// - Parameter cursor: Where the page before ended; taken from its Link header.
        public static func fightersStatsWeightClass(weightClass: String, limit: Int? = nil, cursor: String? = nil) -> EndpointRequest<[Stat]> {
            EndpointRequest(.v3FightersStatsWeightClass, ["weight_class": weightClass], query: [("limit", limit.map { String($0) }), ("cursor", cursor)])
        }

        /// Fighter statistics, by weight class, country of birth, both or neither.
        ///
        /// - Parameter bornCountry: Country key, in any case; `all` filters nothing.
        /// - Parameter limit: How many records at most, from 1 to 500.
        /// - Parameter cursor: Where the page before ended; taken from its Link header.
        public static func fightersStatsBornCountry(bornCountry: String, limit: Int? = nil, cursor: String? = nil) -> EndpointRequest<[Stat]> {
            EndpointRequest(.v3FightersStatsBornCountry, ["born_country": bornCountry], query: [("limit", limit.map { String($0) }), ("cursor", cursor)])
        }

        /// Fighter statistics, by weight class, country of birth, both or neither.
        ///
        /// - Parameter weightClass: Weight key of the statistics, in any case; `all` filters nothing.
        /// - Parameter bornCountry: Country key, in any case; `all` filters nothing.
        /// - Parameter limit: How many records at most, from 1 to 500.
        /// - Parameter cursor: Where the page before ended; taken from its Link header.
        public static func fightersStatsWeightClassBornCountry(weightClass: String, bornCountry: String, limit: Int? = nil, cursor: String? = nil) -> EndpointRequest<[Stat]> {
            EndpointRequest(.v3FightersStatsWeightClassBornCountry, ["weight_class": weightClass, "born_country": bornCountry], query: [("limit", limit.map { String($0) }), ("cursor", cursor)])
        }

        /// News about one fighter, newest first.
        ///
        /// - Parameter fighterId: Id of the fighter. From 1 to 2147483647.
        /// - Parameter limit: How many records at most, from 1 to 500.
        /// - Parameter cursor: Where the page before ended; taken from its Link header.
        public static func fighterNews(fighterId: Int, limit: Int? = nil, cursor: String? = nil) -> EndpointRequest<[News]> {
            EndpointRequest(.v3FighterNews, ["fighter_id": String(fighterId)], query: [("limit", limit.map { String($0) }), ("cursor", cursor)])
        }

        /// Media about one fighter, newest first.
        ///
        /// - Parameter fighterId: Id of the fighter. From 1 to 2147483647.
        /// - Parameter limit: How many records at most, from 1 to 500.
        /// - Parameter cursor: Where the page before ended; taken from its Link header.
        public static func fighterMedia(fighterId: Int, limit: Int? = nil, cursor: String? = nil) -> EndpointRequest<[Media]> {
            EndpointRequest(.v3FighterMedia, ["fighter_id": String(fighterId)], query: [("limit", limit.map { String($0) }), ("cursor", cursor)])
        }

        /// Ring presenters by name.
        ///
        /// - Parameter limit: How many records at most, from 1 to 500.
        /// - Parameter cursor: Where the page before ended; taken from its Link header.
        public static func octagonGirls(limit: Int? = nil, cursor: String? = nil) -> EndpointRequest<[RingPresenter]> {
            EndpointRequest(.v3OctagonGirls, query: [("limit", limit.map { String($0) }), ("cursor", cursor)])
        }

        /// One ring presenter.
        ///
        /// - Parameter id: Id of the record. From 1 to 2147483647.
        public static func octagonGirl(id: Int) -> EndpointRequest<RingPresenter> {
            EndpointRequest(.v3OctagonGirl, ["id": String(id)])
        }

        /// Events, latest first.
        ///
        /// - Parameter limit: How many records at most, from 1 to 500.
        /// - Parameter cursor: Where the page before ended; taken from its Link header.
        public static func events(limit: Int? = nil, cursor: String? = nil) -> EndpointRequest<[Event]> {
            EndpointRequest(.v3Events, query: [("limit", limit.map { String($0) }), ("cursor", cursor)])
        }

        /// One event with its fights.
        ///
        /// - Parameter id: Id of the record. From 1 to 2147483647.
        public static func event(id: Int) -> EndpointRequest<EventDetail> {
            EndpointRequest(.v3Event, ["id": String(id)])
        }

        /// The fights of one event, main event first.
        ///
        /// - Parameter eventId: Id of the event. From 1 to 2147483647.
        /// - Parameter limit: How many records at most, from 1 to 500.
        /// - Parameter cursor: Where the page before ended; taken from its Link header.
        public static func eventFights(eventId: Int, limit: Int? = nil, cursor: String? = nil) -> EndpointRequest<[Fight]> {
            EndpointRequest(.v3EventFights, ["event_id": String(eventId)], query: [("limit", limit.map { String($0) }), ("cursor", cursor)])
        }

        /// Media about one event, newest first.
        ///
        /// - Parameter eventId: Id of the event. From 1 to 2147483647.
        /// - Parameter limit: How many records at most, from 1 to 500.
        /// - Parameter cursor: Where the page before ended; taken from its Link header.
        public static func eventMedia(eventId: Int, limit: Int? = nil, cursor: String? = nil) -> EndpointRequest<[Media]> {
            EndpointRequest(.v3EventMedia, ["event_id": String(eventId)], query: [("limit", limit.map { String($0) }), ("cursor", cursor)])
        }

        /// The highlights among the media of one event, newest first.
        ///
        /// - Parameter eventId: Id of the event. From 1 to 2147483647.
        /// - Parameter limit: How many records at most, from 1 to 500.
        /// - Parameter cursor: Where the page before ended; taken from its Link header.
        public static func eventHighlights(eventId: Int, limit: Int? = nil, cursor: String? = nil) -> EndpointRequest<[Media]> {
            EndpointRequest(.v3EventHighlights, ["event_id": String(eventId)], query: [("limit", limit.map { String($0) }), ("cursor", cursor)])
        }

        /// How the audience voted, round by round.
        ///
        /// - Parameter id: Id of the record. From 1 to 2147483647.
        public static func fightVotes(id: Int) -> EndpointRequest<VoteTally> {
            EndpointRequest(.v3FightVotes, ["id": String(id)])
        }

        /// The vote of one client for one fighter in one round.
        ///
        /// - Parameter id: Id of the record. From 1 to 2147483647.
        /// - Parameter roundNum: Number of the round.
        /// - Parameter fighterStatid: The metrics supplier's id of the fighter. From 1 to 2147483647.
        /// - Parameter clientId: The unguessable id that an installation of the app made for itself.
        public static func fightVoteRead(id: Int, roundNum: Int, fighterStatid: Int, clientId: String) -> EndpointRequest<Vote> {
            EndpointRequest(.v3FightVoteRead, ["id": String(id), "round_num": String(roundNum), "fighter_statid": String(fighterStatid), "client_id": clientId])
        }

        /// Casts the vote of one client in one round, or moves it to the other fighter.
        ///
        /// - Parameter id: Id of the record. From 1 to 2147483647.
        public static func fightVoteCast(id: Int, body: VoteBody) -> EndpointRequest<Vote> {
            EndpointRequest(.v3FightVoteCast, ["id": String(id)], body: body)
        }

        /// The audience's mean scores of every round of an event.
        ///
        /// - Parameter id: Id of the record. From 1 to 2147483647.
        public static func roundScoring(id: Int) -> EndpointRequest<RoundScoring> {
            EndpointRequest(.v3RoundScoring, ["id": String(id)])
        }

        /// Sends the scorecard of one client for one round, or replaces it.
        public static func scoreRound(body: ScoreBody) -> EndpointRequest<Scorecard> {
            EndpointRequest(.v3ScoreRound, body: body)
        }

        /// Where one event is discussed.
        ///
        /// - Parameter id: Id of the record. From 1 to 2147483647.
        public static func discussEvent(id: Int) -> EndpointRequest<Discussion> {
            EndpointRequest(.v3DiscussEvent, ["id": String(id)])
        }

        /// Where tickets of one event are sold.
        ///
        /// - Parameter id: Id of the record. From 1 to 2147483647.
        public static func eventTickets(id: Int) -> EndpointRequest<Tickets> {
            EndpointRequest(.v3EventTickets, ["id": String(id)])
        }

        /// How to watch one event.
        ///
        /// - Parameter id: Id of the record. From 1 to 2147483647.
        public static func watchEvent(id: Int) -> EndpointRequest<Watch> {
            EndpointRequest(.v3WatchEvent, ["id": String(id)])
        }

        /// Alerts that have not expired, newest first.
        ///
        /// - Parameter limit: How many records at most, from 1 to 500.
        /// - Parameter cursor: Where the page before ended; taken from its Link header.
        public static func alerts(limit: Int? = nil, cursor: String? = nil) -> EndpointRequest<[Alert]> {
            EndpointRequest(.v3Alerts, query: [("limit", limit.map { String($0) }), ("cursor", cursor)])
        }

        /// How the audience voted, round by round.
        ///
        /// - Parameter id: Id of the record. From 1 to 2147483647.
        public static func followFightVotes(id: Int, lastEventId: String? = nil) -> EventStream<VoteTally> {
            EventStream(EndpointRequest(.v3FightVotes, ["id": String(id)]), lastEventId)
        }

        /// The audience's mean scores of every round of an event.
        ///
        /// - Parameter id: Id of the record. From 1 to 2147483647.
        public static func followRoundScoring(id: Int, lastEventId: String? = nil) -> EventStream<RoundScoring> {
            EventStream(EndpointRequest(.v3RoundScoring, ["id": String(id)]), lastEventId)
        }
    }

    /// Requests of the family v1.
    public enum V1 {
        /// Lists the routes of this family.
        public static func root() -> EndpointRequest<Root> {
            EndpointRequest(.v1Root)
        }

        /// Says whether the service can answer; 503 only before the first load and while draining.
        public static func health() -> EndpointRequest<Health> {
            EndpointRequest(.v1Health)
        }

        /// The live video stream, and whether its event is running.
        public static func streamingVideo() -> EndpointRequest<Live> {
            EndpointRequest(.v1StreamingVideo)
        }

        /// The live or next event with its media and news.
        public static func liveContent() -> EndpointRequest<LiveContentV1> {
            EndpointRequest(.v1LiveContent)
        }

        /// Where the chat is, when there is one.
        public static func chat() -> EndpointRequest<Chat> {
            EndpointRequest(.v1Chat)
        }

        /// How to use the application.
        public static func instructions() -> EndpointRequest<Instructions> {
            EndpointRequest(.v1Instructions)
        }

        /// News, newest first.
        ///
        /// - Parameter limit: How many records at most, from 1 to 500.
        /// - Parameter cursor: Where the page before ended; taken from its Link header.
        public static func news(limit: Int? = nil, cursor: String? = nil) -> EndpointRequest<[News]> {
            EndpointRequest(.v1News, query: [("limit", limit.map { String($0) }), ("cursor", cursor)])
        }

        /// One article with its text, lead media item, fighters and related news.
        ///
        /// - Parameter id: Id of the record. From 1 to 2147483647.
        public static func article(id: Int) -> EndpointRequest<ArticleV1> {
            EndpointRequest(.v1Article, ["id": String(id)])
        }

        /// Media items, newest first.
        ///
        /// - Parameter limit: How many records at most, from 1 to 500.
        /// - Parameter cursor: Where the page before ended; taken from its Link header.
        public static func media(limit: Int? = nil, cursor: String? = nil) -> EndpointRequest<[Media]> {
            EndpointRequest(.v1Media, query: [("limit", limit.map { String($0) }), ("cursor", cursor)])
        }

        /// One media item with its photos.
        ///
        /// - Parameter id: Id of the record. From 1 to 2147483647.
        public static func mediaItem(id: Int) -> EndpointRequest<MediaItem> {
            EndpointRequest(.v1MediaItem, ["id": String(id)])
        }

        /// One row per division, vacant divisions last.
        ///
        /// - Parameter limit: How many records at most, from 1 to 500.
        /// - Parameter cursor: Where the page before ended; taken from its Link header.
        public static func titleHolders(limit: Int? = nil, cursor: String? = nil) -> EndpointRequest<[TitleHolderV1]> {
            EndpointRequest(.v1TitleHolders, query: [("limit", limit.map { String($0) }), ("cursor", cursor)])
        }

        /// Fighters, title holders first.
        ///
        /// - Parameter limit: How many records at most, from 1 to 500.
        /// - Parameter cursor: Where the page before ended; taken from its Link header.
        public static func fighters(limit: Int? = nil, cursor: String? = nil) -> EndpointRequest<[FighterV1]> {
            EndpointRequest(.v1Fighters, query: [("limit", limit.map { String($0) }), ("cursor", cursor)])
        }

        /// One fighter with career figures and bouts.
        ///
        /// - Parameter id: Id of the record. From 1 to 2147483647.
        public static func fighter(id: Int) -> EndpointRequest<FighterDetailV1> {
            EndpointRequest(.v1Fighter, ["id": String(id)])
        }

        /// Events, latest first.
        ///
        /// - Parameter limit: How many records at most, from 1 to 500.
        /// - Parameter cursor: Where the page before ended; taken from its Link header.
        public static func events(limit: Int? = nil, cursor: String? = nil) -> EndpointRequest<[EventV1]> {
            EndpointRequest(.v1Events, query: [("limit", limit.map { String($0) }), ("cursor", cursor)])
        }

        /// One event with its fights.
        ///
        /// - Parameter id: Id of the record. From 1 to 2147483647.
        public static func event(id: Int) -> EndpointRequest<EventDetailV1> {
            EndpointRequest(.v1Event, ["id": String(id)])
        }

        /// The audience's mean scores of every round of an event.
        ///
        /// - Parameter id: Id of the record. From 1 to 2147483647.
        public static func roundScoring(id: Int) -> EndpointRequest<RoundScoring> {
            EndpointRequest(.v1RoundScoring, ["id": String(id)])
        }

        /// Sends the scorecard of one client for one round, or replaces it.
        public static func scoreRound(body: ScoreBody) -> EndpointRequest<Scorecard> {
            EndpointRequest(.v1ScoreRound, body: body)
        }

        /// Where one event is discussed.
        ///
        /// - Parameter id: Id of the record. From 1 to 2147483647.
        public static func discussEvent(id: Int) -> EndpointRequest<Discussion> {
            EndpointRequest(.v1DiscussEvent, ["id": String(id)])
        }

        /// Where tickets of one event are sold.
        ///
        /// - Parameter id: Id of the record. From 1 to 2147483647.
        public static func eventTickets(id: Int) -> EndpointRequest<Tickets> {
            EndpointRequest(.v1EventTickets, ["id": String(id)])
        }

        /// How to watch one event.
        ///
        /// - Parameter id: Id of the record. From 1 to 2147483647.
        public static func watchEvent(id: Int) -> EndpointRequest<Watch> {
            EndpointRequest(.v1WatchEvent, ["id": String(id)])
        }

        /// Every event that the metrics supplier knows, latest first.
        ///
        /// - Parameter limit: How many records at most, from 1 to 500.
        /// - Parameter cursor: Where the page before ended; taken from its Link header.
        public static func fightMetricsListing(limit: Int? = nil, cursor: String? = nil) -> EndpointRequest<[MetricsEntry]> {
            EndpointRequest(.v1FightMetricsListing, query: [("limit", limit.map { String($0) }), ("cursor", cursor)])
        }

        /// Where the feed of the live event is.
        public static func fightMetricsLiveEventUrl() -> EndpointRequest<LiveEventUrl> {
            EndpointRequest(.v1FightMetricsLiveEventUrl)
        }

        /// The feed of one event, or with `fight` the statistics of one bout.
        ///
        /// - Parameter id: The metrics supplier's id of the event; -1 is never found.
        /// - Parameter fight: The metrics supplier's id of a bout, for its statistics; -1 is never found.
        public static func fightMetricsLiveEvent(id: Int, fight: Int? = nil) -> EndpointRequest<FightMetricsLiveEvent> {
            EndpointRequest(.v1FightMetricsLiveEvent, ["id": String(id)], query: [("fight", fight.map { String($0) })])
        }

        /// Takes a whole snapshot of one event or of one bout from the supplier.
        public static func fightMetricsUpdateLiveEvent(body: LiveUpdate) -> EndpointRequest<UpdateResult> {
            EndpointRequest(.v1FightMetricsUpdateLiveEvent, body: body)
        }

        /// Alerts that have not expired, newest first.
        ///
        /// - Parameter limit: How many records at most, from 1 to 500.
        /// - Parameter cursor: Where the page before ended; taken from its Link header.
        public static func alerts(limit: Int? = nil, cursor: String? = nil) -> EndpointRequest<[Alert]> {
            EndpointRequest(.v1Alerts, query: [("limit", limit.map { String($0) }), ("cursor", cursor)])
        }

        /// The audience's mean scores of every round of an event.
        ///
        /// - Parameter id: Id of the record. From 1 to 2147483647.
        public static func followRoundScoring(id: Int, lastEventId: String? = nil) -> EventStream<RoundScoring> {
            EventStream(EndpointRequest(.v1RoundScoring, ["id": String(id)]), lastEventId)
        }

        /// The feed of one event, or with `fight` the statistics of one bout.
        ///
        /// - Parameter id: The metrics supplier's id of the event; -1 is never found.
        public static func followFightMetricsLiveEvent(id: Int, lastEventId: String? = nil) -> EventStream<EventFeed> {
            EventStream(EndpointRequest(.v1FightMetricsLiveEvent, ["id": String(id)]), lastEventId)
        }

        /// The feed of one event, or with `fight` the statistics of one bout.
        ///
        /// - Parameter id: The metrics supplier's id of the event; -1 is never found.
        /// - Parameter fight: The metrics supplier's id of a bout, for its statistics; -1 is never found.
        public static func followFightMetricsLiveEvent(id: Int, fight: Int, lastEventId: String? = nil) -> EventStream<BoutFeed> {
            EventStream(EndpointRequest(.v1FightMetricsLiveEvent, ["id": String(id)], query: [("fight", String(fight))]), lastEventId)
        }
    }
}
