/** HTML that needs no more escaping. */
export interface Markup {
  markup: string;
}

type Part = Markup | readonly Markup[] | string | number | undefined;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** With U+FFFD for characters that neither HTML nor XML may contain. */
export const escaped = (text: string) =>
  text
    .replaceAll(/[^\t\n\u{20}-\u{7E}\u{A0}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll(/[&<>"']/g, (character) => entities[character] as string);

function written(part: Part): string {
  if (part === undefined) return '';
  if (typeof part !== 'object') return escaped(String(part));
  return 'markup' in part ? part.markup : part.map(written).join('');
}

/** A template whose texts are escaped; `undefined` writes nothing. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Markup => ({
  markup: strings.reduce((before, string, index) => before + written(parts[index - 1]) + string),
});
