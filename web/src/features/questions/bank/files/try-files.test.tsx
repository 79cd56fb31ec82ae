import type { Question } from '@cip/contracts/questions/questions';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { serveApi } from '../../../../testing/fake-api.ts';
import { renderScreen } from '../../../../testing/render-screen.tsx';
import type { FileTests } from '../../tests/file-tests.ts';
import type { QuestionParts, TestBench } from '../question-parts.ts';
import { QuestionScreen } from '../editor/QuestionScreen.tsx';

const ID = '0b7c6a0e-5d1f-4c3a-9e52-6f4f3c1f2a01';
const question: Question = {
  id: ID,
  version: 3,
  updated_at: '2031-05-06T07:30:00.000Z',
  is_archived: false,
  is_used: true,
  title: 'Cart',
  text: '# Cart',
  guide: '',
  starters: [
    {
      language: 'python',
      code: 'from cart import total',
      files: [
        { name: 'cart.py', code: 'total = 0' },
        { name: 'test_cart.py', code: 'open test' },
        { name: 'test_tax.py', code: 'hidden test', is_hidden: true },
      ],
    },
  ],
  data: null,
  tests: [],
  minutes: null,
  tags: [],
};

const tests = { passed: 2, failed: 1, skipped: 0, files: ['test_cart.py'], results: [] };
const executeFiles = vi.fn<TestBench['executeFiles']>(() => async () => ({ tests, problem: '' }));
const parts: QuestionParts = {
  CodeField: ({ label, code, revision, onChange }) => (
    <textarea key={revision} aria-label={label} defaultValue={code} onChange={({ target }) => onChange(target.value)} />
  ),
  TestTree: ({ tests: { passed, failed }, label }) => <p aria-label={label}>{`${passed} passed, ${failed} failed`}</p>,
  languages: [
    { id: 'python', label: 'Python' },
    { id: 'ruby', label: 'Ruby' },
  ],
  languageOfFile: (_name, language) => language,
  openTestBench: async () => ({
    execute: vi.fn<TestBench['execute']>(),
    executeFiles,
    close: vi.fn<() => void>(),
  }),
  draftOwner: () => null,
};

test('runs all files of a solution with shown and hidden test files, before the question is saved', async () => {
  const calls = serveApi({ [`GET /api/questions/${ID}`]: { question } });
  await renderScreen(<QuestionScreen id={ID} parts={parts} />);

  const tabs = within(await screen.findByRole('tablist', { name: 'Files of the solution' }));
  expect(tabs.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['main.py', 'cart.py']);
  await userEvent.click(tabs.getByRole('tab', { name: 'cart.py' }));
  await userEvent.type(screen.getByLabelText('Solution: cart.py'), '!');
  await userEvent.click(screen.getByRole('button', { name: 'Run all' }));
  await screen.findByText('2 of 3 tests pass');
  expect(screen.getByLabelText('Test files').textContent).toBe('2 passed, 1 failed');
  expect(executeFiles.mock.calls).toEqual([
    [
      {
        language: 'python',
        code: 'from cart import total',
        files: [
          { name: 'main.py', content: 'from cart import total' },
          { name: 'cart.py', content: 'total = 0!' },
          { name: 'test_cart.py', content: 'open test' },
          { name: 'test_tax.py', content: 'hidden test' },
        ],
        dataSet: null,
      },
      ['test_cart.py', 'test_tax.py'],
    ],
  ]);
  expect(calls.map(({ call }) => call).filter((call) => !call.startsWith('GET'))).toEqual([]);

  await userEvent.click(tabs.getByRole('tab', { name: 'main.py' }));
  await userEvent.click(tabs.getByRole('tab', { name: 'cart.py' }));
  expect(screen.getByLabelText('Solution: cart.py')).toHaveProperty('value', 'total = 0!');
  await userEvent.selectOptions(screen.getByLabelText('Language of the solution'), 'ruby');
  expect(screen.queryByRole('tablist', { name: 'Files of the solution' })).toBeNull();
  expect(screen.getByLabelText('Solution in Ruby')).toHaveProperty('value', '');
});

test('starts the tests at a double click, once', async () => {
  serveApi({ [`GET /api/questions/${ID}`]: { question } });
  const running = Promise.withResolvers<FileTests>();
  executeFiles.mockClear().mockReturnValueOnce(() => running.promise);
  await renderScreen(<QuestionScreen id={ID} parts={parts} />);
  await userEvent.dblClick(await screen.findByRole('button', { name: 'Run all' }));
  await screen.findByRole('button', { name: 'Stop' });
  running.resolve({ tests, problem: '' });
  await screen.findByText('2 of 3 tests pass');
  expect(executeFiles).toHaveBeenCalledTimes(1);
});

test('says that the tests of a question were stopped', async () => {
  serveApi({ [`GET /api/questions/${ID}`]: { question } });
  executeFiles.mockClear().mockReturnValueOnce(() => new Promise(() => undefined));
  await renderScreen(<QuestionScreen id={ID} parts={parts} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Run all' }));
  const stop = await screen.findByRole('button', { name: 'Stop' });
  await screen.findByText('Running the last tests…');
  vi.spyOn(performance, 'now').mockReturnValue(Infinity);
  await userEvent.click(stop);
  expect(await screen.findByText('Stopped in the last tests.')).toBeTruthy();
});

test('saves the solution with the question, and has it the next time', async () => {
  const solutions = [{ language: 'python', files: [{ name: 'cart.py', code: 'total = 0!' }] }];
  const saved = { ...question, version: 4, solutions };
  const calls = serveApi({
    [`GET /api/questions/${ID}`]: { question },
    [`PUT /api/questions/${ID}`]: { question: saved },
  });
  await renderScreen(<QuestionScreen id={ID} parts={parts} />);
  const open = async () =>
    userEvent.click(
      within(await screen.findByRole('tablist', { name: 'Files of the solution' })).getByRole('tab', {
        name: 'cart.py',
      }),
    );
  await open();
  await userEvent.type(screen.getByLabelText('Solution: cart.py'), '!');
  screen.getByText('Unsaved changes');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Saved');
  const { id: _id, version, updated_at: _at, is_archived: _archived, is_used: _used, ...content } = question;
  const put = calls.find(({ call }) => call.startsWith('PUT'));
  expect(put?.body).toEqual({ version, content: { ...content, solutions } });

  cleanup();
  serveApi({ [`GET /api/questions/${ID}`]: { question: saved } });
  await renderScreen(<QuestionScreen id={ID} parts={parts} />);
  await open();
  const field = screen.getByLabelText('Solution: cart.py');
  expect(field).toHaveProperty('value', 'total = 0!');
  screen.getByText('Saved');
  // The text of the starter is no solution.
  await userEvent.type(field, '{Backspace}');
  await userEvent.click(screen.getByRole('button', { name: 'Run all' }));
  expect(executeFiles.mock.lastCall?.[0].files).toContainEqual({ name: 'cart.py', content: 'total = 0' });
});

test('opens the language that has a solution', async () => {
  const solutions = [{ language: 'ruby', files: [{ name: 'main.rb', code: 'puts 1' }] }];
  serveApi({ [`GET /api/questions/${ID}`]: { question: { ...question, solutions } } });
  await renderScreen(<QuestionScreen id={ID} parts={parts} />);
  expect(await screen.findByLabelText('Solution in Ruby')).toHaveProperty('value', 'puts 1');
});

test('shows and runs the changed starter where no solution is written', async () => {
  serveApi({ [`GET /api/questions/${ID}`]: { question } });
  await renderScreen(<QuestionScreen id={ID} parts={parts} />);
  const field = () => screen.getByLabelText('Solution in Python');
  const run = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Run all' }));
    await screen.findByText('2 of 3 tests pass');
    return executeFiles.mock.lastCall?.[0].code;
  };
  await userEvent.type(await screen.findByLabelText('Starter in Python'), '!');
  expect(field()).toHaveProperty('value', 'from cart import total!');
  expect(await run()).toBe('from cart import total!');

  const typedIn = field();
  await userEvent.type(typedIn, '?{Backspace}');
  expect(field()).toBe(typedIn);
  await userEvent.type(typedIn, '?');
  await userEvent.type(screen.getByLabelText('Starter in Python'), '!');
  expect(field()).toBe(typedIn);
  expect(typedIn).toHaveProperty('value', 'from cart import total!?');
  expect(await run()).toBe('from cart import total!?');
});
