import { beforeEach, expect, test } from 'vitest';
import { placePage } from './page-document.ts';
import { pictureAddress, RoomPictures } from './room-pictures.ts';

const place = (html: string, files: Record<string, string> = {}) => {
  const report: string[] = [];
  const page = { name: 'index.html', content: html };
  const list = [page, ...Object.entries(files).map(([name, content]) => ({ name, content }))];
  const pictures = new RoomPictures(list, page.name);
  const scripts = placePage(page, list, { report: (text) => report.push(text), pictures });
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

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg"><title>Löwe "(1)"</title></svg>';

test('shows pictures of the room in images and style sheets', () => {
  const html =
    '<link rel=stylesheet href=css/a.css><style>b { background: url( logo.svg ) }</style><img src="./logo.svg?v=1"><img src=none.svg>';
  const css = 'i { background: url(\'../logo.svg#a\'), url("/logo.svg") } u { background: url(x.svg) }';
  const { report } = place(html, { 'css/a.css': css, 'logo.svg': LOGO });
  const address = pictureAddress(LOGO);
  expect(address).toMatch(/^data:image\/svg\+xml,[^"\s]+$/);
  expect([...document.querySelectorAll('style')].map(({ textContent }) => textContent)).toEqual([
    `i { background: url("${address}"), url("${address}") } u { background: url(x.svg) }`,
    `b { background: url("${address}") }`,
  ]);
  expect([...document.images].map((image) => image.getAttribute('src'))).toEqual([address, 'none.svg']);
  expect(report).toEqual([]);
});

test('says which images are possible', () => {
  const pictures = new RoomPictures([{ name: 'img/logo.svg', content: LOGO }], 'index.html');
  const { origin } = location;
  expect(pictures.reasonOf(`${origin}/img/logo.svg`, 'img-src')).toBe('');
  expect(pictures.reasonOf(`${origin}/photo.png`, 'img-src')).toBe(
    'photo.png is not a file of this room. Images are .svg files of this room or data: addresses.\n',
  );
  expect(pictures.reasonOf('https://example.com/a.png', 'img-src')).toBe(
    'https://example.com/a.png is blocked (img-src): a preview has no network.\n',
  );
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
