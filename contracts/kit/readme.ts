import type { Endpoint, KitContents } from './languages.ts';
import { typeScriptOf } from './typescript.ts';

function row({ family, route, method, path, reply, body }: Endpoint): string {
  const types = [reply, body].map((type) => (type ? `\`${typeScriptOf(type).replaceAll('|', '\\|')}\`` : ''));
  return `| ${family}.${route} | ${method} | \`${path}\` | ${types.join(' | ')} |`;
}

function streamRow({ family, name, path, inQuery, reply }: Endpoint): string {
  const query = inQuery.map((parameter) => `?${parameter.name}=`).join('');
  return `| ${family}.${name} | \`${path}${query}\` | \`${typeScriptOf(reply)}\` |`;
}

/** The contents of the kit, how its types map to the wire, and the type of each operation. */
export function readme({ endpoints, streams }: KitContents, fixtures: number): string {
  return `# The kit

Client, types, endpoints, problems and examples of the service for mobile teams. Copy the folder of your language into your
application unchanged, and copy it again when the contracts change. The examples run against the mock:
\`npx --yes ./fightcard-mock-<version>.tgz\` of the same release, or \`npm run mock\` in the repository.

| folder | has |
| --- | --- |
| \`typescript/\` | an npm package, fightcard-kit, without dependencies: the client, every schema as an interface |
| \`swift/FightcardKit/\` | a Swift package: \`Codable\` types inside \`enum Fightcard\`; needs Swift 5.5 and Foundation |
| \`kotlin/\` | a Gradle module: \`@Serializable\` types of the package \`fightcard\`; needs kotlinx.serialization 1.5 or newer and Kotlin 1.8.20 |
| \`fixtures/\` | ${fixtures} contracts, each named after its operation and request: the states before it, the request, and the reply |
| \`fixtures/index.json\` | a list of them: file, contract id, operation, states, request, status, type |
| \`streams/\` | each stream as text, with comments, \`retry\` and an end in the middle of an event |

- npm: \`npm install ./kit/typescript\`, or \`npm pack ./kit/typescript\` once and install the file that it writes.
- Swift: \`.package(path: "…/kit/swift/FightcardKit")\` and the dependency \`"FightcardKit"\`, or drag the folder into Xcode; then
  \`import FightcardKit\`.
- Gradle: in \`settings.gradle.kts\` \`includeBuild("…/kit/kotlin")\`, then \`implementation("fightcard:fightcard-kit")\`. To use the
  plugin versions of your build: \`include(":fightcard")\`, \`project(":fightcard").projectDir = file("…/kit/kotlin")\`, then
  \`implementation(project(":fightcard"))\`.

## The first request

\`\`\`ts
import { createClient, ProblemError } from 'fightcard-kit';

const api = createClient({ baseUrl: 'http://localhost:4010', family: 'v3' });
const { body: fighter, etag } = await api.fighter({ id: 3107 });
\`\`\`

\`\`\`swift
let base = URL(string: "http://localhost:4010")!
let request = Fightcard.V3.fighter(id: 3107)
let (data, reply) = try await URLSession.shared.data(for: request.urlRequest(base: base))
let fighter = try request.decode(data, of: reply)
\`\`\`

\`\`\`kotlin
val request = V3.fighter(id = 3107)
val reply = httpClient.get(request.url("http://localhost:4010"))
val fighter = request.decode(reply.bodyAsText(), reply.status.value)
\`\`\`

The base URL is scheme and host. The path of a session and that of the family may follow:
\`http://localhost:4010/__session/<name>/api/v3/mobile/\`.

The TypeScript client needs \`fetch\`, \`AbortController\` and timers: it runs in browsers, React Native and Node, as a module
or with \`require\`. Swift and Kotlin build the requests, and your HTTP library sends them. In Kotlin \`method\` is in
\`request.endpoint\`, and the \`body\` of a POST is sent as \`application/json\`. \`URLSession\`, and OkHttp with a \`Cache\`, send the ETag of
a cached reply by themselves. Requests may be shared by threads; a stream is for one at a time.

A reply that is no success throws. To read the health of a service that is shutting down, a 503, use \`decode\` without the status.

| | TypeScript | Swift | Kotlin |
| --- | --- | --- | --- |
| thrown | \`ProblemError\` | \`Fightcard.ProblemDetails\` | \`ProblemException\` |
| which problem it is | \`error.is('voting-closed')\` | \`problem.type == .votingClosed\` | \`error.problem.type == ProblemType.VotingClosed\` |

## An application

This program shows paging, conditional requests, headers, errors and a stream. Start the mock and a fight night first:

\`\`\`sh
curl http://localhost:4010/__session/mine/__mock/night -H 'Content-Type: application/json' -d '{"speed":20,"from":"R2"}'
\`\`\`

\`\`\`ts
import { createClient, ProblemError } from 'fightcard-kit';
import type { News, Page, Success } from 'fightcard-kit';

const api = createClient({
  baseUrl: 'http://localhost:4010/__session/mine', // one session of the mock
  family: 'v3',
  headers: { 'Accept-Language': 'es' }, // with every request; in the mock also Mock-Session and Prefer
  timeoutMs: 5_000, // then an error named TimeoutError; default: 30 seconds
});

const titles: string[] = [];
for (let page: Page | undefined = { limit: 2 }; page; ) {
  const reply: Success<News[]> = await api.news(page);
  titles.push(...reply.body.map(({ title }) => title));
  page = reply.next;
}

const { body: fight, etag } = await api.fight_votes({ id: 88005 });
const again = await api.fight_votes({ id: 88005, etag }); // again.notModified if nothing changed

const vote = { round_num: 2, fighter_statid: 1803, client_id: 'u7Qm2x9LkT4sBv0Z' };
try {
  const { status, headers } = await api.fight_vote_cast({ id: 88005, body: vote });
  console.log(status, headers.get('RateLimit'));
} catch (error) {
  if (!(error instanceof ProblemError)) throw error; // no answer: send the same again
  console.log(error.is('voting-closed') ? 'closed' : error.problem.detail, error.retryAfterSeconds);
}

for await (const { id, body: tally } of api.follow_fight_votes({ id: 88005 })) {
  console.log(id, tally.total_votes);
  if (tally.total_votes >= fight.total_votes + 20) break;
}
console.log(titles.length, again.status);
\`\`\`

## Paging in Swift and Kotlin

\`\`\`swift
var page: Fightcard.Page? = Fightcard.Page(limit: 50)
while let current = page {
    let request = Fightcard.V3.news(limit: current.limit, cursor: current.cursor)
    let (data, reply) = try await URLSession.shared.data(for: request.urlRequest(base: base))
    show(try request.decode(data, of: reply))
    page = Fightcard.nextPage(of: reply)
}
\`\`\`

\`\`\`kotlin
var page: Page? = Page(limit = 50)
while (page != null) {
    val request = V3.news(limit = page.limit, cursor = page.cursor)
    val reply = httpClient.get(request.url(base))
    show(request.decode(reply.bodyAsText(), reply.status.value))
    page = nextPage(reply.headers["Link"])
}
\`\`\`

## Streams

The first event is the current state, and each event is a whole state. A comment comes every 10 seconds, so 30 seconds
without a byte mean that the connection is lost. When a connection ends or fails, connect again, also after 408, 429 and
5xx; the service sends what was missed. Stop at other problems.

| stream | path | body of an event |
| --- | --- | --- |
${streams.map(streamRow).join('\n')}

- TypeScript: \`follow_…\` does all this, and never ends by itself. \`break\` ends it, and so does \`signal\` while it waits. To
  continue after a restart, pass the \`id\` of the last event as \`lastEventId\`. The \`fetch\` of React Native cannot stream: pass one
  that can as \`fetch\`, such as that of \`expo/fetch\`.
- Swift and Kotlin: the same names in camel case give an \`EventStream\`, which reads bytes (Swift) or lines (Kotlin), remembers
  \`lastEventId\`, and says how long to wait before the next connection, and when to stop. Your HTTP library connects.
  \`bytes(for:)\` needs iOS 15; pass each byte of \`urlSession(_:dataTask:didReceive:)\` on older systems.

\`\`\`swift
/// Until its task is cancelled.
func followVotes() async throws {
    var stream = Fightcard.V3.followFightVotes(id: 88005)
    while true {
        var reply: URLResponse?
        do {
            let (bytes, response) = try await URLSession.shared.bytes(for: stream.urlRequest(base: base))
            reply = response
            for try await byte in bytes {
                if let event = try stream.read(byte) { show(event.body) }
            }
        } catch is URLError {
            // It connects again.
        }
        guard let seconds = stream.delay(after: reply) else { return }
        try await Task.sleep(nanoseconds: UInt64(seconds * 1_000_000_000))
    }
}
\`\`\`

\`\`\`kotlin
/** Until its thread is interrupted, which the next line or wait notices. */
fun followVotes() {
    val stream = V3.followFightVotes(id = 88005)
    while (true) {
        var status: Int? = null
        var retryAfter: String? = null
        try {
            val connection = URL(stream.request.url(base)).openConnection() as HttpURLConnection
            connection.connectTimeout = 30_000
            connection.readTimeout = 30_000
            stream.headers().forEach { (name, value) -> connection.setRequestProperty(name, value) }
            status = connection.responseCode
            retryAfter = connection.getHeaderField("Retry-After")
            connection.inputStream.bufferedReader().useLines { lines ->
                for (line in lines) {
                    if (Thread.interrupted()) return
                    stream.read(line)?.let { show(it.body) }
                }
            }
        } catch (lost: IOException) {
            // It connects again.
        }
        Thread.sleep(stream.delayMs(status, retryAfter) ?: return)
    }
}
\`\`\`

## Timeouts

A request of the TypeScript client rejects after \`timeoutMs\`, and \`signal\` ends it earlier. \`urlRequest(base:timeout:)\` of
Swift has 30 seconds by default. In Kotlin set the timeouts of your HTTP library. After a timeout a vote may have been
counted: see below.

## Endpoints and problems as values

| | TypeScript | Swift | Kotlin |
| --- | --- | --- | --- |
| an operation: id, method, path, parameters | \`endpoints['v3.fighter']\` | \`Fightcard.Endpoint.v3Fighter\` | \`Endpoints.v3Fighter\` |
| all of them | \`endpoints\` | \`Fightcard.Endpoint.all\` | \`Endpoints.all\` |
| a type of problem | \`problemTypes['voting-closed']\` | \`Fightcard.ProblemType.votingClosed\` | \`ProblemType.VotingClosed\` |
| its status and titles | \`.status\`, \`.titles.v3\` | \`.kind?.status\`, \`.kind?.titleV3\` | \`.kind?.status\`, \`.kind?.titleV3\` |

## Reading the wire

| on the wire | TypeScript | Swift | Kotlin |
| --- | --- | --- | --- |
| always present | \`a: T\` | \`var a: T\` | \`val a: T\` |
| always present, may be null | \`a: T \\| null\` | \`var a: T?\` | \`val a: T?\` |
| may be absent | \`a?: T\` | \`var a: T?\` | \`val a: T? = null\` |
| may be absent or null | \`a?: T \\| null\` | \`var a: T?\` | \`val a: T? = null\` |
| always null | \`a: null\` | left out | left out |
| a number or a string | \`number \\| string\` | \`NumberOrText\` | \`JsonPrimitive\` |
| one of a list of words | union of literals, open | \`struct\` with a \`rawValue\` | \`value class\` with a \`value\` |
| one of two records | union | \`enum\` with a value | sealed interface |

Absent members are not sent. The service may add members at any time: Swift and TypeScript ignore them; Kotlin needs
\`fightcardJson\` or the same settings, with which nullable members may also be absent. Dates are strings that end in
\`Z\` (ISO 8601, UTC), without fractions of a second.

Every list of words is open: your application can read and send a weight class or status that was added later. Today's words
are constants: use \`case .live:\` or \`EventStatus.Live ->\`, with a \`default\` or \`else\`; \`isKnown\` is true for today's words.

Patterns and ranges are not part of the types; the OpenAPI document has them.

## When a write fails

Distinguish problems by \`type\`. After 503 wait as long as \`Retry-After\` says, then send the same request again, with the same
\`client_id\`; it counts once, no matter how often it arrives.

| \`type\` | a vote or scorecard | show |
| --- | --- | --- |
| \`urn:problem-type:service-unavailable\` | was not counted and will not be | not counted yet |
| \`urn:problem-type:outcome-unknown\` | may have been counted | not known yet, until the repeat is answered |
| no answer at all | may have been counted | the same |

## Using fixtures

A fixture is a contract, so a screen that shows \`reply.body\` shows what the server may send. \`reply.type\` names its type.
The mock gives this reply to the request, or to any request of the operation with \`Prefer: example="<contract id>"\`. Links
in replies start with \`https://api.example.com\`.

\`\`\`ts
import type { EndpointReplies } from 'fightcard-kit';
import fixture from './kit/fixtures/v3.fighter.one-fighter.json';

const fighter = fixture.reply.body as EndpointReplies['v3.fighter'];
\`\`\`

\`\`\`swift
struct Fixture<Body: Decodable>: Decodable {
    struct Reply: Decodable { let body: Body }
    let reply: Reply
}
// fixtures/v3.fighter.one-fighter.json
let fighter = try JSONDecoder().decode(Fixture<Fightcard.FighterDetail>.self, from: data).reply.body
\`\`\`

\`\`\`kotlin
val fighter = fightcardJson.decodeFromJsonElement<FighterDetail>(
    fightcardJson.parseToJsonElement(text).jsonObject.getValue("reply").jsonObject.getValue("body"),
)
\`\`\`

## Types by operation

Every problem is a \`ProblemDetails\`.

| operation | method | path | reply | body |
| --- | --- | --- | --- | --- |
${endpoints.map(row).join('\n')}
`;
}
