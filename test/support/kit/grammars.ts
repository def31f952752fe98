import kotlin from '@ast-grep/lang-kotlin';
import swift from '@ast-grep/lang-swift';
import { parse, registerDynamicLanguage, type SgNode } from '@ast-grep/napi';

registerDynamicLanguage({ swift, kotlin });

/** The text, shortened, of each place that a grammar could not parse. Nodes that it had to add have no text. */
export function unreadable(language: 'swift' | 'kotlin', source: string): string[] {
  const faults: string[] = [];
  const visit = (node: SgNode) => {
    const { start, end } = node.range();
    if (node.kind() === 'ERROR') faults.push(node.text().slice(0, 60));
    else if (start.index === end.index) faults.push(`${node.kind()} is missing in line ${start.line + 1}`);
    for (const child of node.children()) visit(child);
  };
  visit(parse(language, source).root());
  return faults;
}
