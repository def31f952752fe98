import { families, familyNames } from '../../families.ts';
import { type Endpoint, type EndpointParameter, ofFamily } from '../endpoints.ts';
import { camel, literal, pascal } from '../names.ts';
import type { ProblemKind } from '../problems.ts';
import { comment, nameOf, swiftOf } from './types.ts';

const texts = (names: readonly { name: string }[]) => `[${names.map(({ name }) => literal(name)).join(', ')}]`;

const valueName = ({ id }: Endpoint) => camel(id);

const prefixes = familyNames.map((name) => literal(families[name].prefix)).join(', ');

/** What does not depend on the endpoints. */
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
    public func urlRequest(base: URL) throws -> URLRequest {
        var prefix = base.absoluteString
        while prefix.hasSuffix("/") { prefix.removeLast() }
        for family in [${prefixes}] where prefix.hasSuffix(family) { prefix.removeLast(family.count) }
        // Base and target are encoded.
        var request = URLRequest(url: URL(string: prefix + target)!)
        request.httpMethod = endpoint.method
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        if let encodeBody = encodeBody {
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = try encodeBody()
        }
        return request
    }

    /// Reads the body of a success; that of any other status is a \`ProblemDetails\`.
    public func decode(_ data: Data) throws -> Reply {
        try JSONDecoder().decode(Reply.self, from: data)
    }
}`.split('\n');

function valueLines(endpoint: Endpoint): string[] {
  const { id, method, path, inPath, inQuery, summary } = endpoint;
  const facts = `id: ${literal(id)}, method: ${literal(method)}, path: ${literal(path)}`;
  return [
    ...comment(summary, '    '),
    `    public static let ${valueName(endpoint)} = Endpoint(`,
    `        ${facts}, pathParameters: ${texts(inPath)}, queryParameters: ${texts(inQuery)})`,
  ];
}

const asText = ({ name, type }: EndpointParameter, value = nameOf(name)) =>
  type.is === 'text' ? value : `String(${value})`;

function functionLines(endpoint: Endpoint): string[] {
  const { name, inPath, inQuery, body, reply, summary, isDeprecated } = endpoint;
  const given = [
    ...inPath.map((one) => `${nameOf(one.name)}: ${swiftOf(one.type)}`),
    ...inQuery.map((one) => `${nameOf(one.name)}: ${swiftOf(one.type)}? = nil`),
    ...(body ? [`body: ${swiftOf(body)}`] : []),
  ];
  const path = inPath.map((one) => `${literal(one.name)}: ${asText(one)}`);
  const query = inQuery.map((one) => {
    const value = one.type.is === 'text' ? nameOf(one.name) : `${nameOf(one.name)}.map { String($0) }`;
    return `(${literal(one.name)}, ${value})`;
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
  return [
    ...comment(summary, '    '),
    ...(parameters.length > 0 ? ['    ///', ...parameters] : []),
    ...(isDeprecated ? ['    @available(*, deprecated)'] : []),
    `    public static func ${nameOf(name)}(${given.join(', ')}) -> EndpointRequest<${swiftOf(reply)}> {`,
    `        EndpointRequest(${passed.join(', ')})`,
    '    }',
  ];
}

/** The endpoints as values, and for each family the requests to them as functions. */
export function swiftEndpoints(endpoints: readonly Endpoint[], head: string): string {
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
      ...ofFamily(endpoints, family)
        .flatMap((endpoint) => ['', ...functionLines(endpoint)])
        .slice(1),
      '}',
    ]),
  ];
  const indented = blocks.map((block) => block.map((line) => (line ? `    ${line}` : '')).join('\n'));
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

extension Fightcard {
${indented.join('\n\n')}
}
`;
}

/** What is fixed for each type of problem. */
export function swiftProblems(problems: readonly ProblemKind[], head: string): string {
  const rows = problems.map(
    ({ type, status, titles }) =>
      `        ${literal(type)}: ProblemKind(status: ${status}, titleV3: ${literal(titles.v3)}, titleV1: ${literal(titles.v1)}),`,
  );
  return `// ${head}

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
