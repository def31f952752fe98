import { nextLink } from '../client/methods.ts';
import { foreignDetail } from '../client/problem-error.ts';
import { families, familyNames } from '../families.ts';
import { snapshotEvent } from '../http/event-stream.ts';
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
import { camel, distinct, literal, pascal, quoteKeyword } from './names.ts';
import { problemKinds } from './problems.ts';

const keywords = new Set(
  `as associatedtype break case catch class continue default defer deinit do else enum extension fallthrough false
  fileprivate for func guard if import in init inout internal is let nil operator private protocol public repeat rethrows
  return self static struct subscript super switch throw throws true try typealias var where while`.split(/\s+/),
);

export const nameOf = (name: string) => quoteKeyword(camel(name), keywords);

export const swiftOf = typeWriter({
  text: 'String',
  integer: 'Int',
  long: 'Int',
  number: 'Double',
  flag: 'Bool',
  scalar: 'NumberOrText',
  list: (of) => `[${of}]`,
  map: (of) => `[String: ${of}]`,
});

const comment = (text: string | undefined, indent: string) =>
  text ? [`${indent}/// ${text.replace(/\s+/g, ' ')}`] : [];

/** Blocks of lines inside a type, an empty line between two. */
const indented = (blocks: readonly (readonly string[])[]) =>
  blocks.map((block) => block.map((line) => (line ? `    ${line}` : '')).join('\n')).join('\n\n');

function recordLines(name: string, members: readonly Member[]): string[] {
  const fields = fieldsOf(members, nameOf, swiftOf);
  const parameters = fields.map(({ own, type, isOptional }) => `        ${own}: ${type}${isOptional ? ' = nil' : ''}`);
  return [
    `public struct ${name}: Codable, Hashable, Sendable {`,
    ...fields.flatMap(({ own, type, description }) => [
      ...comment(description, '    '),
      `    public var ${own}: ${type}`,
    ]),
    '',
    // The initializer that Swift generates is not public.
    '    public init(',
    parameters.join(',\n'),
    '    ) {',
    ...fields.map(({ own }) => `        self.${own.replaceAll('`', '')} = ${own}`),
    '    }',
    '',
    '    private enum CodingKeys: String, CodingKey {',
    ...fields.map(({ name: wire, own }) => `        case ${own}${wire === own ? '' : ` = ${literal(wire)}`}`),
    '    }',
    '}',
  ].flatMap((lines) => lines.split('\n'));
}

/**
 * A string type with constants for the known words. An `enum` would reject a reply with a word that is added later; this
 * type accepts the word and sends it back unchanged. `RawRepresentable` reads and writes the raw value.
 */
function choiceLines(name: string, values: readonly string[]): string[] {
  const names = distinct(values, nameOf);
  return [
    `public struct ${name}: RawRepresentable, Codable, Hashable, Sendable {`,
    '    public var rawValue: String',
    '',
    '    public init(rawValue: String) {',
    '        self.rawValue = rawValue',
    '    }',
    '',
    ...[...names].map(([wire, own]) => `    public static let ${own} = ${name}(rawValue: ${literal(wire)})`),
    '',
    '    /// The words that were known when the kit was made.',
    `    public static let known: [${name}] = [${[...names.values()].map((own) => `.${own.replaceAll('`', '')}`).join(', ')}]`,
    '',
    '    /// Whether it is one of them.',
    `    public var isKnown: Bool { ${name}.known.contains(self) }`,
    '}',
  ];
}

/** Both variants are at the same place in the JSON; a member distinguishes them. */
function eitherLines(name: string, [marked, other]: readonly [string, string], member: string): string[] {
  return `public enum ${name}: Codable, Hashable, Sendable {
    case ${camel(marked)}(${marked})
    case ${camel(other)}(${other})

    private enum CodingKeys: String, CodingKey {
        case ${camel(member)} = ${literal(member)}
    }

    public init(from decoder: Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        let isAbsent = try !members.contains(.${camel(member)}) || members.decodeNil(forKey: .${camel(member)})
        self = isAbsent ? .${camel(other)}(try ${other}(from: decoder)) : .${camel(marked)}(try ${marked}(from: decoder))
    }

    public func encode(to encoder: Encoder) throws {
        switch self {
        case .${camel(marked)}(let value): try value.encode(to: encoder)
        case .${camel(other)}(let value): try value.encode(to: encoder)
        }
    }
}`.split('\n');
}

const numberOrText = `/// A number or a text, whichever was sent.
public enum NumberOrText: Codable, Hashable, Sendable {
    case number(Double)
    case text(String)

    public init(from decoder: Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else {
            self = .text(try container.decode(String.self))
        }
    }

    public func encode(to encoder: Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        }
    }
}`.split('\n');

/** All types inside an enumeration without cases, so that they do not shadow `Event` or `Alert` of a framework. */
export function swiftFile(contents: Pick<KitContents, 'declarations' | 'head'>): string {
  const blocks = declarationBlocks(contents, comment, {
    record: ({ name, members }) => recordLines(name, members),
    choice: ({ name, values }) => choiceLines(name, values),
    alias: ({ name, type }) => [`public typealias ${name} = ${swiftOf(type)}`],
    either: ({ name, variants, member }) => eitherLines(name, variants, member),
  });
  return `// ${contents.head}\n\nimport Foundation\n\npublic enum Fightcard {\n${indented([...blocks, numberOrText])}\n}\n`;
}

const prefixes = familyNames.map((name) => literal(families[name].prefix)).join(', ');

/** The part that does not depend on the endpoints. */
const common = `/// A request to an endpoint, and how its reply is read.
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
            rest.replacingOccurrences(of: "{\\(parameter.key)}", with: encoded(parameter.value))
        }
        let given = query.compactMap { name, value in value.map { "\\(name)=\\(encoded($0))" } }
        self.endpoint = endpoint
        self.target = filled + (given.isEmpty ? "" : "?" + given.joined(separator: "&"))
        self.encodeBody = encodeBody
    }

    /// For URLSession.
    ///
    /// - Parameter base: such as \`https://api.example.com\`. A trailing slash and the prefix of a family (\`/api/v3/mobile\`) may follow.
    /// - Parameter timeout: seconds without a byte, after which the request fails.
    public func urlRequest(base: URL, timeout: TimeInterval = 30) throws -> URLRequest {
        var prefix = base.absoluteString
        while prefix.hasSuffix("/") { prefix.removeLast() }
        for family in [${prefixes}] where prefix.hasSuffix(family) { prefix.removeLast(family.count) }
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
    /// - Throws: \`ProblemDetails\` if the reply is no success; its type is \`about:blank\` if a proxy or a captive portal
    ///   answered.
    public func decode(_ data: Data, of response: URLResponse) throws -> Reply {
        let status = (response as? HTTPURLResponse)?.statusCode ?? 200
        let isJson = data.first == UInt8(ascii: "{") || data.first == UInt8(ascii: "[")
        if isJson && (status == 200 || status == 201) { return try decode(data) }
        if let problem = try? JSONDecoder().decode(ProblemDetails.self, from: data) { throw problem }
        let detail = "${foreignDetail}"
        throw ProblemDetails(
            type: ProblemType(rawValue: "about:blank"), title: "HTTP \\(status)", status: status, detail: detail, instance: target)
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

/// A stream across its connections: send its request, read every byte, and after the end wait as long as \`delay\` says and send
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

    /// Takes the next byte; a line ends with LF, as the service sends it. \`lines\` of URLSession leaves out empty lines, which end events.
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
        guard ended == "${snapshotEvent}", !text.isEmpty else { return nil }
        return StreamEvent(id: id ?? "", body: try request.decode(Data(text.joined(separator: "\\n").utf8)))
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
    let expression = try! NSRegularExpression(pattern: #"${nextLink.source}"#, options: [.caseInsensitive])
    guard let match = expression.firstMatch(in: link, range: NSRange(link.startIndex..., in: link)),
        let target = Range(match.range(at: 1), in: link), let url = URLComponents(string: String(link[target]))
    else { return nil }
    let value = { (name: String) in url.queryItems?.first { $0.name == name }?.value }
    return Page(limit: value("limit").flatMap { Int($0) }, cursor: value("cursor"))
}`.split('\n');

function valueLines(endpoint: Endpoint): string[] {
  const { id, method, path, inPath, inQuery, summary } = endpoint;
  const facts = `id: ${literal(id)}, method: ${literal(method)}, path: ${literal(path)}`;
  return [
    ...comment(summary, '    '),
    `    public static let ${valueName(endpoint)} = Endpoint(`,
    `        ${facts}, pathParameters: [${textList(inPath)}], queryParameters: [${textList(inQuery)}])`,
  ];
}

function functionLines(endpoint: Endpoint): string[] {
  const { name, inPath, inQuery, body, reply, summary } = endpoint;
  const path = inPath.map(({ name: own, type }) => {
    const value = nameOf(own);
    return `${literal(own)}: ${type.is === 'text' ? value : `String(${value})`}`;
  });
  const query = inQuery.map(({ name: own, type }) => {
    const value = nameOf(own);
    const text = isStream(endpoint) ? `String(${value})` : `${value}.map { String($0) }`;
    return `(${literal(own)}, ${type.is === 'text' ? value : text})`;
  });
  const passed = [
    `.${valueName(endpoint)}`,
    ...(path.length > 0 ? [`[${path.join(', ')}]`] : []),
    ...(query.length > 0 ? [`query: [${query.join(', ')}]`] : []),
    ...(body ? ['body: body'] : []),
  ];
  const parameters = [...inPath, ...inQuery].flatMap((one) =>
    comment(`- Parameter ${camel(one.name)}: ${one.description}`, '    '),
  );
  const given = signatureOf(endpoint, nameOf, swiftOf, 'nil');
  const [type, built] = [swiftOf(reply), `EndpointRequest(${passed.join(', ')})`];
  return [
    ...comment(summary, '    '),
    ...(parameters.length > 0 ? ['    ///', ...parameters] : []),
    `    public static func ${nameOf(name)}(${given}) -> ${isStream(endpoint) ? 'EventStream' : 'EndpointRequest'}<${type}> {`,
    `        ${isStream(endpoint) ? `EventStream(${built}, lastEventId)` : built}`,
    '    }',
  ];
}

/** The endpoints as values, and for each family the requests to them as functions. */
function swiftEndpoints({ endpoints, streams, head }: KitContents): string {
  const blocks = [
    [
      '/// An operation of the service as a value.',
      'public struct Endpoint: Hashable, Sendable {',
      '    public let id: String',
      '    public let method: String',
      '    /// With its parameters in braces.',
      '    public let path: String',
      '    public let pathParameters: [String]',
      '    public let queryParameters: [String]',
      '',
      ...endpoints.flatMap((endpoint) => [...valueLines(endpoint), '']),
      `    public static let all: [Endpoint] = [`,
      ...endpoints.map((endpoint) => `        .${valueName(endpoint)},`),
      '    ]',
      '}',
    ],
    common,
    ...familyNames.map((family) => [
      `/// Requests of the family ${family}.`,
      `public enum ${pascal(family)} {`,
      ...[...endpoints, ...streams]
        .filter((endpoint) => endpoint.family === family)
        .flatMap((endpoint) => ['', ...functionLines(endpoint)])
        .slice(1),
      '}',
    ]),
  ];
  return `// ${head}

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

/// \`value(forHTTPHeaderField:)\` needs iOS 13.
private func header(_ name: String, of response: URLResponse?) -> String? {
    let fields = (response as? HTTPURLResponse)?.allHeaderFields ?? [:]
    return fields.first { "\\($0.key)".lowercased() == name }?.value as? String
}

extension Fightcard {
${indented(blocks)}
}
`;
}

/** `Problems.swift`: status and titles of each problem type. */
function swiftProblems({ head }: KitContents): string {
  const rows = problemKinds.map(
    ({ type, status, titles }) =>
      `        ${literal(type)}: ProblemKind(status: ${status}, titleV3: ${literal(titles.v3)}, titleV1: ${literal(titles.v1)}),`,
  );
  return `// ${head}

import Foundation

/// Thrown by \`decode(_:of:)\`.
extension Fightcard.ProblemDetails: LocalizedError {
    public var errorDescription: String? { "\\(status) \\(title): \\(detail)" }
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
${rows.join('\n').replaceAll('ProblemKind(', 'Fightcard.ProblemKind(')}
    ]
}
`;
}

/** Swift 5.5 brought `Sendable`. The tools version must be in the first line. */
const manifest = (head: string) => `// swift-tools-version: 5.5
// ${head}

import PackageDescription

let package = Package(
    name: "FightcardKit",
    platforms: [.iOS(.v12), .macOS(.v10_13), .tvOS(.v12), .watchOS(.v4)],
    products: [.library(name: "FightcardKit", targets: ["FightcardKit"])],
    targets: [.target(name: "FightcardKit")]
)
`;

export function swiftPackage(contents: KitContents): Map<string, string> {
  const sources = 'Sources/FightcardKit';
  return new Map([
    ['Package.swift', manifest(contents.head)],
    [`${sources}/Fightcard.swift`, swiftFile(contents)],
    [`${sources}/Endpoints.swift`, swiftEndpoints(contents)],
    [`${sources}/Problems.swift`, swiftProblems(contents)],
  ]);
}
