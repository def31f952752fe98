import type { Endpoint } from '../endpoints.ts';
import type { Declaration } from '../model.ts';
import type { ProblemKind } from '../problems.ts';
import { swiftEndpoints, swiftProblems } from './endpoints.ts';
import { swiftFile } from './types.ts';

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

/** The files of the Swift package by name. */
export function swiftPackage(
  declarations: readonly Declaration[],
  endpoints: readonly Endpoint[],
  problems: readonly ProblemKind[],
  head: string,
): Map<string, string> {
  const sources = 'Sources/FightcardKit';
  return new Map([
    ['Package.swift', manifest(head)],
    [`${sources}/Fightcard.swift`, swiftFile(declarations, head)],
    [`${sources}/Endpoints.swift`, swiftEndpoints(endpoints, head)],
    [`${sources}/Problems.swift`, swiftProblems(problems, head)],
  ]);
}
