import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { LanguagePicker } from './LanguagePicker.tsx';

let isTouch = false;

// A picker loads its list as it appears; the first press on a busy machine would come before it.
beforeAll(() => import('./LanguageSearch.tsx'));
beforeEach(() => {
  isTouch = false;
  localStorage.clear();
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: isTouch === query.includes('coarse') }));
});
afterEach(() => vi.unstubAllGlobals());

function show(language = 'sql') {
  const onChange = vi.fn<(language: string) => void>();
  const view = render(<LanguagePicker language={language} disabled={false} onChange={onChange} />);
  return { onChange, ...view };
}

const picker = () => screen.getByRole('combobox', { name: 'Language' });
const search = () => screen.getByRole('combobox', { name: 'Search languages' });
const found = () =>
  within(screen.getByRole('listbox', { name: 'Languages' }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

test('tells its style sheet the length of its label', () => {
  const { rerender } = show();
  expect(picker().style.getPropertyValue('--letters')).toBe('3');
  rerender(<LanguagePicker language="python" disabled={false} onChange={() => undefined} />);
  expect(picker().style.getPropertyValue('--letters')).toBe('6');
});

test('opens a list and chooses a language by a press', async () => {
  const { onChange } = show();
  await userEvent.click(picker());
  expect(document.activeElement).toBe(search());
  const list = within(screen.getByRole('listbox', { name: 'Languages' }));
  expect(list.getByRole('option', { selected: true }).textContent).toBe('SQL');
  await userEvent.click(list.getByRole('option', { name: 'Python' }));
  expect(onChange.mock.calls).toEqual([['python']]);
  expect(screen.queryByRole('listbox', { name: 'Languages' })).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(picker()));
});

test('opens the search by a letter and chooses the best match by Enter', async () => {
  const { onChange } = show();
  picker().focus();
  await userEvent.keyboard('java');
  expect(found().slice(0, 2)).toEqual(['Java', 'JavaScript']);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(onChange.mock.calls).toEqual([['javascript']]);
});

test('ignores keys that choose a word of an input method', async () => {
  const { onChange } = show();
  await userEvent.click(picker());
  for (const key of ['Enter', 'Escape']) fireEvent.keyDown(search(), { key, isComposing: true });
  expect(onChange).not.toHaveBeenCalled();
  expect(screen.getByRole('listbox', { name: 'Languages' })).toBeTruthy();
});

test.each([
  ['ts', 'TypeScript'],
  ['script', 'JavaScript'],
  ['c', 'C'],
  ['no such', undefined],
])('offers for the search "%s" the language %s first', async (query, first) => {
  show();
  await userEvent.click(picker());
  await userEvent.keyboard(query);
  if (first === undefined) expect(screen.getByText('No such language')).toBeTruthy();
  else expect(found()[0]).toBe(first);
});

test('closes the list by Escape and restores the focus', async () => {
  const { onChange } = show();
  picker().focus();
  await userEvent.keyboard('{Enter}{ArrowDown}{Escape}');
  expect(screen.queryByRole('listbox', { name: 'Languages' })).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(picker()));
  expect(onChange).not.toHaveBeenCalled();
});

test('lists the three latest languages before all others, each once', async () => {
  const { unmount } = show();
  for (const label of ['Go', 'Rust', 'Ruby']) await userEvent.selectOptions(picker(), label);
  unmount();
  show('ruby');
  const [recent] = picker().querySelectorAll('optgroup');
  expect([...(recent?.querySelectorAll('option') ?? [])].map(({ label }) => label)).toEqual(['Ruby', 'SQL', 'Rust']);
  await userEvent.click(picker());
  expect(found().slice(0, 3)).toEqual(['Ruby', 'SQL', 'Rust']);
  expect(found().filter((label) => label === 'Rust')).toHaveLength(1);
});

test('leaves a touch screen the list of the system', async () => {
  isTouch = true;
  const { onChange } = show();
  await userEvent.click(picker());
  expect(screen.queryByRole('listbox', { name: 'Languages' })).toBeNull();
  await userEvent.selectOptions(picker(), 'python');
  expect(onChange.mock.calls).toEqual([['python']]);
});

test('says that C++ has no exceptions where it runs in browsers', async () => {
  const canRun = (language: string) => ['c', 'c++'].includes(language);
  render(<LanguagePicker language="sql" disabled={false} canRun={canRun} onChange={() => undefined} />);
  await userEvent.click(picker());
  await userEvent.keyboard('C++');
  expect(found()[0]).toBe('C++no exceptions');
});
