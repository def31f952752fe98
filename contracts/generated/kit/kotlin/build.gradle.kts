// Made by `npm run generate` from the contracts. Do not edit.

plugins {
    kotlin("jvm")
    kotlin("plugin.serialization")
}

group = "fightcard"
version = "0.1.0"

dependencies {
    // Or newer. With an older one Fightcard.kt does not compile.
    api("org.jetbrains.kotlinx:kotlinx-serialization-json:1.5.0")
}
