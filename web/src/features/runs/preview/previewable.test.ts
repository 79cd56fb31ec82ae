import { expect, test } from 'vitest';
import { isPreviewable, isTestedInPage } from './previewable.ts';

test.each<[string, string, Record<string, string>, boolean]>([
  ['a page', 'javascript', { 'main.js': '1', 'index.html': '' }, true],
  ['a page in a folder', 'typescript', { 'main.ts': '1', 'public/index.html': '' }, true],
  ['a first file in HTML', 'html', { 'main.html': '<b>' }, true],
  ['a program that draws', 'javascript', { 'main.js': "document.querySelector('b')" }, true],
  [
    'React',
    'typescript',
    { 'main.ts': "import './App'", 'App.tsx': "import { createRoot } from 'react-dom/client'" },
    true,
  ],
  ['React on a server', 'javascript', { 'main.js': "require('react-dom/server')" }, false],
  ['a program without a page', 'javascript', { 'main.js': 'console.log(1)' }, false],
  ['a document of its own', 'javascript', { 'main.js': 'const document = {}; document.body = 1' }, false],
  ['a test that draws', 'javascript', { 'main.js': '1', 'main.test.js': 'document.body' }, false],
  ['text that speaks of pages', 'javascript', { 'main.js': '1', 'README.md': 'document.body' }, false],
  ['another language', 'python', { 'main.py': '1', 'index.html': '' }, false],
])('%s in %s: %j is previewable: %s', (_what, language, files, expected) => {
  const list = Object.entries(files).map(([name, content]) => ({ name, content }));
  expect(isPreviewable(language, list)).toBe(expected);
});

const RENDERS = "import { render } from '@testing-library/react'";

test.each<[string, string, Record<string, string>, boolean]>([
  ['Testing Library', 'typescript', { 'a.ts': '1', 'a.test.tsx': RENDERS }, true],
  ['Testing Library by a helper', 'javascript', { 'help.js': RENDERS, 'a.test.js': "import './help'" }, true],
  ['a drawing test', 'javascript', { 'a.js': '1', 'a.test.js': 'document.body.innerHTML = 1' }, true],
  ['a test of React’s drawing', 'javascript', { 'a.js': '1', 'a.test.js': "require('react-dom/client')" }, true],
  [
    'a page with tests of its sums',
    'javascript',
    { 'index.html': '', 'a.js': 'document.body', 'a.test.js': '1' },
    false,
  ],
  ['a text on tests', 'javascript', { 'README.md': RENDERS, 'a.test.js': '1' }, false],
  ['another language', 'python', { 'main.py': RENDERS, 'test_a.py': '1' }, false],
])('tests with %s in %s: %j are run in a page: %s', (_what, language, files, expected) => {
  const list = Object.entries(files).map(([name, content]) => ({ name, content }));
  const tests = Object.keys(files).filter((name) => name.includes('test'));
  expect(isTestedInPage(language, list, tests)).toBe(expected);
});
