import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { wholeText } from './whole-text.ts';

test('returns one file as it is, and several below their names', () => {
  const doc = new Y.Doc();
  doc.getText('code').insert(0, 'print(1)\n');
  expect(wholeText(doc, [])).toBe('print(1)\n');
  doc.getText('code3').insert(0, 'x = 1');
  const files = [
    { root: 'code', name: 'main.py' },
    { root: 'code2', name: 'empty.py' },
  ];
  expect(wholeText(doc, files)).toBe('===== main.py =====\nprint(1)\n\n\n===== code3 =====\nx = 1');
});
