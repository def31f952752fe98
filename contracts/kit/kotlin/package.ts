import { version } from '../../version.ts';
import type { Endpoint } from '../endpoints.ts';
import type { Declaration } from '../model.ts';
import type { ProblemKind } from '../problems.ts';
import { kotlinEndpoints, kotlinProblems } from './endpoints.ts';
import { kotlinFile } from './types.ts';

/** Since 1.5 `selectDeserializer` is declared as the kit overrides it; it needs Kotlin 1.8.20. */
const serialization = '1.5.0';
const kotlin = '1.8.20';

/** Read only if the folder is a separate build; inside another build, that build's versions apply. */
const gradleSettings = (head: string) => `// ${head}

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
const gradleModule = (head: string) => `// ${head}

plugins {
    kotlin("jvm")
    kotlin("plugin.serialization")
}

group = "fightcard"
version = "${version}"

dependencies {
    // Or newer. With an older one Fightcard.kt does not compile.
    api("org.jetbrains.kotlinx:kotlinx-serialization-json:${serialization}")
}
`;

/** The files of the Gradle module by name. */
export function kotlinModule(
  declarations: readonly Declaration[],
  endpoints: readonly Endpoint[],
  problems: readonly ProblemKind[],
  head: string,
): Map<string, string> {
  const sources = 'src/main/kotlin/fightcard';
  return new Map([
    ['settings.gradle.kts', gradleSettings(head)],
    ['build.gradle.kts', gradleModule(head)],
    [`${sources}/Fightcard.kt`, kotlinFile(declarations, head)],
    [`${sources}/Endpoints.kt`, kotlinEndpoints(endpoints, head)],
    [`${sources}/Problems.kt`, kotlinProblems(problems, head)],
  ]);
}
