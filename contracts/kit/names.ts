/**
 * `Misc. Ground Control Time` → `Misc Ground Control Time`, `fighter1_id` → `fighter1 id`, `EventID` → `Event ID`,
 * `urn:problem-type:voting-closed` → `voting closed`.
 */
function wordsOf(name: string): string[] {
  return name
    .replace(/^urn:[a-z-]+:/, '')
    .replaceAll("'", '')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .trim()
    .split(/\s+/);
}

/** `fighter1_id` → `Fighter1Id`. */
export const pascal = (name: string): string =>
  wordsOf(name)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join('');

/** `fighter1_id` → `fighter1Id`; a digit cannot come first. */
export function camel(name: string): string {
  const words = pascal(name);
  return /^[0-9]/.test(words) ? `value${words}` : words.charAt(0).toLowerCase() + words.slice(1);
}

/** An identifier, in back quotes where it is a keyword of the language. */
export const quoteKeyword = (identifier: string, keywords: ReadonlySet<string>): string =>
  keywords.has(identifier) ? `\`${identifier}\`` : identifier;

/**
 * Names in a language by name on the wire.
 *
 * @throws {Error} if two become the same.
 */
export function distinct(names: readonly string[], rename: (name: string) => string): Map<string, string> {
  const byWire = new Map(names.map((name) => [name, rename(name)]));
  if (new Set(byWire.values()).size < names.length)
    throw new Error(`two of these names become the same identifier: ${names.join(', ')}`);
  return byWire;
}

/** A text as a string literal of TypeScript and Swift; in Kotlin a `$` would be a template, but no wire name has one. */
export const literal = (text: string): string => JSON.stringify(text);

/** Lines of a comment before a declaration or member. */
export const comment = (text: string | undefined, indent: string): string[] =>
  text ? [`${indent}/** ${text.replaceAll('*/', '* /').replace(/\s+/g, ' ')} */`] : [];
