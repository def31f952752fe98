// Made by `npm run generate` from the contracts. Do not edit.

package fightcard

import java.net.URLDecoder
import kotlin.random.Random
import kotlinx.serialization.decodeFromString
import kotlinx.serialization.KSerializer
import kotlinx.serialization.encodeToString
import kotlinx.serialization.json.Json
import kotlinx.serialization.serializer

/** An operation of the service as a value; the path has its parameters in braces. */
data class Endpoint(
    val id: String,
    val method: String,
    val path: String,
    val pathParameters: List<String>,
    val queryParameters: List<String>,
)

/** Reads what is added to the service later, and sends no member that is null. */
val fightcardJson: Json = Json {
    ignoreUnknownKeys = true
    explicitNulls = false
}

/**
 * A request to an endpoint, and how its reply is read.
 *
 * @property target path and query; [url] has scheme and host before it.
 * @property body of a POST; send it as `application/json`.
 */
class EndpointRequest<Reply>(
    val endpoint: Endpoint,
    val target: String,
    val body: String?,
    private val serializer: KSerializer<Reply>,
) {
    /** @param base such as `https://api.example.com`. A trailing slash and the prefix of a family (`/api/v3/mobile`) may follow. */
    fun url(base: String): String =
        listOf("/api/v3/mobile", "/api/v1/us").fold(base.trimEnd('/')) { rest, prefix -> rest.removeSuffix(prefix) } + target

    /**
     * Reads a reply.
     *
     * @throws ProblemException if the reply is no success; its type is `about:blank` if a proxy or a captive
     *   portal answered.
     */
    fun decode(text: String, status: Int): Reply {
        val isJson = text.startsWith("{") || text.startsWith("[")
        if (isJson && (status == 200 || status == 201)) return decode(text)
        val problem = runCatching { fightcardJson.decodeFromString<ProblemDetails>(text) }
        val foreign = ProblemDetails(ProblemType("about:blank"), "HTTP $status", status, "The answer is not one of this service.", target)
        throw ProblemException(problem.getOrDefault(foreign))
    }

    /** Reads the body of a success. */
    fun decode(text: String): Reply = fightcardJson.decodeFromString(serializer, text)
}

/** The problem of a reply that is no success. */
class ProblemException(val problem: ProblemDetails) : Exception(problem.run { "$status $title: $detail" })

/** One state of what is followed. */
data class StreamEvent<Reply>(val id: String, val body: Reply)

/**
 * A stream across its connections: send its request with [headers], read every line, and after the end wait as long as
 * [delayMs] says and send it again. For one thread at a time.
 */
class EventStream<Reply>(val request: EndpointRequest<Reply>, lastEventId: String?) {
    /** Of the last event; the next connection continues after it. */
    var lastEventId: String? = lastEventId
        private set
    // Random, so that clients whose connections break together do not come back together.
    private var retryMs = Random.nextLong(1_000, 3_000)
    private var failures = 0
    private var id = lastEventId
    private var event = ""
    private val data = mutableListOf<String>()

    /** The headers for the next connection. An event that was cut off is dropped. */
    fun headers(): Map<String, String> {
        id = lastEventId
        event = ""
        data.clear()
        return listOfNotNull("Accept" to "text/event-stream", lastEventId?.let { "Last-Event-ID" to it }).toMap()
    }

    /**
     * Takes the next line, without its break; an empty line ends an event.
     *
     * @return the event that is complete with this line.
     */
    fun read(line: String): StreamEvent<Reply>? {
        val value = line.substringAfter(':', "").removePrefix(" ")
        when (line.substringBefore(':')) {
            "id" -> id = value
            "event" -> event = value
            "data" -> data += value
            "retry" -> retryMs = value.toUIntOrNull()?.toLong() ?: retryMs
        }
        if (line.isNotEmpty()) return null
        lastEventId = id
        val text = data.joinToString("\n")
        val isSnapshot = event == "snapshot" && data.isNotEmpty()
        event = ""
        data.clear()
        return if (isSnapshot) StreamEvent(id.orEmpty(), request.decode(text)) else null
    }

    /**
     * Milliseconds to wait before the next connection: as the service says, and longer after each failure. Null if the
     * service would refuse that, too, such as after 404.
     *
     * @param status of the last connection; null if there was none.
     * @param retryAfter its header Retry-After.
     */
    fun delayMs(status: Int?, retryAfter: String? = null): Long? {
        if (status in 300..499 && status != 408 && status != 429) return null
        failures = if (status == 200) 0 else failures + 1
        val seconds = retryAfter?.toLongOrNull() ?: 0
        if (seconds > 0) return minOf(seconds, 3_600) * 1_000
        return minOf(retryMs shl (failures - 1).coerceIn(0, 5), 30_000)
    }
}

/** A page of a list: pass both to the function of the list. */
data class Page(val limit: Int? = null, val cursor: String? = null)

private val nextLink = Regex("""<([^<>]*)>[^<>]*;\s*rel\s*=\s*(?:next|"(?:[^"]*\s)?next(?:\s[^"]*)?")\s*(?:[;,]|$)""", RegexOption.IGNORE_CASE)

/** The next page by the Link header of a reply (RFC 8288); null after the last. */
fun nextPage(link: String?): Page? {
    val url = nextLink.find(link.orEmpty())?.groupValues?.get(1) ?: return null
    val values = url.substringAfter('?', "").split('&').associate { it.substringBefore('=') to it.substringAfter('=', "") }
    return Page(values["limit"]?.toIntOrNull(), values["cursor"]?.let { URLDecoder.decode(it, "UTF-8") })
}

private fun encoded(value: Any): String = buildString {
    for (byte in value.toString().encodeToByteArray()) {
        val code = byte.toInt() and 0xff
        val char = code.toChar()
        // RFC 3986, 2.3.
        if (char in 'A'..'Z' || char in 'a'..'z' || char in '0'..'9' || char in "-._~") append(char)
        else append('%').append((code or 0x100).toString(16).substring(1).uppercase())
    }
}

private inline fun <reified Reply> requestTo(
    endpoint: Endpoint,
    path: Map<String, Any> = emptyMap(),
    query: Map<String, Any?> = emptyMap(),
    body: String? = null,
): EndpointRequest<Reply> {
    val filled = path.entries.fold(endpoint.path) { rest, (name, value) -> rest.replace("{" + name + "}", encoded(value)) }
    val given = query.entries.mapNotNull { (name, value) -> value?.let { name + "=" + encoded(it) } }
    val target = if (given.isEmpty()) filled else filled + "?" + given.joinToString("&")
    return EndpointRequest(endpoint, target, body, serializer())
}

object Endpoints {
    /** Lists the routes of this family. */
    val v3Root: Endpoint = Endpoint("v3.root", "GET", "/api/v3/mobile/", listOf(), listOf())
    /** Says whether the service can answer; 503 only before the first load and while draining. */
    val v3Health: Endpoint = Endpoint("v3.health", "GET", "/api/v3/mobile/health", listOf(), listOf())
    /** One bundle of texts by key. */
    val v3Translations: Endpoint = Endpoint("v3.translations", "GET", "/api/v3/mobile/translations/{id}", listOf("id"), listOf())
    /** The live video stream, and whether its event is running. */
    val v3StreamingVideo: Endpoint = Endpoint("v3.streaming_video", "GET", "/api/v3/mobile/live", listOf(), listOf())
    /** The live or next event with its media and news. */
    val v3LiveContent: Endpoint = Endpoint("v3.live_content", "GET", "/api/v3/mobile/live_content", listOf(), listOf())
    /** Where the chat is, when there is one. */
    val v3Chat: Endpoint = Endpoint("v3.chat", "GET", "/api/v3/mobile/chat", listOf(), listOf())
    /** How to use the application. */
    val v3Instructions: Endpoint = Endpoint("v3.instructions", "GET", "/api/v3/mobile/instructions", listOf(), listOf())
    /** News, newest first. */
    val v3News: Endpoint = Endpoint("v3.news", "GET", "/api/v3/mobile/news", listOf(), listOf("limit", "cursor"))
    /** One article with its text, lead media item, fighters and related news. */
    val v3Article: Endpoint = Endpoint("v3.article", "GET", "/api/v3/mobile/news/{id}", listOf("id"), listOf())
    /** Media items, newest first. */
    val v3Media: Endpoint = Endpoint("v3.media", "GET", "/api/v3/mobile/media", listOf(), listOf("limit", "cursor"))
    /** One media item with its photos. */
    val v3MediaItem: Endpoint = Endpoint("v3.media_item", "GET", "/api/v3/mobile/media/{id}", listOf("id"), listOf())
    /** One row per division, vacant divisions last. */
    val v3TitleHolders: Endpoint = Endpoint("v3.title_holders", "GET", "/api/v3/mobile/fighters/title_holders", listOf(), listOf("limit", "cursor"))
    /** Fighters, title holders first. */
    val v3Fighters: Endpoint = Endpoint("v3.fighters", "GET", "/api/v3/mobile/fighters", listOf(), listOf("limit", "cursor"))
    /** One fighter with career figures and bouts. */
    val v3Fighter: Endpoint = Endpoint("v3.fighter", "GET", "/api/v3/mobile/fighters/{id}", listOf("id"), listOf())
    /** The keys by which fighter statistics can be filtered. */
    val v3FightersStatsFilterKeyValues: Endpoint = Endpoint("v3.fighters_stats_filter_key_values", "GET", "/api/v3/mobile/fighters/stats_filter_key_values", listOf(), listOf())
    /** Fighter statistics, by weight class, country of birth, both or neither. */
    val v3FightersStats: Endpoint = Endpoint("v3.fighters_stats", "GET", "/api/v3/mobile/fighters/stats", listOf(), listOf("limit", "cursor"))
    /** Fighter statistics, by weight class, country of birth, both or neither. */
    val v3FightersStatsWeightClass: Endpoint = Endpoint("v3.fighters_stats.weight_class", "GET", "/api/v3/mobile/fighters/stats/weight_class/{weight_class}", listOf("weight_class"), listOf("limit", "cursor"))
    /** Fighter statistics, by weight class, country of birth, both or neither. */
    val v3FightersStatsBornCountry: Endpoint = Endpoint("v3.fighters_stats.born_country", "GET", "/api/v3/mobile/fighters/stats/born_country/{born_country}", listOf("born_country"), listOf("limit", "cursor"))
    /** Fighter statistics, by weight class, country of birth, both or neither. */
    val v3FightersStatsWeightClassBornCountry: Endpoint = Endpoint("v3.fighters_stats.weight_class.born_country", "GET", "/api/v3/mobile/fighters/stats/weight_class/{weight_class}/born_country/{born_country}", listOf("weight_class", "born_country"), listOf("limit", "cursor"))
    /** News about one fighter, newest first. */
    val v3FighterNews: Endpoint = Endpoint("v3.fighter_news", "GET", "/api/v3/mobile/fighters/{fighter_id}/news", listOf("fighter_id"), listOf("limit", "cursor"))
    /** Media about one fighter, newest first. */
    val v3FighterMedia: Endpoint = Endpoint("v3.fighter_media", "GET", "/api/v3/mobile/fighters/{fighter_id}/media", listOf("fighter_id"), listOf("limit", "cursor"))
    /** Ring presenters by name. */
    val v3OctagonGirls: Endpoint = Endpoint("v3.octagon_girls", "GET", "/api/v3/mobile/octagon_girls", listOf(), listOf("limit", "cursor"))
    /** One ring presenter. */
    val v3OctagonGirl: Endpoint = Endpoint("v3.octagon_girl", "GET", "/api/v3/mobile/octagon_girls/{id}", listOf("id"), listOf())
    /** Events, latest first. */
    val v3Events: Endpoint = Endpoint("v3.events", "GET", "/api/v3/mobile/events", listOf(), listOf("limit", "cursor"))
    /** One event with its fights. */
    val v3Event: Endpoint = Endpoint("v3.event", "GET", "/api/v3/mobile/events/{id}", listOf("id"), listOf())
    /** The fights of one event, main event first. */
    val v3EventFights: Endpoint = Endpoint("v3.event_fights", "GET", "/api/v3/mobile/events/{event_id}/fights", listOf("event_id"), listOf("limit", "cursor"))
    /** Media about one event, newest first. */
    val v3EventMedia: Endpoint = Endpoint("v3.event_media", "GET", "/api/v3/mobile/events/{event_id}/media", listOf("event_id"), listOf("limit", "cursor"))
    /** The highlights among the media of one event, newest first. */
    val v3EventHighlights: Endpoint = Endpoint("v3.event_highlights", "GET", "/api/v3/mobile/events/{event_id}/highlights", listOf("event_id"), listOf("limit", "cursor"))
    /** How the audience voted, round by round. */
    val v3FightVotes: Endpoint = Endpoint("v3.fight_votes", "GET", "/api/v3/mobile/fights/{id}/votes", listOf("id"), listOf())
    /** The vote of one client for one fighter in one round. */
    val v3FightVoteRead: Endpoint = Endpoint("v3.fight_vote_read", "GET", "/api/v3/mobile/fights/{id}/round/{round_num}/fighter/{fighter_statid}/vote/{client_id}", listOf("id", "round_num", "fighter_statid", "client_id"), listOf())
    /** Casts the vote of one client in one round, or moves it to the other fighter. */
    val v3FightVoteCast: Endpoint = Endpoint("v3.fight_vote_cast", "POST", "/api/v3/mobile/fights/{id}/vote", listOf("id"), listOf())
    /** The audience's mean scores of every round of an event. */
    val v3RoundScoring: Endpoint = Endpoint("v3.round_scoring", "GET", "/api/v3/mobile/events/round_scoring/{id}", listOf("id"), listOf())
    /** Sends the scorecard of one client for one round, or replaces it. */
    val v3ScoreRound: Endpoint = Endpoint("v3.score_round", "POST", "/api/v3/mobile/events/score_round", listOf(), listOf())
    /** Where one event is discussed. */
    val v3DiscussEvent: Endpoint = Endpoint("v3.discuss_event", "GET", "/api/v3/mobile/events/{id}/discuss", listOf("id"), listOf())
    /** Where tickets of one event are sold. */
    val v3EventTickets: Endpoint = Endpoint("v3.event_tickets", "GET", "/api/v3/mobile/events/{id}/tickets", listOf("id"), listOf())
    /** How to watch one event. */
    val v3WatchEvent: Endpoint = Endpoint("v3.watch_event", "GET", "/api/v3/mobile/events/{id}/watch", listOf("id"), listOf())
    /** Alerts that have not expired, newest first. */
    val v3Alerts: Endpoint = Endpoint("v3.alerts", "GET", "/api/v3/mobile/alerts", listOf(), listOf("limit", "cursor"))
    /** Lists the routes of this family. */
    val v1Root: Endpoint = Endpoint("v1.root", "GET", "/api/v1/us/", listOf(), listOf())
    /** Says whether the service can answer; 503 only before the first load and while draining. */
    val v1Health: Endpoint = Endpoint("v1.health", "GET", "/api/v1/us/health", listOf(), listOf())
    /** The live video stream, and whether its event is running. */
    val v1StreamingVideo: Endpoint = Endpoint("v1.streaming_video", "GET", "/api/v1/us/live", listOf(), listOf())
    /** The live or next event with its media and news. */
    val v1LiveContent: Endpoint = Endpoint("v1.live_content", "GET", "/api/v1/us/live_content", listOf(), listOf())
    /** Where the chat is, when there is one. */
    val v1Chat: Endpoint = Endpoint("v1.chat", "GET", "/api/v1/us/chat", listOf(), listOf())
    /** How to use the application. */
    val v1Instructions: Endpoint = Endpoint("v1.instructions", "GET", "/api/v1/us/instructions", listOf(), listOf())
    /** News, newest first. */
    val v1News: Endpoint = Endpoint("v1.news", "GET", "/api/v1/us/news", listOf(), listOf("limit", "cursor"))
    /** One article with its text, lead media item, fighters and related news. */
    val v1Article: Endpoint = Endpoint("v1.article", "GET", "/api/v1/us/news/{id}", listOf("id"), listOf())
    /** Media items, newest first. */
    val v1Media: Endpoint = Endpoint("v1.media", "GET", "/api/v1/us/media", listOf(), listOf("limit", "cursor"))
    /** One media item with its photos. */
    val v1MediaItem: Endpoint = Endpoint("v1.media_item", "GET", "/api/v1/us/media/{id}", listOf("id"), listOf())
    /** One row per division, vacant divisions last. */
    val v1TitleHolders: Endpoint = Endpoint("v1.title_holders", "GET", "/api/v1/us/fighters/title_holders", listOf(), listOf("limit", "cursor"))
    /** Fighters, title holders first. */
    val v1Fighters: Endpoint = Endpoint("v1.fighters", "GET", "/api/v1/us/fighters", listOf(), listOf("limit", "cursor"))
    /** One fighter with career figures and bouts. */
    val v1Fighter: Endpoint = Endpoint("v1.fighter", "GET", "/api/v1/us/fighters/{id}", listOf("id"), listOf())
    /** Events, latest first. */
    val v1Events: Endpoint = Endpoint("v1.events", "GET", "/api/v1/us/events", listOf(), listOf("limit", "cursor"))
    /** One event with its fights. */
    val v1Event: Endpoint = Endpoint("v1.event", "GET", "/api/v1/us/events/{id}", listOf("id"), listOf())
    /** The audience's mean scores of every round of an event. */
    val v1RoundScoring: Endpoint = Endpoint("v1.round_scoring", "GET", "/api/v1/us/events/round_scoring/{id}", listOf("id"), listOf())
    /** Sends the scorecard of one client for one round, or replaces it. */
    val v1ScoreRound: Endpoint = Endpoint("v1.score_round", "POST", "/api/v1/us/events/score_round", listOf(), listOf())
    /** Where one event is discussed. */
    val v1DiscussEvent: Endpoint = Endpoint("v1.discuss_event", "GET", "/api/v1/us/events/{id}/discuss", listOf("id"), listOf())
    /** Where tickets of one event are sold. */
    val v1EventTickets: Endpoint = Endpoint("v1.event_tickets", "GET", "/api/v1/us/events/{id}/tickets", listOf("id"), listOf())
    /** How to watch one event. */
    val v1WatchEvent: Endpoint = Endpoint("v1.watch_event", "GET", "/api/v1/us/events/{id}/watch", listOf("id"), listOf())
    /** Every event that the metrics supplier knows, latest first. */
    val v1FightMetricsListing: Endpoint = Endpoint("v1.fight_metrics_listing", "GET", "/api/v1/us/fight_metrics", listOf(), listOf("limit", "cursor"))
    /** Where the feed of the live event is. */
    val v1FightMetricsLiveEventUrl: Endpoint = Endpoint("v1.fight_metrics_live_event_url", "GET", "/api/v1/us/fight_metrics/live_event_url", listOf(), listOf())
    /** The feed of one event, or with `fight` the statistics of one bout. */
    val v1FightMetricsLiveEvent: Endpoint = Endpoint("v1.fight_metrics_live_event", "GET", "/api/v1/us/fight_metrics/live_event/{id}", listOf("id"), listOf("fight"))
    /** Takes a whole snapshot of one event or of one bout from the supplier. */
    val v1FightMetricsUpdateLiveEvent: Endpoint = Endpoint("v1.fight_metrics_update_live_event", "POST", "/api/v1/us/fight_metrics/update_live_event", listOf(), listOf())
    /** Alerts that have not expired, newest first. */
    val v1Alerts: Endpoint = Endpoint("v1.alerts", "GET", "/api/v1/us/alerts", listOf(), listOf("limit", "cursor"))

    val all: List<Endpoint> = listOf(
        v3Root,
        v3Health,
        v3Translations,
        v3StreamingVideo,
        v3LiveContent,
        v3Chat,
        v3Instructions,
        v3News,
        v3Article,
        v3Media,
        v3MediaItem,
        v3TitleHolders,
        v3Fighters,
        v3Fighter,
        v3FightersStatsFilterKeyValues,
        v3FightersStats,
        v3FightersStatsWeightClass,
        v3FightersStatsBornCountry,
        v3FightersStatsWeightClassBornCountry,
        v3FighterNews,
        v3FighterMedia,
        v3OctagonGirls,
        v3OctagonGirl,
        v3Events,
        v3Event,
        v3EventFights,
        v3EventMedia,
        v3EventHighlights,
        v3FightVotes,
        v3FightVoteRead,
        v3FightVoteCast,
        v3RoundScoring,
        v3ScoreRound,
        v3DiscussEvent,
        v3EventTickets,
        v3WatchEvent,
        v3Alerts,
        v1Root,
        v1Health,
        v1StreamingVideo,
        v1LiveContent,
        v1Chat,
        v1Instructions,
        v1News,
        v1Article,
        v1Media,
        v1MediaItem,
        v1TitleHolders,
        v1Fighters,
        v1Fighter,
        v1Events,
        v1Event,
        v1RoundScoring,
        v1ScoreRound,
        v1DiscussEvent,
        v1EventTickets,
        v1WatchEvent,
        v1FightMetricsListing,
        v1FightMetricsLiveEventUrl,
        v1FightMetricsLiveEvent,
        v1FightMetricsUpdateLiveEvent,
        v1Alerts,
    )
}

/** Requests of the family v3. */
object V3 {
    /** Lists the routes of this family. */
    fun root(): EndpointRequest<Root> =
        requestTo(Endpoints.v3Root)

    /** Says whether the service can answer; 503 only before the first load and while draining. */
    fun health(): EndpointRequest<Health> =
        requestTo(Endpoints.v3Health)

    /**
     * One bundle of texts by key.
     *
     * @param id Name of the bundle of translations.
     */
    fun translations(id: String): EndpointRequest<Translation> =
        requestTo(Endpoints.v3Translations, mapOf("id" to id))

    /** The live video stream, and whether its event is running. */
    fun streamingVideo(): EndpointRequest<Live> =
        requestTo(Endpoints.v3StreamingVideo)

    /** The live or next event with its media and news. */
    fun liveContent(): EndpointRequest<LiveContent> =
        requestTo(Endpoints.v3LiveContent)

    /** Where the chat is, when there is one. */
    fun chat(): EndpointRequest<Chat> =
        requestTo(Endpoints.v3Chat)

    /** How to use the application. */
    fun instructions(): EndpointRequest<Instructions> =
        requestTo(Endpoints.v3Instructions)

    /**
     * News, newest first.
     *
     * @param limit How many records at most, from 1 to 500.
     * @param cursor Where the page before ended; taken from its Link header.
     */
    fun news(limit: Int? = null, cursor: String? = null): EndpointRequest<List<News>> =
        requestTo(Endpoints.v3News, query = mapOf("limit" to limit, "cursor" to cursor))

    /**
     * One article with its text, lead media item, fighters and related news.
     *
     * @param id Id of the record. From 1 to 2147483647.
     */
    fun article(id: Int): EndpointRequest<Article> =
        requestTo(Endpoints.v3Article, mapOf("id" to id))

    /**
     * Media items, newest first.
     *
     * @param limit How many records at most, from 1 to 500.
     * @param cursor Where the page before ended; taken from its Link header.
     */
    fun media(limit: Int? = null, cursor: String? = null): EndpointRequest<List<Media>> =
        requestTo(Endpoints.v3Media, query = mapOf("limit" to limit, "cursor" to cursor))

    /**
     * One media item with its photos.
     *
     * @param id Id of the record. From 1 to 2147483647.
     */
    fun mediaItem(id: Int): EndpointRequest<MediaItem> =
        requestTo(Endpoints.v3MediaItem, mapOf("id" to id))

    /**
     * One row per division, vacant divisions last.
     *
     * @param limit How many records at most, from 1 to 500.
     * @param cursor Where the page before ended; taken from its Link header.
     */
    fun titleHolders(limit: Int? = null, cursor: String? = null): EndpointRequest<List<TitleHolder>> =
        requestTo(Endpoints.v3TitleHolders, query = mapOf("limit" to limit, "cursor" to cursor))

    /**
     * Fighters, title holders first.
     *
     * @param limit How many records at most, from 1 to 500.
     * @param cursor Where the page before ended; taken from its Link header.
     */
    fun fighters(limit: Int? = null, cursor: String? = null): EndpointRequest<List<Fighter>> =
        requestTo(Endpoints.v3Fighters, query = mapOf("limit" to limit, "cursor" to cursor))

    /**
     * One fighter with career figures and bouts.
     *
     * @param id Id of the record. From 1 to 2147483647.
     */
    fun fighter(id: Int): EndpointRequest<FighterDetail> =
        requestTo(Endpoints.v3Fighter, mapOf("id" to id))

    /** The keys by which fighter statistics can be filtered. */
    fun fightersStatsFilterKeyValues(): EndpointRequest<StatsFilters> =
        requestTo(Endpoints.v3FightersStatsFilterKeyValues)

    /**
     * Fighter statistics, by weight class, country of birth, both or neither.
     *
     * @param limit How many records at most, from 1 to 500.
     * @param cursor Where the page before ended; taken from its Link header.
     */
    fun fightersStats(limit: Int? = null, cursor: String? = null): EndpointRequest<List<Stat>> =
        requestTo(Endpoints.v3FightersStats, query = mapOf("limit" to limit, "cursor" to cursor))

    /**
     * Fighter statistics, by weight class, country of birth, both or neither.
     *
     * @param weightClass Weight key of the statistics, in any case; `all` filters nothing.
     * @param limit How many records at most, from 1 to 500.
     * @param cursor Where the page before ended; taken from its Link header.
     */
    fun fightersStatsWeightClass(weightClass: String, limit: Int? = null, cursor: String? = null): EndpointRequest<List<Stat>> =
        requestTo(Endpoints.v3FightersStatsWeightClass, mapOf("weight_class" to weightClass), query = mapOf("limit" to limit, "cursor" to cursor))

    /**
     * Fighter statistics, by weight class, country of birth, both or neither.
     *
     * @param bornCountry Country key, in any case; `all` filters nothing.
     * @param limit How many records at most, from 1 to 500.
     * @param cursor Where the page before ended; taken from its Link header.
     */
    fun fightersStatsBornCountry(bornCountry: String, limit: Int? = null, cursor: String? = null): EndpointRequest<List<Stat>> =
        requestTo(Endpoints.v3FightersStatsBornCountry, mapOf("born_country" to bornCountry), query = mapOf("limit" to limit, "cursor" to cursor))

    /**
     * Fighter statistics, by weight class, country of birth, both or neither.
     *
     * @param weightClass Weight key of the statistics, in any case; `all` filters nothing.
     * @param bornCountry Country key, in any case; `all` filters nothing.
     * @param limit How many records at most, from 1 to 500.
     * @param cursor Where the page before ended; taken from its Link header.
     */
    fun fightersStatsWeightClassBornCountry(weightClass: String, bornCountry: String, limit: Int? = null, cursor: String? = null): EndpointRequest<List<Stat>> =
        requestTo(Endpoints.v3FightersStatsWeightClassBornCountry, mapOf("weight_class" to weightClass, "born_country" to bornCountry), query = mapOf("limit" to limit, "cursor" to cursor))

    /**
     * News about one fighter, newest first.
     *
     * @param fighterId Id of the fighter. From 1 to 2147483647.
     * @param limit How many records at most, from 1 to 500.
     * @param cursor Where the page before ended; taken from its Link header.
     */
    fun fighterNews(fighterId: Int, limit: Int? = null, cursor: String? = null): EndpointRequest<List<News>> =
        requestTo(Endpoints.v3FighterNews, mapOf("fighter_id" to fighterId), query = mapOf("limit" to limit, "cursor" to cursor))

    /**
     * Media about one fighter, newest first.
     *
     * @param fighterId Id of the fighter. From 1 to 2147483647.
     * @param limit How many records at most, from 1 to 500.
     * @param cursor Where the page before ended; taken from its Link header.
     */
    fun fighterMedia(fighterId: Int, limit: Int? = null, cursor: String? = null): EndpointRequest<List<Media>> =
        requestTo(Endpoints.v3FighterMedia, mapOf("fighter_id" to fighterId), query = mapOf("limit" to limit, "cursor" to cursor))

    /**
     * Ring presenters by name.
     *
     * @param limit How many records at most, from 1 to 500.
     * @param cursor Where the page before ended; taken from its Link header.
     */
    fun octagonGirls(limit: Int? = null, cursor: String? = null): EndpointRequest<List<RingPresenter>> =
        requestTo(Endpoints.v3OctagonGirls, query = mapOf("limit" to limit, "cursor" to cursor))

    /**
     * One ring presenter.
     *
     * @param id Id of the record. From 1 to 2147483647.
     */
    fun octagonGirl(id: Int): EndpointRequest<RingPresenter> =
        requestTo(Endpoints.v3OctagonGirl, mapOf("id" to id))

    /**
     * Events, latest first.
     *
     * @param limit How many records at most, from 1 to 500.
     * @param cursor Where the page before ended; taken from its Link header.
     */
    fun events(limit: Int? = null, cursor: String? = null): EndpointRequest<List<Event>> =
        requestTo(Endpoints.v3Events, query = mapOf("limit" to limit, "cursor" to cursor))

    /**
     * One event with its fights.
     *
     * @param id Id of the record. From 1 to 2147483647.
     */
    fun event(id: Int): EndpointRequest<EventDetail> =
        requestTo(Endpoints.v3Event, mapOf("id" to id))

    /**
     * The fights of one event, main event first.
     *
     * @param eventId Id of the event. From 1 to 2147483647.
     * @param limit How many records at most, from 1 to 500.
     * @param cursor Where the page before ended; taken from its Link header.
     */
    fun eventFights(eventId: Int, limit: Int? = null, cursor: String? = null): EndpointRequest<List<Fight>> =
        requestTo(Endpoints.v3EventFights, mapOf("event_id" to eventId), query = mapOf("limit" to limit, "cursor" to cursor))

    /**
     * Media about one event, newest first.
     *
     * @param eventId Id of the event. From 1 to 2147483647.
     * @param limit How many records at most, from 1 to 500.
     * @param cursor Where the page before ended; taken from its Link header.
     */
    fun eventMedia(eventId: Int, limit: Int? = null, cursor: String? = null): EndpointRequest<List<Media>> =
        requestTo(Endpoints.v3EventMedia, mapOf("event_id" to eventId), query = mapOf("limit" to limit, "cursor" to cursor))

    /**
     * The highlights among the media of one event, newest first.
     *
     * @param eventId Id of the event. From 1 to 2147483647.
     * @param limit How many records at most, from 1 to 500.
     * @param cursor Where the page before ended; taken from its Link header.
     */
    fun eventHighlights(eventId: Int, limit: Int? = null, cursor: String? = null): EndpointRequest<List<Media>> =
        requestTo(Endpoints.v3EventHighlights, mapOf("event_id" to eventId), query = mapOf("limit" to limit, "cursor" to cursor))

    /**
     * How the audience voted, round by round.
     *
     * @param id Id of the record. From 1 to 2147483647.
     */
    fun fightVotes(id: Int): EndpointRequest<VoteTally> =
        requestTo(Endpoints.v3FightVotes, mapOf("id" to id))

    /**
     * The vote of one client for one fighter in one round.
     *
     * @param id Id of the record. From 1 to 2147483647.
     * @param roundNum Number of the round.
     * @param fighterStatid The metrics supplier's id of the fighter. From 1 to 2147483647.
     * @param clientId The unguessable id that an installation of the app made for itself.
     */
    fun fightVoteRead(id: Int, roundNum: Int, fighterStatid: Int, clientId: String): EndpointRequest<Vote> =
        requestTo(Endpoints.v3FightVoteRead, mapOf("id" to id, "round_num" to roundNum, "fighter_statid" to fighterStatid, "client_id" to clientId))

    /**
     * Casts the vote of one client in one round, or moves it to the other fighter.
     *
     * @param id Id of the record. From 1 to 2147483647.
     */
    fun fightVoteCast(id: Int, body: VoteBody): EndpointRequest<Vote> =
        requestTo(Endpoints.v3FightVoteCast, mapOf("id" to id), body = fightcardJson.encodeToString(body))

    /**
     * The audience's mean scores of every round of an event.
     *
     * @param id Id of the record. From 1 to 2147483647.
     */
    fun roundScoring(id: Int): EndpointRequest<RoundScoring> =
        requestTo(Endpoints.v3RoundScoring, mapOf("id" to id))

    /** Sends the scorecard of one client for one round, or replaces it. */
    fun scoreRound(body: ScoreBody): EndpointRequest<Scorecard> =
        requestTo(Endpoints.v3ScoreRound, body = fightcardJson.encodeToString(body))

    /**
     * Where one event is discussed.
     *
     * @param id Id of the record. From 1 to 2147483647.
     */
    fun discussEvent(id: Int): EndpointRequest<Discussion> =
        requestTo(Endpoints.v3DiscussEvent, mapOf("id" to id))

    /**
     * Where tickets of one event are sold.
     *
     * @param id Id of the record. From 1 to 2147483647.
     */
    fun eventTickets(id: Int): EndpointRequest<Tickets> =
        requestTo(Endpoints.v3EventTickets, mapOf("id" to id))

    /**
     * How to watch one event.
     *
     * @param id Id of the record. From 1 to 2147483647.
     */
    fun watchEvent(id: Int): EndpointRequest<Watch> =
        requestTo(Endpoints.v3WatchEvent, mapOf("id" to id))

    /**
     * Alerts that have not expired, newest first.
     *
     * @param limit How many records at most, from 1 to 500.
     * @param cursor Where the page before ended; taken from its Link header.
     */
    fun alerts(limit: Int? = null, cursor: String? = null): EndpointRequest<List<Alert>> =
        requestTo(Endpoints.v3Alerts, query = mapOf("limit" to limit, "cursor" to cursor))

    /**
     * How the audience voted, round by round.
     *
     * @param id Id of the record. From 1 to 2147483647.
     */
    fun followFightVotes(id: Int, lastEventId: String? = null): EventStream<VoteTally> =
        EventStream(requestTo(Endpoints.v3FightVotes, mapOf("id" to id)), lastEventId)

    /**
     * The audience's mean scores of every round of an event.
     *
     * @param id Id of the record. From 1 to 2147483647.
     */
    fun followRoundScoring(id: Int, lastEventId: String? = null): EventStream<RoundScoring> =
        EventStream(requestTo(Endpoints.v3RoundScoring, mapOf("id" to id)), lastEventId)
}

/** Requests of the family v1. */
object V1 {
    /** Lists the routes of this family. */
    fun root(): EndpointRequest<Root> =
        requestTo(Endpoints.v1Root)

    /** Says whether the service can answer; 503 only before the first load and while draining. */
    fun health(): EndpointRequest<Health> =
        requestTo(Endpoints.v1Health)

    /** The live video stream, and whether its event is running. */
    fun streamingVideo(): EndpointRequest<Live> =
        requestTo(Endpoints.v1StreamingVideo)

    /** The live or next event with its media and news. */
    fun liveContent(): EndpointRequest<LiveContentV1> =
        requestTo(Endpoints.v1LiveContent)

    /** Where the chat is, when there is one. */
    fun chat(): EndpointRequest<Chat> =
        requestTo(Endpoints.v1Chat)

    /** How to use the application. */
    fun instructions(): EndpointRequest<Instructions> =
        requestTo(Endpoints.v1Instructions)

    /**
     * News, newest first.
     *
     * @param limit How many records at most, from 1 to 500.
     * @param cursor Where the page before ended; taken from its Link header.
     */
    fun news(limit: Int? = null, cursor: String? = null): EndpointRequest<List<News>> =
        requestTo(Endpoints.v1News, query = mapOf("limit" to limit, "cursor" to cursor))

    /**
     * One article with its text, lead media item, fighters and related news.
     *
     * @param id Id of the record. From 1 to 2147483647.
     */
    fun article(id: Int): EndpointRequest<ArticleV1> =
        requestTo(Endpoints.v1Article, mapOf("id" to id))

    /**
     * Media items, newest first.
     *
     * @param limit How many records at most, from 1 to 500.
     * @param cursor Where the page before ended; taken from its Link header.
     */
    fun media(limit: Int? = null, cursor: String? = null): EndpointRequest<List<Media>> =
        requestTo(Endpoints.v1Media, query = mapOf("limit" to limit, "cursor" to cursor))

    /**
     * One media item with its photos.
     *
     * @param id Id of the record. From 1 to 2147483647.
     */
    fun mediaItem(id: Int): EndpointRequest<MediaItem> =
        requestTo(Endpoints.v1MediaItem, mapOf("id" to id))

    /**
     * One row per division, vacant divisions last.
     *
     * @param limit How many records at most, from 1 to 500.
     * @param cursor Where the page before ended; taken from its Link header.
     */
    fun titleHolders(limit: Int? = null, cursor: String? = null): EndpointRequest<List<TitleHolderV1>> =
        requestTo(Endpoints.v1TitleHolders, query = mapOf("limit" to limit, "cursor" to cursor))

    /**
     * Fighters, title holders first.
     *
     * @param limit How many records at most, from 1 to 500.
     * @param cursor Where the page before ended; taken from its Link header.
     */
    fun fighters(limit: Int? = null, cursor: String? = null): EndpointRequest<List<FighterV1>> =
        requestTo(Endpoints.v1Fighters, query = mapOf("limit" to limit, "cursor" to cursor))

    /**
     * One fighter with career figures and bouts.
     *
     * @param id Id of the record. From 1 to 2147483647.
     */
    fun fighter(id: Int): EndpointRequest<FighterDetailV1> =
        requestTo(Endpoints.v1Fighter, mapOf("id" to id))

    /**
     * Events, latest first.
     *
     * @param limit How many records at most, from 1 to 500.
     * @param cursor Where the page before ended; taken from its Link header.
     */
    fun events(limit: Int? = null, cursor: String? = null): EndpointRequest<List<EventV1>> =
        requestTo(Endpoints.v1Events, query = mapOf("limit" to limit, "cursor" to cursor))

    /**
     * One event with its fights.
     *
     * @param id Id of the record. From 1 to 2147483647.
     */
    fun event(id: Int): EndpointRequest<EventDetailV1> =
        requestTo(Endpoints.v1Event, mapOf("id" to id))

    /**
     * The audience's mean scores of every round of an event.
     *
     * @param id Id of the record. From 1 to 2147483647.
     */
    fun roundScoring(id: Int): EndpointRequest<RoundScoring> =
        requestTo(Endpoints.v1RoundScoring, mapOf("id" to id))

    /** Sends the scorecard of one client for one round, or replaces it. */
    fun scoreRound(body: ScoreBody): EndpointRequest<Scorecard> =
        requestTo(Endpoints.v1ScoreRound, body = fightcardJson.encodeToString(body))

    /**
     * Where one event is discussed.
     *
     * @param id Id of the record. From 1 to 2147483647.
     */
    fun discussEvent(id: Int): EndpointRequest<Discussion> =
        requestTo(Endpoints.v1DiscussEvent, mapOf("id" to id))

    /**
     * Where tickets of one event are sold.
     *
     * @param id Id of the record. From 1 to 2147483647.
     */
    fun eventTickets(id: Int): EndpointRequest<Tickets> =
        requestTo(Endpoints.v1EventTickets, mapOf("id" to id))

    /**
     * How to watch one event.
     *
     * @param id Id of the record. From 1 to 2147483647.
     */
    fun watchEvent(id: Int): EndpointRequest<Watch> =
        requestTo(Endpoints.v1WatchEvent, mapOf("id" to id))

    /**
     * Every event that the metrics supplier knows, latest first.
     *
     * @param limit How many records at most, from 1 to 500.
     * @param cursor Where the page before ended; taken from its Link header.
     */
    fun fightMetricsListing(limit: Int? = null, cursor: String? = null): EndpointRequest<List<MetricsEntry>> =
        requestTo(Endpoints.v1FightMetricsListing, query = mapOf("limit" to limit, "cursor" to cursor))

    /** Where the feed of the live event is. */
    fun fightMetricsLiveEventUrl(): EndpointRequest<LiveEventUrl> =
        requestTo(Endpoints.v1FightMetricsLiveEventUrl)

    /**
     * The feed of one event, or with `fight` the statistics of one bout.
     *
     * @param id The metrics supplier's id of the event; -1 is never found.
     * @param fight The metrics supplier's id of a bout, for its statistics; -1 is never found.
     */
    fun fightMetricsLiveEvent(id: Int, fight: Int? = null): EndpointRequest<FightMetricsLiveEvent> =
        requestTo(Endpoints.v1FightMetricsLiveEvent, mapOf("id" to id), query = mapOf("fight" to fight))

    /** Takes a whole snapshot of one event or of one bout from the supplier. */
    fun fightMetricsUpdateLiveEvent(body: LiveUpdate): EndpointRequest<UpdateResult> =
        requestTo(Endpoints.v1FightMetricsUpdateLiveEvent, body = fightcardJson.encodeToString(body))

    /**
     * Alerts that have not expired, newest first.
     *
     * @param limit How many records at most, from 1 to 500.
     * @param cursor Where the page before ended; taken from its Link header.
     */
    fun alerts(limit: Int? = null, cursor: String? = null): EndpointRequest<List<Alert>> =
        requestTo(Endpoints.v1Alerts, query = mapOf("limit" to limit, "cursor" to cursor))

    /**
     * The audience's mean scores of every round of an event.
     *
     * @param id Id of the record. From 1 to 2147483647.
     */
    fun followRoundScoring(id: Int, lastEventId: String? = null): EventStream<RoundScoring> =
        EventStream(requestTo(Endpoints.v1RoundScoring, mapOf("id" to id)), lastEventId)

    /**
     * The feed of one event, or with `fight` the statistics of one bout.
     *
     * @param id The metrics supplier's id of the event; -1 is never found.
     */
    fun followFightMetricsLiveEvent(id: Int, lastEventId: String? = null): EventStream<EventFeed> =
        EventStream(requestTo(Endpoints.v1FightMetricsLiveEvent, mapOf("id" to id)), lastEventId)

    /**
     * The feed of one event, or with `fight` the statistics of one bout.
     *
     * @param id The metrics supplier's id of the event; -1 is never found.
     * @param fight The metrics supplier's id of a bout, for its statistics; -1 is never found.
     */
    fun followFightMetricsLiveEvent(id: Int, fight: Int, lastEventId: String? = null): EventStream<BoutFeed> =
        EventStream(requestTo(Endpoints.v1FightMetricsLiveEvent, mapOf("id" to id), query = mapOf("fight" to fight)), lastEventId)
}
