/** The files of package managers, so that an application can use a folder of the kit unchanged. */

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

/** Read only if the folder is a separate build; inside another build, that build's versions apply. */
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

/** Without versions of the plugins: a build that already has the plugins would refuse them. */
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
