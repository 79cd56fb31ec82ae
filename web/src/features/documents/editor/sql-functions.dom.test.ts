import { forceParsing } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { expect, test } from 'vitest';
import { codeMirrorLanguage } from '../codemirror/codemirror-language.ts';
import { SQL_FUNCTION_CLASS } from '../codemirror/codemirror-sql.ts';
import { languageOf } from './languages/languages.ts';
import { loadMonaco } from '../monaco/monaco-in-node.ts';

const QUERY = `SELECT COUNT(*), lower(name), my_func (x), COALESCE(a, b) FROM t -- not_this(a)
WHERE a IN (1, 2) AND b = 'nor(that)' AND EXISTS (SELECT MAX(y) FROM u)
AND CAST(c AS VARCHAR(20)) = d`;
const CALLED = ['COUNT', 'lower', 'my_func', 'COALESCE', 'MAX', 'CAST'];

test.each(['sql', 'postgresql', 'mysql', 'redshift', 'sqlite'])(
  'colours the same words of %s as functions in both editors',
  async (id) => {
    const monaco = await loadMonaco();
    const { SQL_DIALECTS, withKeywords } = await import('../monaco/monaco-sql.ts');
    const language = languageOf(id);
    const dialect = SQL_DIALECTS[language.monaco as keyof typeof SQL_DIALECTS];
    monaco.languages.register({ id: `test-${id}` });
    monaco.languages.setMonarchTokensProvider(`test-${id}`, withKeywords(await dialect()));
    const lines = QUERY.split('\n');
    const tokens = monaco.editor.tokenize(QUERY, `test-${id}`);
    const inMonaco = tokens.flatMap((line, row) =>
      line.flatMap(({ type, offset }, index) =>
        type === 'predefined.sql' ? (lines[row]?.slice(offset, line[index + 1]?.offset) ?? []) : [],
      ),
    );
    expect(inMonaco).toEqual(CALLED);

    const extensions = await codeMirrorLanguage(language);
    const view = new EditorView({ state: EditorState.create({ doc: QUERY, extensions }) });
    // The editor parses for some milliseconds at a time.
    forceParsing(view, QUERY.length, 10_000);
    const inCodeMirror = [...view.dom.querySelectorAll(`.${SQL_FUNCTION_CLASS}`)].map(({ textContent }) => textContent);
    view.destroy();
    expect(inCodeMirror).toEqual(CALLED);
  },
  60_000,
);
