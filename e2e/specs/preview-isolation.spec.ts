import { expect, test } from '../support/fixtures.ts';
import { openPreview, showFiles } from '../support/preview-driver.ts';
import { LEAVE, previewProbes, reachedByPreview } from '../support/preview-probes.ts';
import { countFrom, REFUSED } from '../support/run-attempts.ts';
import { openWitness } from '../support/witness.ts';
import type { Witness } from '../support/witness.ts';

// The headless shell refuses permissions by itself.
const EXPECTED = new RegExp(`${REFUSED.source}|Unsafe attempt|confirm\\(\\)|Permissions policy|boom|broken`, 'i');
test.use({ needsChromium: true, expectedProblems: EXPECTED });

const FRAME = 'iframe[title="Preview"]';
const TAG = { tag: '@long' };

/** A program without a loop, which nothing ends. */
const RESTLESS = 'const again = () => Promise.resolve().then(again);';

let witness: Witness;
test.beforeEach(async ({ page, baseURL }) => {
  witness = await openWitness(baseURL ?? '');
  await page.goto(`${witness.origin}/privacy`);
  await openPreview(page);
});
test.afterEach(() => witness.close());

test('keeps a program from the app, its storage and the network', TAG, async ({ page, request }) => {
  const pages: string[] = [];
  page.context().on('page', (opened) => pages.push(opened.url()));
  await showFiles(page, { 'main.js': 'document.body.append(1); export {};' });
  await countFrom(page, witness);
  await page.evaluate(() => {
    localStorage.setItem('token', 'secret');
    document.cookie = 'session=secret';
    const channel = new BroadcastChannel('app');
    channel.onmessage = ({ data }) => document.body.setAttribute('data-heard', String(data));
  });
  const { out, end } = await showFiles(page, { 'main.js': previewProbes(witness.origin) }, 60_000);
  expect(end).toMatchObject({ reason: 'finished', error: null });
  expect(reachedByPreview(out)).toEqual([]);
  expect(witness.requests).toEqual([]);
  expect(pages).toEqual([]);
  expect(await page.evaluate(() => document.body.dataset['heard'])).toBeUndefined();

  const path = await page.locator(FRAME).getAttribute('src');
  const policy = (await request.get(String(path))).headers()['content-security-policy'] ?? '';
  expect(policy).toMatch(/; sandbox allow-scripts allow-forms$/);
  await expect(page.locator(FRAME)).toHaveAttribute('sandbox', 'allow-scripts allow-forms');
});

test('shows no other page, leaves the app alone and starts again', TAG, async ({ page }) => {
  for (const [what, code] of Object.entries(LEAVE)) {
    const { end } = await showFiles(page, { 'main.js': code.replaceAll('$', witness.origin) });
    if (what !== 'a download') expect([what, end.error?.message]).toEqual([what, 'The program left its page.']);
    expect(page.url()).toBe(`${witness.origin}/privacy`);
  }
  expect(await showFiles(page, { 'main.js': "console.log('again'); document.body.append(1)" })).toMatchObject({
    out: 'again\n',
    end: { reason: 'finished' },
  });
});

test('survives a program that loops, floods or forges', TAG, async ({ page }) => {
  expect((await showFiles(page, { 'main.js': 'document.body; for (;;);' }, 1_000)).end.reason).toBe('time_limit');
  const flood =
    'const { parent } = self; setInterval(() => { for (let n = 0; n < 5_000; n++) parent.postMessage(n, "*"); })';
  expect((await showFiles(page, { 'main.js': flood })).end.error?.message).toBe('The program sent too much.');
  const forge = `
    const sent = { type: 'end', end: { exitCode: {}, error: { name: 7, message: {}, line: -1e9 }, needsInput: 'x' } };
    console.log('x'.repeat(3_000_000));
    console.log('<img src=x onerror=alert(1)>');
    parent.postMessage({ type: 'key', key: 'run' }, '*');
    parent.postMessage({ hello: 'null' }, '*');
    parent.postMessage(sent, '*');`;
  const { out, end } = await showFiles(page, { 'main.js': `document.body.append(1);${forge}` });
  expect(end).toMatchObject({ reason: 'finished', error: null });
  expect(out.length).toBeLessThanOrEqual(49_152);
  expect(await page.evaluate(() => window.pressed)).toEqual([]);
  // A program that begins later never to rest holds up nothing but its own frame, and goes with it.
  await showFiles(page, { 'main.js': `document.body; ${RESTLESS} setTimeout(again, 100);` });
  await page.locator('#code').fill('alive');
  await expect(page.locator('#code')).toHaveValue('alive');
  expect((await showFiles(page, { 'main.js': "console.log('again')" })).out).toBe('again\n');
  // Also if the spare frame of the next program waits in the same process.
  await showFiles(page, { 'main.js': `document.body; ${RESTLESS} setTimeout(again, 3_000);` });
  await expect(page.locator('iframe')).toHaveCount(2);
  await page.waitForFunction(
    (since) => performance.now() - since > 1_500,
    await page.evaluate(() => performance.now()),
  );
  expect((await showFiles(page, { 'main.js': "console.log('and again')" })).out).toBe('and again\n');
});

test('lets forms submit to the program, styles and images show, and storage last', TAG, async ({ page }) => {
  const html = `<!doctype html><html lang="en" class="wide"><head><title>Shop</title><link rel="stylesheet" href="./app.css"></head>
<body onload="console.log('body loaded')">
<form action="/nowhere"><input name="tea" value="green"><button>Go</button></form>
<p style="color: rgb(1, 2, 3)" onclick="cheer(this)">inline</p><img alt="dot" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>">
<script>
  document.write('<b>written</b>');
  localStorage.setItem('tea', 'green');
</script>
<script src="classic.js"></script>
<script type="module" src="/src/main.ts"></script>
<script type="module">
  import { price } from './src/price.ts';
  console.log('inline module', price);
  null.boom;
</script>
</body></html>`;
  const { out, err, end } = await showFiles(page, {
    'index.html': html,
    'app.css': 'form { color: rgb(4, 5, 6) }',
    'classic.js': "function cheer(element) { element.textContent = 'cheered'; }",
    'src/main.ts': `import './more.css';
import { price } from './price';
document.querySelector('form')!.addEventListener('submit', (event) => { event.preventDefault(); console.log('submitted', localStorage.getItem('tea')); });
document.querySelector('button')!.click();
document.querySelector('p')!.click();
addEventListener('load', () => console.log('loaded', document.title, document.documentElement.className));
const color = (name: string) => getComputedStyle(document.querySelector(name)!).color;
console.log(price, color('form'), color('p'), color('b'), document.querySelector('img')!.naturalWidth);`,
    'src/price.ts': 'export const price: number = 3;',
    'src/more.css': 'b { color: rgb(7, 8, 9) }',
  });
  expect(out.trim().split('\n')).toEqual([
    'submitted green',
    '3 rgb(4, 5, 6) rgb(1, 2, 3) rgb(7, 8, 9) 9',
    'inline module 3',
    'body loaded',
    'loaded Shop wide',
  ]);
  expect(err).toContain('index.html:14');
  expect(end.reason).toBe('failed');
  await expect(page.frameLocator(FRAME).getByText('cheered')).toBeVisible();
});

test('gives the focus back, and lets a person in and out by keyboard', TAG, async ({ page }) => {
  const steal = `document.body.innerHTML = '<input id="thief"><button>Inside</button>';
    const thief = document.getElementById('thief');
    let left = 5;
    const timer = setInterval(() => { thief.focus(); if (--left === 0) clearInterval(timer); }, 100);`;
  await showFiles(page, { 'main.js': steal });
  await page.keyboard.type('mine');
  await expect(page.locator('#code')).toHaveValue('mine');
  const inside = page.frameLocator(FRAME).getByRole('button', { name: 'Inside' });
  await page.keyboard.press('Tab');
  await expect(page.frameLocator(FRAME).locator('#thief')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(inside).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => page.evaluate(() => window.pressed)).toEqual(['run']);
  await page.waitForFunction(
    (since) => performance.now() - since > 1_100,
    await page.evaluate(() => performance.now()),
  );
  await page.keyboard.press('Escape');
  await expect(page.locator('#code')).toBeFocused();
  expect(await page.evaluate(() => window.pressed)).toEqual(['run', 'leave']);
});
