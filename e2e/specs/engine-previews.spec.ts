import type { Engine } from '../engines/engine-page.ts';
import { installedEngines } from '../engines/engines.ts';
import { expectLoopsEnd, expectPageErrors } from '../support/file-errors.ts';
import { expect, test } from '../support/fixtures.ts';
import { openPreview, showFiles, testFiles } from '../support/preview-driver.ts';
import { LEAVE, previewProbes, reachedByPreview } from '../support/preview-probes.ts';
import { BROWSERS_OWN, openWitness } from '../support/witness.ts';

/** The slower engine, on two cores that others use too (ms). */
const PREVIEWS_MS = 600_000;

const COUNTER = `import { useState } from 'react';
import './app.css';

export function Counter({ start }: { start: number }) {
  const [count, setCount] = useState<number>(start);
  return <form onSubmit={(event) => { event.preventDefault(); setCount(count + 1); }}><button className="big">Count: {count}</button></form>;
}
`;
const MAIN = `import { createRoot } from 'react-dom/client';
import { Counter } from './Counter';

createRoot(document.getElementById('root')!).render(<Counter start={3} />);
await new Promise((ok) => setTimeout(ok, 100));
const button = document.querySelector('button')!;
button.click();
await new Promise((ok) => setTimeout(ok, 100));
console.log(button.textContent, getComputedStyle(button).color, document.body.innerText.trim());
`;
const TEST = `import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Counter } from './Counter';

test('counts', async () => {
  render(<><Counter start={1} /><input aria-label="Name" /></>);
  await userEvent.click(screen.getByRole('button', { name: 'Count: 1' }));
  await userEvent.type(screen.getByLabelText('Name'), 'Ada');
  expect([screen.getByRole('button').textContent, screen.getByLabelText('Name').value]).toEqual(['Count: 2', 'Ada']);
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
});
test('is wrong', () => {
  throw new Error('wrong');
});
`;
/** Browsers that hide the errors of code with the page's own address. */
const HIDING = ['WebKit'];
/** What their users read of an error in the code of an attribute. */
const HIDDEN = 'The program failed. This browser does not tell where or why: Chrome and Firefox do.';

const FILES = {
  'main.ts': MAIN,
  'Counter.tsx': COUNTER,
  'app.css': '.big { color: rgb(1, 2, 3) }',
  'Counter.test.tsx': TEST,
};

/** Browsers whose frames cannot take the focus by themselves. */
const WITHOUT_THEFTS = ['WebKit'];

/** Runs in the page: waits until its field has got back the focus that a program took. */
function untilFocusIsBack(): Promise<void> {
  return new Promise((resolve) => {
    document.querySelector('input')?.addEventListener('focus', () => resolve(), { once: true });
  });
}

for (const { name, start } of installedEngines())
  test(`previews and their tests in ${name} work and reach nothing`, { tag: '@long' }, async ({ baseURL }) => {
    test.setTimeout(PREVIEWS_MS);
    const witness = await openWitness(baseURL ?? '');
    const engine: Engine = await start({ isPhone: false });
    const { page } = engine;
    try {
      await page.goto(`${witness.origin}/privacy`);
      await openPreview(page);

      await test.step('a React program draws, and submits forms', async () => {
        const { out, err, end } = await showFiles(page, FILES);
        expect({ out, err, reason: end.reason }).toEqual({
          out: 'Count: 4 rgb(1, 2, 3) Count: 4\n',
          err: '',
          reason: 'finished',
        });
      });

      await test.step('errors have their lines', async () => {
        const { err, end } = await showFiles(page, {
          ...FILES,
          'Counter.tsx': 'export const Counter = () => {\n  null.x;\n};',
        });
        expect(end).toMatchObject({ reason: 'failed', error: { name: 'TypeError' } });
        expect(err).toContain('Counter.tsx:2');
        await expectPageErrors(page);
        const html = `<p onclick="null.x">Tea</p><script>setTimeout(() => document.querySelector('p').click())</script>`;
        const inAttribute = await showFiles(page, { 'index.html': html });
        expect(inAttribute.end.error).toMatchObject(
          HIDING.includes(name) ? { message: HIDDEN } : { message: expect.stringContaining('null') },
        );
      });

      await test.step('endless loops end, and nothing that is typed meanwhile is lost', async () => {
        await expectLoopsEnd(page);
        await page.evaluate(() => document.querySelector('input')?.focus());
        const looping = showFiles(page, { 'main.js': 'document.body;\nwhile (true);' });
        await page.keys('meanwhile');
        expect((await looping).end.error).toMatchObject({ name: 'RangeError', line: 2 });
        expect(await page.evaluate(() => document.querySelector('input')?.value)).toBe('meanwhile');
        await page.evaluate(() => document.querySelector('input')?.select());
      });

      await test.step('tests of components pass and fail with their lines', async () => {
        const { end } = await testFiles(page, FILES);
        expect(
          end.tests?.results.map(([, path, state, , line, message]) => [path, state, line, message.split('\n')[0]]),
        ).toEqual([
          ['counts', 'passed', 5, ''],
          ['is wrong', 'failed', 13, 'Error: wrong'],
        ]);
        expect(await page.evaluate(() => document.activeElement?.id)).toBe('code');
      });

      await test.step('the person who types keeps the keyboard', async () => {
        await showFiles(page, {
          'main.js':
            "document.body.append(document.createElement('input'));\nsetInterval(() => document.querySelector('input').focus(), 400);",
        });
        for (const key of 'typed') {
          if (!WITHOUT_THEFTS.includes(name)) await page.evaluate(untilFocusIsBack);
          await page.keys(key);
        }
        expect(await page.evaluate(() => document.querySelector('input')?.value)).toBe('typed');
      });

      await test.step('nothing is reached', async () => {
        await showFiles(page, { 'main.js': 'document.body.append(1)' });
        witness.requests.length = 0;
        const { out, end } = await showFiles(page, { 'main.js': previewProbes(witness.origin) }, 60_000);
        expect(end).toMatchObject({ reason: 'finished', error: null });
        expect(reachedByPreview(out)).toEqual([]);
        expect(witness.requests.filter((request) => !BROWSERS_OWN.test(request))).toEqual([]);
      });

      await test.step('a place on the same page is no other page', async () => {
        const link =
          "document.body.innerHTML = '<a href=#x>x</a>'; document.querySelector('a').click(); setTimeout(() => console.log(location.hash), 1_000);";
        expect(await showFiles(page, { 'main.js': link })).toMatchObject({ out: '#x\n', end: { reason: 'finished' } });
      });

      await test.step('no other page is shown', async () => {
        for (const [what, code] of Object.entries(LEAVE)) {
          const { end } = await showFiles(page, { 'main.js': code.replaceAll('$', witness.origin) });
          // Some leave a program where it is if its address is refused.
          const isLeft = end.error?.message === 'The program left its page.';
          expect([what, isLeft || end.error === null]).toEqual([what, true]);
          if (what === 'a page of the app' || what === 'nothing') expect([what, isLeft]).toEqual([what, true]);
          expect(await page.evaluate(() => location.pathname)).toBe('/privacy');
        }
      });
    } finally {
      await engine.close();
      witness.close();
    }
  });
