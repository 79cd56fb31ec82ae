import { expect, test } from 'vitest';
import { loadMonaco } from './monaco-in-node.ts';

test('marks words as keywords and signs as operators in every dialect', async () => {
  const monaco = await loadMonaco();
  const { SQL_DIALECTS, withKeywords } = await import('./monaco-sql.ts');
  const query = 'SELECT a FROM b LEFT JOIN c ON a = b WHERE a IS NOT NULL AND b > 1';
  for (const [id, dialect] of Object.entries(SQL_DIALECTS)) {
    monaco.languages.register({ id: `test-${id}` });
    const provider = monaco.languages.setMonarchTokensProvider(`test-${id}`, withKeywords(await dialect()));
    const [tokens = []] = monaco.editor.tokenize(query, `test-${id}`);
    const kindOf = (word: string) => tokens.findLast(({ offset }) => offset <= query.indexOf(word))?.type;
    for (const word of ['SELECT', 'LEFT', 'JOIN', 'NOT', 'NULL', 'AND'])
      expect(kindOf(word), `${id}: ${word}`).toBe('keyword.sql');
    for (const sign of ['=', '>']) expect(kindOf(sign), `${id}: ${sign}`).toBe('operator.sql');
    provider.dispose();
  }
}, 60_000);
