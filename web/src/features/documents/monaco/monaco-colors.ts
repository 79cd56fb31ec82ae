import type { editor } from 'monaco-editor';
import type { SyntaxColors } from '../editor/editor-colors.ts';

/** Returns the colours of Monaco's tokens, which agree with CodeMirror's (`codemirror-colors.ts`). */
export function tokenRules({
  keyword,
  text,
  number,
  type,
  name,
  comment,
  operator,
}: SyntaxColors): editor.ITokenThemeRule[] {
  const colored: [color: string, tokens: string[]][] = [
    [keyword, ['keyword', 'keyword.sql', 'tag', 'metatag']],
    [text, ['string', 'string.sql', 'regexp', 'attribute.value']],
    [number, ['number', 'constant']],
    [type, ['type', 'type.identifier']],
    [name, ['predefined', 'predefined.sql', 'attribute.name', 'key', 'annotation']],
    [comment, ['comment', 'comment.sql', 'comment.doc', 'keyword.directive']],
    [operator, ['operator', 'operator.sql', 'delimiter']],
  ];
  return colored.flatMap(([color, tokens]) => tokens.map((token) => ({ token, foreground: color.slice(1) })));
}
