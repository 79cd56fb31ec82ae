import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { QuestionPane } from './QuestionPane.tsx';

const LABELS: Record<string, string> = { sql: 'SQL', python: 'Python', javascript: 'JavaScript' };
const aQuery = { name: 'One', is_query: true, input: '', expected: '', is_ordered: false, is_numeric: false };

/** Shows a question in a room that begins in a language; the room takes each language that is chosen. */
function openPane(question: object, first: string) {
  const shown = { id: 'q-1', number: 1, text: 'Sum it.', starters: [], tests: [], ...question };
  const insert = vi.fn<(question: { id: string }) => void>();
  const changed = vi.fn<(language: string) => void>();
  function Room({ isReadOnly = false }: { isReadOnly?: boolean }) {
    const [language, setLanguage] = useState(first);
    const change = (next: string) => {
      changed(next);
      setLanguage(next);
    };
    return (
      <>
        <button onClick={() => setLanguage(first)}>Back</button>
        <QuestionPane
          questions={[shown]}
          question={shown}
          asides={1}
          tabsId="tabs"
          language={language}
          labelOf={(id) => LABELS[id] ?? id}
          change={isReadOnly ? null : { insert, language: change }}
          renderTests={() => null}
        />
      </>
    );
  }
  const { rerender } = render(<Room />);
  return { insert, changed, makeReadOnly: () => rerender(<Room isReadOnly />) };
}

const starters = ['python', 'javascript'].map((language) => ({ language, code: '' }));

test('offers the languages of a question, and then its starter', async () => {
  const { insert, changed, makeReadOnly } = openPane({ starters }, 'sql');
  for (const language of ['Python', 'JavaScript']) {
    expect(screen.queryByRole('button', { name: 'Insert starter' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: `Switch to ${language}` }));
    await userEvent.click(screen.getByRole('button', { name: 'Insert starter' }));
    expect(screen.getByText(`In ${language}. Nothing typed is lost. 1 answer put aside.`)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  }
  expect(changed.mock.calls).toEqual([['python'], ['javascript']]);
  expect(insert).toHaveBeenCalledTimes(2);

  makeReadOnly();
  expect(screen.queryByRole('button', { name: /^Switch to/ })).toBeNull();
});

test('offers SQL for a question with tests of a query and without a starter', async () => {
  const { changed } = openPane({ tests: [aQuery] }, 'python');
  await userEvent.click(screen.getByRole('button', { name: 'Switch to SQL' }));
  expect(changed.mock.calls).toEqual([['sql']]);
  expect(screen.queryByRole('button', { name: /^Switch to/ })).toBeNull();
});

test('offers no language if a question is for all of them', () => {
  openPane({ tests: [{ ...aQuery, is_query: false }] }, 'python');
  expect(screen.queryByRole('button', { name: /^Switch to/ })).toBeNull();
});

test('says how many files a starter adds', () => {
  const files = ['a.py', 'b.py'].map((name) => ({ name, code: '' }));
  openPane({ starters: [{ language: 'python', code: '', files }] }, 'python');
  expect(screen.getByText('In Python, with 2 more files. Nothing typed is lost. 1 answer put aside.')).toBeTruthy();
});
