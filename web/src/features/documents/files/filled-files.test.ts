import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { filledFiles, namedForCopies } from '../files/filled-files.ts';

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

test('keeps the names of living files, and puts deleted ones into a folder', () => {
  const doc = new Y.Doc();
  for (const root of ['code', 'code2', 'code3', 'code4']) doc.getText(root).insert(0, root);
  const list = {
    files: [
      { root: 'code', name: 'main.py' },
      { root: 'code4', name: 'utils.py' },
    ],
    deleted: [
      { root: 'code2', name: 'utils.py' },
      { root: 'code3', name: 'utils.py' },
    ],
  };
  expect(filledFiles(doc, namedForCopies(list))).toEqual([
    { name: 'main.py', content: 'code' },
    { name: 'deleted/utils.py', content: 'code2' },
    { name: 'code3-deleted/utils.py', content: 'code3' },
    { name: 'utils.py', content: 'code4' },
  ]);
});

test('names a file apart whose name an earlier one has, or has as a folder', () => {
  const doc = new Y.Doc();
  for (const root of ['code', 'code2', 'code3']) doc.getText(root).insert(0, root);
  const files = [
    { root: 'code', name: 'main.py' },
    { root: 'code3', name: 'lib' },
    { root: 'code2', name: 'Lib/util.py' },
  ];
  const named = filledFiles(doc, files)?.map(({ name }) => name);
  expect(named).toEqual(['main.py', 'code2-Lib/util.py', 'lib']);
});
