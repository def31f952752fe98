import { nextLink } from '../client/methods.ts';
import { foreignDetail } from '../client/problem-error.ts';
import { families, familyNames } from '../families.ts';
import { snapshotEvent } from '../http/event-stream.ts';
import { version } from '../version.ts';
import {
  declarationBlocks,
  type Endpoint,
  fieldsOf,
  isStream,
  type KitContents,
  signatureOf,
  textList,
  typeWriter,
  valueName,
} from './languages.ts';
import type { Member } from './model.ts';
import { camel, comment, distinct, literal, pascal, quoteKeyword } from './names.ts';
import { problemKinds } from './problems.ts';

const keywords = new Set(
  `as break class continue do else false for fun if in interface is null object package return super this throw true try
  typealias typeof val var when while`.split(/\s+/),
);

export const nameOf = (name: string) => quoteKeyword(camel(name), keywords);

const entryOf = (value: string) => {
  const entry = pascal(value);
  return /^[0-9]/.test(entry) ? `Value${entry}` : entry;
};

export const kotlinOf = typeWriter({
  text: 'String',
  integer: 'Int',
  long: 'Long',
  number: 'Double',
  flag: 'Boolean',
  scalar: 'JsonPrimitive',
  list: (of) => `List<${of}>`,
  map: (of) => `Map<String, ${of}>`,
});

function recordLines(name: string, members: readonly Member[], parent: string | undefined): string[] {
  return [
    '@Serializable',
    `data class ${name}(`,
    ...fieldsOf(members, nameOf, kotlinOf).flatMap(({ name: wire, own, type, description, isRequired }) => {
      const renamed = own === wire ? '' : `@SerialName(${literal(wire)}) `;
      return [...comment(description, '    '), `    ${renamed}val ${own}: ${type}${isRequired ? '' : ' = null'},`];
    }),
    parent ? `) : ${parent}` : ')',
  ];
}

/**
 * A string type with constants for the known words. An `enum class` would reject a reply with a word that is added later;
 * this type accepts the word and sends it back unchanged.
 */
function choiceLines(name: string, values: readonly string[]): string[] {
  const names = distinct(values, entryOf);
  return [
    '@Serializable',
    '@JvmInline',
    `value class ${name}(val value: String) {`,
    '    /** Whether it is one of the words that were known when the kit was made. */',
    '    val isKnown: Boolean get() = this in known',
    '',
    '    override fun toString(): String = value',
    '',
    '    companion object {',
    ...[...names].map(([wire, own]) => `        val ${own}: ${name} = ${name}(${literal(wire)})`),
    '',
    `        val known: List<${name}> = listOf(${[...names.values()].join(', ')})`,
    '    }',
    '}',
  ];
}

/** Both variants are at the same place in the JSON; a member distinguishes them. */
function eitherLines(name: string, [marked, other]: readonly [string, string], member: string): string[] {
  return [
    `@Serializable(with = ${name}Serializer::class)
sealed interface ${name}

object ${name}Serializer : JsonContentPolymorphicSerializer<${name}>(${name}::class) {
    override fun selectDeserializer(element: JsonElement): DeserializationStrategy<${name}> {
        val member = element.jsonObject[${literal(member)}]
        return if (member == null || member is JsonNull) ${other}.serializer() else ${marked}.serializer()
    }
}`,
  ];
}

/** All types of one package; an optional member is null by default, a nullable member that is always sent is not. */
function kotlinFile(contents: KitContents): string {
  const parents = new Map(
    contents.declarations.flatMap((declaration) =>
      declaration.is === 'either' ? declaration.variants.map((variant) => [variant, declaration.name] as const) : [],
    ),
  );
  const blocks = declarationBlocks(contents, comment, {
    record: ({ name, members }) => recordLines(name, members, parents.get(name)),
    choice: ({ name, values }) => choiceLines(name, values),
    alias: ({ name, type }) => [`typealias ${name} = ${kotlinOf(type)}`],
    either: ({ name, variants, member }) => eitherLines(name, variants, member),
  });
  const json = ['JsonContentPolymorphicSerializer', 'JsonElement', 'JsonNull', 'JsonPrimitive', 'jsonObject'];
  const imports = ['DeserializationStrategy', 'SerialName', 'Serializable', ...json.map((name) => `json.${name}`)]
    .map((name) => `import kotlinx.serialization.${name}`)
    .join('\n');
  const types = blocks.map((block) => block.join('\n')).join('\n\n');
  return `// ${contents.head}\n\npackage fightcard\n\n${imports}\n\n${types}\n`;
}

/** The part that does not depend on the endpoints. */
const common = `/** An operation of the service as a value; the path has its parameters in braces. */
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
 * @property body of a POST; send it as \`application/json\`.
 */
class EndpointRequest<Reply>(
    val endpoint: Endpoint,
    val target: String,
    val body: String?,
    private val serializer: KSerializer<Reply>,
) {
    /** @param base such as \`https://api.example.com\`. A trailing slash and the prefix of a family (\`/api/v3/mobile\`) may follow. */
    fun url(base: String): String =
        listOf(${familyNames.map((name) => literal(families[name].prefix)).join(', ')}).fold(base.trimEnd('/')) { rest, prefix -> rest.removeSuffix(prefix) } + target

    /**
     * Reads a reply.
     *
     * @throws ProblemException if the reply is no success; its type is \`about:blank\` if a proxy or a captive
     *   portal answered.
     */
    fun decode(text: String, status: Int): Reply {
        val isJson = text.startsWith("{") || text.startsWith("[")
        if (isJson && (status == 200 || status == 201)) return decode(text)
        val problem = runCatching { fightcardJson.decodeFromString<ProblemDetails>(text) }
        val foreign = ProblemDetails(ProblemType("about:blank"), "HTTP $status", status, "${foreignDetail}", target)
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
        val text = data.joinToString("\\n")
        val isSnapshot = event == "${snapshotEvent}" && data.isNotEmpty()
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

private val nextLink = Regex("""${nextLink.source}""", RegexOption.IGNORE_CASE)

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
}`;

function valueLines(endpoint: Endpoint): string[] {
  const { id, method, path, inPath, inQuery, summary } = endpoint;
  const facts = [
    literal(id),
    literal(method),
    literal(path),
    `listOf(${textList(inPath)})`,
    `listOf(${textList(inQuery)})`,
  ].join(', ');
  return [...comment(summary, '    '), `    val ${valueName(endpoint)}: Endpoint = Endpoint(${facts})`];
}

function functionLines(endpoint: Endpoint): string[] {
  const { name, inPath, inQuery, body, reply, summary } = endpoint;
  const given = signatureOf(endpoint, nameOf, kotlinOf, 'null');
  const pairs = (list: readonly { name: string }[]) =>
    `mapOf(${list.map((one) => `${literal(one.name)} to ${nameOf(one.name)}`).join(', ')})`;
  const passed = [
    `Endpoints.${valueName(endpoint)}`,
    ...(inPath.length > 0 ? [pairs(inPath)] : []),
    ...(inQuery.length > 0 ? [`query = ${pairs(inQuery)}`] : []),
    ...(body ? ['body = fightcardJson.encodeToString(body)'] : []),
  ];
  const built = `requestTo(${passed.join(', ')})`;
  const parameters = [...inPath, ...inQuery].map((one) => `@param ${camel(one.name)} ${one.description}`);
  return [
    '',
    ...(parameters.length > 0
      ? ['    /**', ...[summary, '', ...parameters].map((line) => `     * ${line}`.trimEnd()), '     */']
      : comment(summary, '    ')),
    `    fun ${nameOf(name)}(${given}): ${isStream(endpoint) ? 'EventStream' : 'EndpointRequest'}<${kotlinOf(reply)}> =`,
    `        ${isStream(endpoint) ? `EventStream(${built}, lastEventId)` : built}`,
  ];
}

/** The endpoints as values, and for each family the requests to them as functions. */
function kotlinEndpoints({ endpoints, streams, head }: KitContents): string {
  const objects = familyNames.map((family) =>
    [
      `/** Requests of the family ${family}. */`,
      `object ${pascal(family)} {`,
      ...[...endpoints, ...streams]
        .filter((endpoint) => endpoint.family === family)
        .flatMap(functionLines)
        .slice(1),
      '}',
    ].join('\n'),
  );
  return `// ${head}

package fightcard

import java.net.URLDecoder
import kotlin.random.Random
import kotlinx.serialization.decodeFromString
import kotlinx.serialization.KSerializer
import kotlinx.serialization.encodeToString
import kotlinx.serialization.json.Json
import kotlinx.serialization.serializer

${common}

object Endpoints {
${endpoints.flatMap(valueLines).join('\n')}

    val all: List<Endpoint> = listOf(
${endpoints.map((endpoint) => `        ${valueName(endpoint)},`).join('\n')}
    )
}

${objects.join('\n\n')}
`;
}

/** `Problems.kt`: status and titles of each problem type. */
function kotlinProblems({ head }: KitContents): string {
  const rows = problemKinds.map(
    ({ type, status, titles }) =>
      `    ${literal(type)} to ProblemKind(${status}, ${literal(titles.v3)}, ${literal(titles.v1)}),`,
  );
  return `// ${head}

package fightcard

/** What is fixed for a type of problem; the titles are in the languages of the families v3 and v1. */
data class ProblemKind(val status: Int, val titleV3: String, val titleV1: String)

private val kinds = mapOf(
${rows.join('\n')}
)

/** Status and titles; null for a type that was not known when the kit was made. */
val ProblemType.kind: ProblemKind? get() = kinds[value]
`;
}

/** Since 1.5 `selectDeserializer` is declared as the kit overrides it; it needs Kotlin 1.8.20. */
const serialization = '1.5.0';
const kotlin = '1.8.20';

/** Read only if the folder is a separate build; inside another build, that build's versions apply. */
const gradleSettings = (head: string) => `// ${head}

pluginManagement {
    repositories {
        mavenCentral()
        gradlePluginPortal()
    }
    plugins {
        kotlin("jvm") version "${kotlin}"
        kotlin("plugin.serialization") version "${kotlin}"
    }
}

dependencyResolutionManagement {
    repositories {
        mavenCentral()
    }
}

rootProject.name = "fightcard-kit"
`;

/** Without versions of the plugins: a build that already has the plugins would refuse them. */
const gradleModule = (head: string) => `// ${head}

plugins {
    kotlin("jvm")
    kotlin("plugin.serialization")
}

group = "fightcard"
version = "${version}"

dependencies {
    // Or newer. With an older one Fightcard.kt does not compile.
    api("org.jetbrains.kotlinx:kotlinx-serialization-json:${serialization}")
}
`;

export function kotlinModule(contents: KitContents): Map<string, string> {
  const sources = 'src/main/kotlin/fightcard';
  return new Map([
    ['settings.gradle.kts', gradleSettings(contents.head)],
    ['build.gradle.kts', gradleModule(contents.head)],
    [`${sources}/Fightcard.kt`, kotlinFile(contents)],
    [`${sources}/Endpoints.kt`, kotlinEndpoints(contents)],
    [`${sources}/Problems.kt`, kotlinProblems(contents)],
  ]);
}
