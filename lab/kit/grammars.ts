import kotlin from '@ast-grep/lang-kotlin';
import swift from '@ast-grep/lang-swift';
import { parse, registerDynamicLanguage } from '@ast-grep/napi';

registerDynamicLanguage({ swift, kotlin });

/** The text, shortened, of each place that a grammar could not parse. Nodes that it had to add have no text. */
export function unreadable(language: 'swift' | 'kotlin', source: string): string[] {
  // Found by its own code: to look at every node from here takes ten times as long.
  const found = parse(language, source)
    .root()
    .findAll({ rule: { any: [{ kind: 'ERROR' }, { regex: '^$' }] } });
  return found.map((node) =>
    node.kind() === 'ERROR'
      ? node.text().slice(0, 60)
      : `${node.kind()} is missing in line ${node.range().start.line + 1}`,
  );
}
