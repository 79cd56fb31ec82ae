import { expect, test } from '../support/fixtures.ts';
import { openPreview, testFiles } from '../support/preview-driver.ts';
import { REFUSED } from '../support/run-attempts.ts';
import { openWitness } from '../support/witness.ts';

test.use({
  needsChromium: true,
  expectedProblems: new RegExp(`${REFUSED.source}|boom|late|already been declared`, 'i'),
});

const APP = `import { useState } from 'react';
import './app.css';
import { total } from './total';

export function App({ onOrder = () => undefined }: { onOrder?: (names: string[]) => void }) {
  const [name, setName] = useState('');
  const [names, setNames] = useState<string[]>([]);
  const [isLeft, setLeft] = useState(false);
  return (
    <form onSubmit={(event) => { event.preventDefault(); setNames([...names, name]); onOrder([...names, name]); setName(''); }}>
      <label>Name <input value={name} autoFocus onChange={(event) => setName(event.target.value)} onBlur={() => setLeft(true)} /></label>
      <button>Add</button>
      <ul>{names.map((each) => <li key={each} className="item">{each}</li>)}</ul>
      <p role="status">{total(names)} names{isLeft && ', left'}</p>
    </form>
  );
}`;

const APP_TEST = `import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { App } from './App';

describe('App', () => {
  it('adds what is typed', async () => {
    const user = userEvent.setup();
    const onOrder = vi.fn();
    render(<App onOrder={onOrder} />);
    await user.type(screen.getByLabelText('Name'), 'Ada');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    expect(within(screen.getByRole('list')).getAllByRole('listitem').map((each) => each.textContent)).toEqual(['Ada']);
    expect(onOrder).toHaveBeenCalledWith(['Ada']);
    expect(getComputedStyle(screen.getByText('Ada')).color).toBe('rgb(1, 2, 3)');
  });
  it('moves by keys', async () => {
    const user = userEvent.setup();
    render(<App />);
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
    await user.keyboard('Grace{Enter}');
    await user.tab();
    expect(document.activeElement).toBe(screen.getByRole('button'));
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('1 names, left'));
  });
  it('is wrong', async () => {
    render(<App />);
    expect(screen.getByRole('status').textContent).toBe('2 names');
  });
  it('finds nothing of the last test', () => {
    expect(document.body.innerHTML).toBe('');
  });
});`;

const FILES = {
  'main.tsx': "throw new Error('the program');",
  'App.tsx': APP,
  'app.css': '.item { color: rgb(1, 2, 3) }',
  'total.ts': 'export const total = (names: string[]) => names.length;',
  'App.test.tsx': APP_TEST,
  'bare.test.tsx': `import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { total } from './total';

test('draws by itself', () => {
  const host = document.body.appendChild(document.createElement('div'));
  act(() => createRoot(host).render(<b>{total(['a'])}</b>));
  expect(host.innerHTML).toBe('<b>1</b>');
});`,
  'dom.test.js': `import { fireEvent, screen } from '@testing-library/dom';
test('starts with an empty page', () => {
  expect(document.body.innerHTML).toBe('');
  document.body.innerHTML = '<button onclick="this.textContent = 2">1</button>';
  fireEvent.click(screen.getByRole('button'));
  expect(screen.getByRole('button').textContent).toBe('2');
});
test('has no elements of a name', () => void screen.getByText('none'));`,
  'wrong.test.tsx': 'export const a = <b>;',
  'twice.test.js': "test('never', () => undefined);\nlet a = 1;\nlet a = 2;",
  'module.test.js': "import { render } from '@testing-library/vue';",
};

test('tests of components run in a page of their own', { tag: '@long' }, async ({ page, baseURL }) => {
  const witness = await openWitness(baseURL ?? '');
  await page.goto(`${witness.origin}/privacy`);
  await openPreview(page);

  const { out, err, end } = await testFiles(page, FILES);
  const rows = end.tests?.results.map(([file, path, state, , line, message]) =>
    [end.tests?.files[file], path.replaceAll('\n', ' > '), state, line, message.split('\n')[0]].join(' | '),
  );
  expect(rows).toEqual([
    'App.test.tsx | App > adds what is typed | passed | 7 | ',
    'App.test.tsx | App > moves by keys | passed | 17 | ',
    "App.test.tsx | App > is wrong | failed | 28 | AssertionError: expected '0 names' to be '2 names' // Object.is equality",
    'App.test.tsx | App > finds nothing of the last test | passed | 30 | ',
    'bare.test.tsx | draws by itself | passed | 5 | ',
    'dom.test.js | starts with an empty page | passed | 2 | ',
    expect.stringMatching(/^dom\.test\.js \| has no elements of a name \| failed \| 8 \| TestingLibraryElementError: /),
    expect.stringMatching(/^wrong\.test\.tsx \| {2}\| failed \| 1 \| SyntaxError: /),
    "twice.test.js |  | failed | 3 | SyntaxError: Identifier 'a' has already been declared",
    expect.stringContaining('module.test.js |  | failed | 1 | Error: Cannot find module'),
  ]);
  expect({ out, err, reason: end.reason, error: end.error }).toEqual({
    out: '',
    err: '',
    reason: 'failed',
    error: null,
  });
  expect(end.packages?.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['react', 'react-dom', '@testing-library/react', '@testing-library/user-event']),
  );
  // The person who types keeps the focus, and nothing of it stays.
  await expect(page.locator('#code')).toBeFocused();
  await expect(page.locator('iframe')).toHaveCount(0);

  const endless = "test('first', () => undefined);\ntest('endless', () => { for (;;); });";
  const { end: stopped } = await testFiles(page, { ...FILES, 'x.test.js': endless, 'App.test.tsx': '1' }, 1_500);
  expect(stopped.reason).toBe('time_limit');
  expect(stopped.tests?.results.at(-1)).toMatchObject({ 1: 'endless', 2: 'failed', 5: 'It did not end.' });

  const late =
    "test('quiet', () => { setTimeout(() => { throw new Error('late') }); return new Promise((ok) => setTimeout(ok, 50)); });";
  const { end: failed } = await testFiles(page, { 'main.js': '', 'x.test.js': late });
  expect([failed.reason, failed.error?.message, failed.tests?.passed]).toEqual(['failed', 'late (x.test.js:1)', 1]);
  witness.close();
});
