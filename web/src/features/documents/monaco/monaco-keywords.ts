import { languages } from 'monaco-editor/editor';
import type { editor, IDisposable } from 'monaco-editor';
import { loadPython } from './monaco-python.ts';
import { SQL_DIALECTS } from './monaco-sql.ts';

/** A language of Monaco, whose published types leave out its loader. */
interface LazyLanguage extends languages.ILanguageExtensionPoint {
  loader?: () => Promise<{ language?: object }>;
}

/** Returns the keywords by which Monaco colors a language; none if it has none. */
export async function keywordsOf(id: string): Promise<string[]> {
  const { keywords = [] }: { keywords?: unknown } = (await definitionOf(id)) ?? {};
  const words = Array.isArray(keywords) ? keywords : [];
  return words.filter((word): word is string => typeof word === 'string' && /^[a-z_]\w+$/i.test(word));
}

async function definitionOf(id: string): Promise<object | undefined> {
  if (id === 'python') return loadPython();
  const dialect = Object.entries(SQL_DIALECTS).find(([name]) => name === id)?.[1];
  if (dialect) return dialect();
  const language: LazyLanguage | undefined = languages.getLanguages().find((each) => each.id === id);
  return (await language?.loader?.())?.language;
}

/**
 * Completes the keywords of a model's language. For any language, because Monaco asks for the words of the text only
 * beside providers for any.
 */
export function completeKeywords(model: editor.ITextModel): IDisposable {
  const keywords = keywordsOf(model.getLanguageId());
  return languages.registerCompletionItemProvider('*', {
    async provideCompletionItems(of, position) {
      if (of !== model) return { suggestions: [] };
      const { word, startColumn, endColumn } = of.getWordUntilPosition(position);
      const { lineNumber } = position;
      const range = { startLineNumber: lineNumber, startColumn, endLineNumber: lineNumber, endColumn };
      // SQL's keywords are in capitals; most people type them small.
      const cased = (keyword: string) => (word === word.toLowerCase() && word !== '' ? keyword.toLowerCase() : keyword);
      const isSql = /sql|redshift/.test(of.getLanguageId());
      const suggestions = (await keywords).map((keyword) => {
        const text = isSql ? cased(keyword) : keyword;
        return { label: text, insertText: text, kind: languages.CompletionItemKind.Keyword, range };
      });
      return { suggestions };
    },
  });
}
