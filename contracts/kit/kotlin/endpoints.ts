import { familyNames } from '../../families.ts';
import { type Endpoint, ofFamily } from '../endpoints.ts';
import { camel, comment, literal, pascal } from '../names.ts';
import type { ProblemKind } from '../problems.ts';
import { kotlinOf, nameOf } from './types.ts';

const texts = (names: readonly { name: string }[]) => `listOf(${names.map(({ name }) => literal(name)).join(', ')})`;

const valueName = ({ id }: Endpoint) => camel(id);

/** What does not depend on the endpoints. */
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
 * @property target path and query; scheme and host come before it.
 * @property body JSON, of a POST.
 */
class EndpointRequest<Reply>(
    val endpoint: Endpoint,
    val target: String,
    val body: String?,
    private val serializer: KSerializer<Reply>,
) {
    /** Reads the body of a success; that of any other status is a [ProblemDetails]. */
    fun decode(text: String): Reply = fightcardJson.decodeFromString(serializer, text)
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
  const facts = [literal(id), literal(method), literal(path), texts(inPath), texts(inQuery)].join(', ');
  return [...comment(summary, '    '), `    val ${valueName(endpoint)}: Endpoint = Endpoint(${facts})`];
}

function functionLines(endpoint: Endpoint): string[] {
  const { name, inPath, inQuery, body, reply, summary, isDeprecated } = endpoint;
  const given = [
    ...inPath.map((one) => `${nameOf(one.name)}: ${kotlinOf(one.type)}`),
    ...inQuery.map((one) => `${nameOf(one.name)}: ${kotlinOf(one.type)}? = null`),
    ...(body ? [`body: ${kotlinOf(body)}`] : []),
  ];
  const pairs = (list: readonly { name: string }[]) =>
    `mapOf(${list.map((one) => `${literal(one.name)} to ${nameOf(one.name)}`).join(', ')})`;
  const passed = [
    `Endpoints.${valueName(endpoint)}`,
    ...(inPath.length > 0 ? [pairs(inPath)] : []),
    ...(inQuery.length > 0 ? [`query = ${pairs(inQuery)}`] : []),
    ...(body ? ['body = fightcardJson.encodeToString(body)'] : []),
  ];
  const parameters = [...inPath, ...inQuery].map((one) => `@param ${camel(one.name)} ${one.description}`);
  return [
    '',
    ...(parameters.length > 0
      ? ['    /**', ...[summary, '', ...parameters].map((line) => `     * ${line}`.trimEnd()), '     */']
      : comment(summary, '    ')),
    ...(isDeprecated ? [`    @Deprecated(${literal(summary)})`] : []),
    `    fun ${nameOf(name)}(${given.join(', ')}): EndpointRequest<${kotlinOf(reply)}> =`,
    `        requestTo(${passed.join(', ')})`,
  ];
}

/** The endpoints as values, and for each family the requests to them as functions. */
export function kotlinEndpoints(endpoints: readonly Endpoint[], head: string): string {
  const objects = familyNames.map((family) =>
    [
      `/** Requests of the family ${family}. */`,
      `object ${pascal(family)} {`,
      ...ofFamily(endpoints, family).flatMap(functionLines).slice(1),
      '}',
    ].join('\n'),
  );
  return `// ${head}

package fightcard

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

/** What is fixed for each type of problem. */
export function kotlinProblems(problems: readonly ProblemKind[], head: string): string {
  const rows = problems.map(
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
