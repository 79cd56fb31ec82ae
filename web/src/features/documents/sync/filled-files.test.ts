import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { filledFiles } from './filled-files.ts';

test('returns all files with text under their names, and nothing if there is only the first', () => {
  const doc = new Y.Doc();
  doc.getText('code').insert(0, 'print(1)\n');
  expect(filledFiles(doc, [])).toBeUndefined();
  doc.getText('code3').insert(0, 'x = 1');
  const files = [
    { root: 'code', name: 'main.py' },
    { root: 'code2', name: 'empty.py' },
  ];
  expect(filledFiles(doc, files)).toEqual([
    { name: 'main.py', content: 'print(1)\n' },
    { name: 'code3', content: 'x = 1' },
  ]);
});

test('names files apart whose names collide, as that of a deleted file may', () => {
  const doc = new Y.Doc();
  for (const root of ['code', 'code2', 'code3']) doc.getText(root).insert(0, root);
  const files = [
    { root: 'code', name: 'main.py' },
    { root: 'code2', name: 'lib' },
    { root: 'code3', name: 'Lib/util.py' },
  ];
  const named = filledFiles(doc, files)?.map(({ name }) => name);
  expect(named).toEqual(['main.py', 'code2-lib', 'code3-Lib/util.py']);
});
