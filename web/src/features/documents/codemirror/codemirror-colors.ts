import type { TagStyle } from '@codemirror/language';
import { tags } from '@lezer/highlight';
import { SURFACE_COLORS, SYNTAX_COLORS } from '../editor/editor-colors.ts';
import type { EditorTheme } from '../editor/languages/editor-pane.ts';

// Monaco's ids of languages. In these, Monaco marks the names of properties, which are keys.
const KEYED = new Set(['css', 'ini', 'less', 'scss', 'yaml']);
// In these, Monaco does not mark the names of types.
const UNTYPED = new Set(['cpp', 'go', 'java', 'python']);

/** Returns the styles of CodeMirror's syntax tags in the colours of Monaco's tokens (`monaco-colors.ts`). */
export function syntaxTags(theme: EditorTheme, monacoLanguage: string): TagStyle[] {
  const ink = SYNTAX_COLORS[theme];
  const plain = SURFACE_COLORS[theme].ink;
  // CodeMirror's C# marks only the types that are keywords.
  const type = monacoLanguage === 'csharp' ? ink.keyword : UNTYPED.has(monacoLanguage) ? plain : ink.type;
  return [
    { tag: [tags.keyword, tags.operatorKeyword, tags.modifier, tags.bool, tags.null, tags.atom], color: ink.keyword },
    { tag: [tags.string, tags.regexp, tags.special(tags.string)], color: ink.text },
    { tag: tags.number, color: ink.number },
    { tag: [tags.typeName, tags.className], color: type },
    { tag: tags.standard(tags.typeName), color: ink.keyword },
    { tag: tags.tagName, color: ink.keyword },
    { tag: tags.attributeName, color: ink.name },
    { tag: tags.propertyName, color: KEYED.has(monacoLanguage) ? ink.name : plain },
    { tag: tags.function(tags.propertyName), color: plain },
    { tag: tags.operator, color: ink.operator },
    { tag: [tags.comment, tags.meta], color: ink.comment },
    { tag: tags.heading, fontWeight: '600' },
    { tag: tags.emphasis, fontStyle: 'italic' },
    { tag: tags.strong, fontWeight: '600' },
  ];
}
