import { kotlinOf, nameOf } from '../../contracts/kit/kotlin.ts';
import { literal } from '../../contracts/kit/names.ts';
import { type Cases, callOf, failures, links, type RequestCase } from './cases.ts';

/** `Fighter[]` → `List<Fighter>` */
const typeOf = (type: string) => (type.endsWith('[]') ? `List<${type.slice(0, -2)}>` : type);

/** `V3.fighter(id = 3107)` */
function requestOf({ endpoint, values, body }: RequestCase): string {
  const type = endpoint.body && kotlinOf(endpoint.body);
  const sent = type ? [`body = fightcardJson.decodeFromString<${type}>("""${JSON.stringify(body)}""")`] : [];
  return callOf(endpoint, nameOf, ' = ', values, sent);
}

/** Reads the cases in the file of its first argument and writes its lines to the file of the second. */
export function kotlinProgram({ replies, wrong, requests, streams }: Cases, folder: string): string {
  const types = [...new Set([...replies, ...wrong].map(({ type }) => type))].sort();
  return `package check

import fightcard.*
import java.io.File
import kotlinx.serialization.decodeFromString
import kotlinx.serialization.encodeToString
import kotlinx.serialization.json.*

private inline fun <reified Value> again(): (String) -> String =
    { text -> fightcardJson.encodeToString(fightcardJson.decodeFromString<Value>(text)) }

private val readers: Map<String, (String) -> String> = mapOf(
${types.map((type) => `    ${literal(type)} to again<${typeOf(type)}>(),`).join('\n')}
)

private fun show(request: EndpointRequest<*>, n: Int): JsonObject = buildJsonObject {
    put("is", "request")
    put("n", n)
    put("id", request.endpoint.id)
    put("method", request.endpoint.method)
    put("target", request.url("http://localhost:4010/api/v1/us/").removePrefix("http://localhost:4010"))
    request.body?.let { put("body", it) }
}

private inline fun <reified Reply> events(stream: EventStream<Reply>, file: String): List<JsonObject> {
    val read = File(${literal(folder)} + "/" + file).readText().lineSequence().mapNotNull { stream.read(it) }.map {
        buildJsonObject {
            put("is", "event")
            put("file", file)
            put("id", it.id)
            put("text", fightcardJson.encodeToString(it.body))
        }
    }.toList()
    return read + buildJsonObject {
        put("is", "stream")
        put("file", file)
        put("id", stream.headers()["Last-Event-ID"])
        put("retryMs", stream.delayMs(200))
    }
}

private fun events(): List<JsonObject> = listOf(
${streams.map(({ endpoint, file }) => `    events(${callOf(endpoint, nameOf, ' = ')}, ${literal(file)}),`).join('\n')}
).flatten()

private fun pages(): List<JsonObject> = listOf(${links.map(([header]) => `"""${header}"""`).join(', ')}).mapIndexed { n, link ->
    buildJsonObject {
        put("is", "page")
        put("n", n)
        put("text", nextPage(link)?.let { "${'$'}{it.limit} ${'$'}{it.cursor}" } ?: "none")
    }
}

private fun failures(): List<JsonObject> = listOf(${failures.map(([status, text]) => `${status} to """${text}"""`).join(', ')}).map { (status, text) ->
    buildJsonObject {
        put("is", "failure")
        try {
            V3.news().decode(text, status)
        } catch (error: ProblemException) {
            put("type", error.problem.type.value)
            put("error", error.message)
        }
        V3.followFightVotes(id = 1).delayMs(status, "7")?.let { put("retryMs", it) }
    }
}

private fun requests(): List<JsonObject> = listOf(
${requests.map((request, n) => `    show(${requestOf(request)}, ${n}),`).join('\n')}
)

fun main(arguments: Array<String>) {
    val replies = Json.parseToJsonElement(File(arguments[0]).readText()).jsonArray.mapIndexed { n, one ->
        val type = one.jsonObject.getValue("type").jsonPrimitive.content
        val text = one.jsonObject.getValue("text").jsonPrimitive.content
        buildJsonObject {
            put("is", "reply")
            put("n", n)
            try {
                put("text", readers.getValue(type)(text))
            } catch (error: Exception) {
                put("error", error.toString())
            }
        }
    }
    File(arguments[1]).writeText(JsonArray(replies + requests() + events() + pages() + failures()).toString())
}
`;
}
