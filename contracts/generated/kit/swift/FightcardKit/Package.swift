// swift-tools-version: 5.5
// Made by `npm run generate` from the contracts. Do not edit.

import PackageDescription

let package = Package(
    name: "FightcardKit",
    platforms: [.iOS(.v12), .macOS(.v10_13), .tvOS(.v12), .watchOS(.v4)],
    products: [.library(name: "FightcardKit", targets: ["FightcardKit"])],
    targets: [.target(name: "FightcardKit")]
)
