import type { Endpoint } from './languages.ts';
import { typeScriptOf } from './typescript.ts';

function row({ family, route, method, path, reply, body }: Endpoint): string {
  const types = [reply, body].map((type) => (type ? `\`${typeScriptOf(type).replaceAll('|', '\\|')}\`` : ''));
  return `| ${family}.${route} | ${method} | \`${path}\` | ${types.join(' | ')} |`;
}

/** The contents of the kit, how its types map to the wire, and the type of each operation. */
export function readme(endpoints: readonly Endpoint[], fixtures: number): string {
  return `# The kit

Client, types, endpoints, problems and examples of the service for mobile teams. Copy the folder of your language into your
application unchanged, and copy it again when the contracts change. \`npm run generate\` generates it.

| folder | has |
| --- | --- |
| \`typescript/\` | an npm package, fightcard-kit, without dependencies: the client, every schema as an interface |
| \`swift/FightcardKit/\` | a Swift package: \`Codable\` types inside \`enum Fightcard\`; needs Swift 5.5 and Foundation |
| \`kotlin/\` | a Gradle module: \`@Serializable\` types of the package \`fightcard\`; needs kotlinx.serialization 1.5 or newer and Kotlin 1.8.20 |
| \`fixtures/\` | ${fixtures} contracts, each named after its operation and request: the states before it, the request, and the reply |
| \`fixtures/index.json\` | a list of them: file, contract id, operation, states, request, status, type |

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
let request = Fightcard.V3.fighter(id: 3107)
let (data, _) = try await URLSession.shared.data(for: request.urlRequest(base: URL(string: "http://localhost:4010")!))
let fighter = try request.decode(data)
\`\`\`

\`\`\`kotlin
val request = V3.fighter(id = 3107)
val text = httpClient.get("http://localhost:4010" + request.target).bodyAsText()
val fighter = request.decode(text)
\`\`\`

\`baseUrl\` is scheme and host, such as \`http://localhost:4010\`; it may also end in the path of the family. The base of a session of the
mock is \`http://localhost:4010/__session/<name>\`, in Swift and Kotlin too.

The TypeScript client needs only \`fetch\`: it runs in browsers, React Native and Node, as a module or with \`require\`. Swift and
Kotlin build the requests, and your HTTP library sends them: \`method\` is in \`request.endpoint\`, and a POST has its body.
Decode every reply that is not a success as \`ProblemDetails\`.

## Endpoints and problems as values

| | TypeScript | Swift | Kotlin |
| --- | --- | --- | --- |
| an operation: id, method, path, parameters | \`endpoints['v3.fighter']\` | \`Fightcard.Endpoint.v3Fighter\` | \`Endpoints.v3Fighter\` |
| all of them | \`endpoints\` | \`Fightcard.Endpoint.all\` | \`Endpoints.all\` |
| a type of problem | \`problemTypes['voting-closed']\` | \`Fightcard.ProblemType.votingClosed\` | \`ProblemType.VotingClosed\` |
| its status and titles | \`.status\`, \`.titles.v3\` | \`.kind?.status\`, \`.kind?.titleV3\` | \`.kind?.status\`, \`.kind?.titleV3\` |
| which problem it is | \`error.is('voting-closed')\` | \`problem.type == .votingClosed\` | \`problem.type == ProblemType.VotingClosed\` |

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

When you write JSON, members that the types leave out or that are absent are not sent. The service may add members at any time:
Swift and TypeScript ignore them; Kotlin needs \`fightcardJson\` or the same settings, with which nullable members may also be
absent. Dates are strings that end in \`Z\` (ISO 8601, UTC), without fractions of a second.

Every list of words is open: a weight class or status that is added after you shipped your application is read like the
others, and sent back as it came. Today's words are constants, so \`case .live:\` and \`EventStatus.Live ->\` work, with
a \`default\` or \`else\` for the rest; \`isKnown\` tells whether a word is one of them.

Patterns and ranges are not part of the types; the OpenAPI document has them.

\`npm --prefix lab run kit -- swift\` and \`--compile kotlin\` compile these packages and read and write every fixture with them:
unchanged, and with a new member in each object and a new word in place of each listed one. The tests do the same with the npm
package: they pack it, install it into an empty folder without a network, compile and run it.

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
