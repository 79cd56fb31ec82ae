import { expect, test } from '../support/fixtures.ts';
import { openPreview, showFiles } from '../support/preview-driver.ts';
import { REFUSED } from '../support/run-attempts.ts';
import { openWitness } from '../support/witness.ts';

test.use({ needsChromium: true, expectedProblems: REFUSED });

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="red"/></svg>';

/** Writes the width of each image once it has loaded, and each failure, also if the image loads later. */
const REPORT = `
document.addEventListener('error', ({ target }) => console.log(target.alt, 'failed'), true);
globalThis.report = async () => {
  for (const image of document.images) {
    if (!image.complete) await new Promise((ok) => image.addEventListener('load', ok));
    console.log(image.alt, image.naturalWidth);
  }
};
`;

const lines = (out: string) => out.split('\n').filter(Boolean).toSorted();

test('shows pictures of the room in images, style sheets and modules', { tag: '@long' }, async ({ page, baseURL }) => {
  const witness = await openWitness(baseURL ?? '');
  await page.goto(`${witness.origin}/privacy`);
  await openPreview(page);
  // Chromium tells of a request that the frame's policy refused, too; it is not sent.
  const sent: string[] = [];
  page.on('requestfinished', (request) => request.url().includes('logo.svg') && sent.push(request.url()));

  const { out, err, end } = await showFiles(page, {
    'main.js': REPORT,
    'index.html': `<link rel="stylesheet" href="app.css"><script src="main.js"></script>
<img alt="static" src="img/logo.svg" onerror="console.log('never')"><img alt="none" src="logo.png" onerror="console.log('none failed')"><b id="styled">tea</b>
<script>document.body.insertAdjacentHTML('beforeend', '<img alt="parsed" src="/img/logo.svg">');</script>
<script type="module">
import logo from './img/logo.svg';
console.log(getComputedStyle(document.querySelector('#styled')).backgroundImage.slice(0, 24));
document.body.append(Object.assign(new Image(), { alt: 'module', src: logo }));
await report();
</script>`,
    'app.css': '#styled { background: url("./img/logo.svg") }',
    'img/logo.svg': SVG,
  });
  expect(end.error).toBeNull();
  expect(lines(out)).toEqual([
    'module 40',
    'none 0',
    'none failed',
    'parsed 40',
    'static 40',
    'url("data:image/svg+xml,',
  ]);
  expect(err).toBe('logo.png is not a file of this room. Images are .svg files of this room or data: addresses.\n');

  const react = await showFiles(page, {
    'main.tsx': `${REPORT}
import { createRoot } from 'react-dom/client';
import './app.css';
import logo from './img/logo.svg';
createRoot(document.getElementById('root')!).render(<><img alt="named" src="img/logo.svg" /><img alt="imported" src={logo} /></>);
setTimeout(report, 100);`,
    'app.css': 'img { background: url(/img/logo.svg) }',
    'img/logo.svg': SVG,
  });
  expect(lines(react.out)).toEqual(['imported 40', 'named 40']);
  expect([react.err, react.end.error]).toEqual(['', null]);
  expect(sent).toEqual([]);
  witness.close();
});
