/** What a package manager needs, so that an application can take a folder of the kit as it is. */

/** Swift 5.5 brought `Sendable`. The tools version must be in the first line. */
export const swiftPackage = (head: string) => `// swift-tools-version: 5.5
// ${head}

import PackageDescription

let package = Package(
    name: "FightcardKit",
    platforms: [.iOS(.v12), .macOS(.v10_13), .tvOS(.v12), .watchOS(.v4)],
    products: [.library(name: "FightcardKit", targets: ["FightcardKit"])],
    targets: [.target(name: "FightcardKit")]
)
`;

/** Since 1.5 `selectDeserializer` is declared as the kit overrides it; it needs Kotlin 1.8.20. */
const serialization = '1.5.0';
const kotlin = '1.8.20';

/** Read only where the folder is a build of its own; inside another build, that one's versions apply. */
export const gradleSettings = (head: string) => `// ${head}

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

/** Without versions of the plugins, which a build that has them already would refuse. */
export const gradleModule = (head: string) => `// ${head}

plugins {
    kotlin("jvm")
    kotlin("plugin.serialization")
}

group = "fightcard"
version = "0.1.0"

dependencies {
    // Or newer. With an older one Fightcard.kt does not compile.
    api("org.jetbrains.kotlinx:kotlinx-serialization-json:${serialization}")
}
`;
