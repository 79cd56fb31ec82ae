import { beforeEach, expect, test } from 'vitest';
import { placePage } from './page-document.ts';

const place = (html: string, files: Record<string, string> = {}) => {
  const report: string[] = [];
  const page = { name: 'index.html', content: html };
  const list = [page, ...Object.entries(files).map(([name, content]) => ({ name, content }))];
  const scripts = placePage(page, list, (text) => report.push(text));
  const modules = scripts.map((script) => ('module' in script ? script.module : 'classic'));
  return { modules, report, scripts };
};

beforeEach(() => {
  document.head.replaceChildren();
  document.body.replaceChildren();
});

test('replaces style sheets of the room, and names files that are missing', () => {
  const html =
    '<link rel="stylesheet" href="css/a.css?v=1"><link rel=stylesheet href=/none.css><b>tea</b><script src="no.js"></script>';
  const { modules, report } = place(html, { 'css/a.css': 'b { color: red }' });
  expect(document.querySelector('style')?.textContent).toBe('b { color: red }');
  expect(report).toEqual(['/none.css is not a file of this room.\n', 'no.js is not a file of this room.\n']);
  expect(modules).toEqual([]);
});

test('runs classic scripts before modules, and tells them apart', () => {
  const files = {
    'classic.js': 'var a = 1',
    'module.js': "import './x.js'",
    'typed.ts': 'let a: number',
    'required.js': "require('./x')",
  };
  const html = Object.keys(files)
    .map((name) => `<script src="${name}"></script>`)
    .join('');
  const { modules } = place(html + '<script type="application/json">{}</script><script>b</script>', files);
  expect(modules.map((one) => (one === 'classic' ? one : one.name))).toEqual([
    'classic',
    'classic',
    'module.js',
    'typed.ts',
    'required.js',
  ]);
});

test('keeps inline modules on the lines of their page', () => {
  const html = '<p>\n</p>\n<script type="module">\none();\n</script>\n<script type="module">two();</script>';
  expect(place(html).modules).toEqual([
    { name: 'index.html', content: '\n\n\none();\n' },
    { name: 'index.html (2)', content: '\n\n\n\n\ntwo();' },
  ]);
});

test('takes over the attributes of the page and its body', () => {
  place('<html lang="fr" data-theme="dark"><body class="wide"><p>tea</p>');
  expect(document.documentElement.lang).toBe('fr');
  expect(document.documentElement.dataset['theme']).toBe('dark');
  expect(document.body.outerHTML).toBe('<body class="wide"><p>tea</p></body>');
});
