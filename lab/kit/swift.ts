import { literal } from '../../contracts/kit/names.ts';
import { nameOf, swiftOf } from '../../contracts/kit/swift.ts';
import { type Cases, callOf, failures, links, type RequestCase } from './cases.ts';

/** `Fighter[]` → `[Fightcard.Fighter]` */
const typeOf = (type: string) => (type.endsWith('[]') ? `[Fightcard.${type.slice(0, -2)}]` : `Fightcard.${type}`);

/** `Fightcard.V3.fighter(id: 3107)` */
function requestOf({ endpoint, values, body }: RequestCase): string {
  const type = endpoint.body && `Fightcard.${swiftOf(endpoint.body)}.self`;
  const sent = type ? [`body: read(${type}, #"${JSON.stringify(body)}"#)`] : [];
  return `Fightcard.${callOf(endpoint, nameOf, ': ', values, sent)}`;
}

/** A package that uses the kit as an application does, by its path. */
export const swiftManifest = (kit: string) => `// swift-tools-version: 5.5
import PackageDescription

let package = Package(
    name: "FightcardCheck",
    dependencies: [.package(path: ${literal(kit)})],
    targets: [.executableTarget(name: "FightcardCheck", dependencies: ["FightcardKit"])]
)
`;

/** Reads the cases in the file of its first argument and writes its lines to the file of the second. */
export function swiftProgram({ replies, wrong, requests, streams }: Cases, folder: string): string {
  const types = [...new Set([...replies, ...wrong].map(({ type }) => type))].sort();
  return `import Foundation
import FightcardKit
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct Case: Decodable {
    let type: String
    let text: String
}

struct Line: Encodable {
    let \`is\`: String
    var n: Int?
    var text: String?
    var error: String?
    var id: String?
    var method: String?
    var target: String?
    var body: String?
    var type: String?
    var file: String?
    var retryMs: Int?
}

func read<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(text.utf8))
}

func again<Value: Codable>(_ type: Value.Type) -> (String) throws -> String {
    { text in String(decoding: try JSONEncoder().encode(try read(type, text)), as: UTF8.self) }
}

let readers: [String: (String) throws -> String] = [
${types.map((type) => `    ${literal(type)}: again(${typeOf(type)}.self),`).join('\n')}
]

var lines: [Line] = []

func show<Reply>(_ request: Fightcard.EndpointRequest<Reply>, _ n: Int) throws {
    let built = try request.urlRequest(base: URL(string: "http://localhost:4010/")!)
    var line = Line(is: "request", n: n)
    line.id = request.endpoint.id
    line.method = built.httpMethod
    line.target = built.url.map { String($0.absoluteString.dropFirst("http://localhost:4010".count)) }
    line.body = built.httpBody.map { String(decoding: $0, as: UTF8.self) }
    lines.append(line)
}

func reply(_ status: Int, _ header: String = "Vary", _ value: String = "") -> URLResponse {
    let url = URL(string: "http://localhost:4010")!
    return HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: [header: value])!
}

func follow<Reply: Codable>(_ followed: Fightcard.EventStream<Reply>, _ file: String) throws {
    var stream = followed
    for byte in try Data(contentsOf: URL(fileURLWithPath: ${literal(folder)} + "/" + file)) {
        guard let event = try stream.read(byte) else { continue }
        var line = Line(is: "event", text: String(decoding: try JSONEncoder().encode(event.body), as: UTF8.self))
        line.id = event.id
        line.file = file
        lines.append(line)
    }
    let next = try stream.urlRequest(base: URL(string: "http://localhost:4010")!)
    var line = Line(is: "stream", id: next.value(forHTTPHeaderField: "Last-Event-ID"))
    line.file = file
    line.retryMs = stream.delay(after: reply(200)).map { Int($0 * 1000) }
    lines.append(line)
}

let cases = try JSONDecoder().decode([Case].self, from: Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1])))
for (n, one) in cases.enumerated() {
    do {
        lines.append(Line(is: "reply", n: n, text: try readers[one.type]!(one.text)))
    } catch {
        lines.append(Line(is: "reply", n: n, error: "\\(error)"))
    }
}
${requests.map((request, n) => `try show(${requestOf(request)}, ${n})`).join('\n')}
${streams.map(({ endpoint, file }) => `try follow(Fightcard.${callOf(endpoint, nameOf, ': ')}, ${literal(file)})`).join('\n')}
for (n, link) in [${links.map(([header]) => `#"${header}"#`).join(', ')}].enumerated() {
    let text = Fightcard.nextPage(of: reply(200, "Link", link)).map { "\\($0.limit ?? 0) \\($0.cursor ?? "")" }
    lines.append(Line(is: "page", n: n, text: text ?? "none"))
}
for (status, text) in [${failures.map(([status, text]) => `(${status}, #"${text}"#)`).join(', ')}] {
    var line = Line(is: "failure")
    var stream = Fightcard.V3.followFightVotes(id: 1)
    do {
        _ = try Fightcard.V3.news().decode(Data(text.utf8), of: reply(status))
    } catch let problem as Fightcard.ProblemDetails {
        line.type = problem.type.rawValue
        line.error = problem.localizedDescription
    }
    line.retryMs = stream.delay(after: reply(status, "Retry-After", "7")).map { Int($0 * 1000) }
    lines.append(line)
}
try JSONEncoder().encode(lines).write(to: URL(fileURLWithPath: CommandLine.arguments[2]))
`;
}
