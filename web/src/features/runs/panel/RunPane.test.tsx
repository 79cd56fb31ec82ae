import type { RunPiece } from '@cip/contracts/runs/runs';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakePage, FakeRunServer } from '../testing/fake-room.ts';
import { RunEffects } from './RunEffects.tsx';
import { RunPane } from './RunPane.tsx';
import type { RunTab } from './run-tabs.ts';
import { isExplained, isRefusingOthers, outputHeight } from './run-settings.ts';

let server: FakeRunServer;
const editor = {
  focus: vi.fn<() => void>(),
  mark: vi.fn<() => void>(),
  goTo: vi.fn<() => void>(),
  replaceLookalikes: vi.fn<() => boolean>(() => true),
};

beforeEach(() => {
  isExplained.set(true);
  server = new FakeRunServer();
});
afterEach(() => {
  for (const { session } of server.pages) session.close();
  isRefusingOthers.set(false);
  editor.focus.mockClear();
  editor.mark.mockClear();
  editor.goTo.mockClear();
  editor.replaceLookalikes.mockClear();
});

const settle = () => act(() => new Promise<void>((resolve) => setTimeout(resolve, 5)));

function Shown({ page, language }: { page: FakePage; language: string }) {
  const [tab, setTab] = useState<RunTab>('Output');
  const { session } = page;
  const place = { isWhole: false, onCode: () => undefined };
  return (
    <>
      <RunEffects session={session} editor={editor} />
      <RunPane {...{ session, language, editor, tab }} {...place} onTab={setTab} />
    </>
  );
}

async function show(page: FakePage, language = 'python') {
  page.setRoom({ language });
  render(<Shown page={page} language={language} />);
  await settle();
}

async function run(page: FakePage, output: [RunPiece['stream'], string][]) {
  void page.session.press();
  await settle();
  act(() => output.forEach(([stream, text]) => page.sandbox.last.events.output(stream, text)));
  return page.sandbox.last;
}

const log = () => screen.getByRole('log', { name: 'Output' });
const spoken = () => screen.getByRole('status').textContent;

describe('output', () => {
  test('announces output with one sentence at its end', async () => {
    const page = new FakePage(server, 'Ada');
    await show(page);
    const execution = await run(page, [['out', 'one\ntwo\n']]);
    expect(log().getAttribute('aria-live')).toBe('off');
    expect(spoken()).toBe('');
    act(() => execution.events.output('out', 'three\n'));
    execution.end();
    await settle();
    expect(spoken()).toBe('Run finished: 3 lines.');
    expect(screen.getByText('Finished in 0.12 s')).toBeTruthy();
    expect(screen.getByText('Ran on Ada’s laptop')).toBeTruthy();
  });

  test('names the packages that the program used', async () => {
    const page = new FakePage(server, 'Ada');
    await show(page, 'javascript');
    const execution = await run(page, [['out', 'one\n']]);
    const packages = [
      { name: 'lodash', version: '4.18.1' },
      { name: 'react', version: '19.3.1' },
    ];
    act(() => execution.end({ packages }));
    await settle();
    expect(screen.getByText('with lodash 4.18.1, react 19.3.1')).toBeTruthy();
  });

  test('names many packages when asked for, until the next run', async () => {
    const page = new FakePage(server, 'Ada');
    await show(page, 'javascript');
    const packages = ['react', 'react-dom', 'vitest'].map((name) => ({ name, version: '1.0.0' }));
    const first = await run(page, [['out', 'one\n']]);
    act(() => first.end({ packages }));
    await settle();
    const all = 'with react 1.0.0, react-dom 1.0.0, vitest 1.0.0';
    const button = () => screen.getByRole('button', { name: 'with 3 packages' });
    expect(screen.queryByText(all)).toBeNull();
    fireEvent.click(button());
    expect(button().getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByText(all)).toBeTruthy();
    fireEvent.click(button());
    expect(screen.queryByText(all)).toBeNull();
    fireEvent.click(button());

    const second = await run(page, [['out', 'two\n']]);
    act(() => second.end({ packages }));
    await settle();
    expect(button().getAttribute('aria-expanded')).toBe('false');
  });

  test('shows output as text only, whatever its characters', async () => {
    const page = new FakePage(server, 'Ada');
    await show(page);
    const hostile =
      '<img src=x onerror=alert(1)>\u0000\u0007\u202Etxt\u2066\r\n\u001b]8;;https://evil.example\u0007link\u001b]8;;\u0007\u001b[2J\u001b[31mred\u001b[0m \u009b';
    await run(page, [['out', hostile]]);
    expect(log().querySelector('img, a, script')).toBeNull();
    expect(log().textContent).toBe('<img src=x onerror=alert(1)>␀␇[U+202E]txt[U+2066]\nlinkred [U+009B]');
  });

  test('colors text by escape sequences, also if pieces divide them', async () => {
    const page = new FakePage(server, 'Ada');
    await show(page);
    await run(page, [
      ['out', 'plain \u001b[1;3'],
      ['out', '1mred\u001b[39m bold'],
    ]);
    expect(log().textContent).toBe('plain red bold');
    expect(screen.getByText('red').className).not.toBe(screen.getByText('plain').className);
  });

  test('overwrites a line after a carriage return, also if pieces divide it', async () => {
    const page = new FakePage(server, 'Ada');
    await show(page);
    await run(page, [
      ['out', '\r 10% loaded\r 50'],
      ['out', '% loaded\r100% loaded'],
      ['out', '\ndone\n'],
    ]);
    expect(log().textContent).toBe('100% loaded\ndone\n');
  });

  test('shows tables of SQL with 200 rows, NULL, and the number of the others', async () => {
    const page = new FakePage(server, 'Ada');
    await show(page, 'sql');
    const rows = Array.from({ length: 300 }, (_, row) => [String(row), row === 0 ? null : '<b>x</b>']);
    await run(page, [['table', JSON.stringify({ columns: ['id', 'name'], rows, total: 1_000 })]]);
    const table = screen.getByRole('table', { name: '1,000 rows' });
    expect(within(table).getAllByRole('row')).toHaveLength(201);
    expect(within(table).getByText('NULL')).toBeTruthy();
    const [id, name] = within(table).getAllByRole('columnheader');
    expect([id?.dataset['number'], name?.dataset['number']]).toEqual(['true', 'false']);
    expect(within(table).getAllByRole('cell', { name: '<b>x</b>' })).toHaveLength(199);
    expect(screen.getByText('800 more not shown')).toBeTruthy();
  });

  test('shows a piece that is no table as text', async () => {
    const page = new FakePage(server, 'Ada');
    await show(page, 'sql');
    await run(page, [['table', '{"columns":"<b>","rows":7}']]);
    expect(screen.queryByRole('table')).toBeNull();
    expect(log().textContent).toContain('{"columns":"<b>","rows":7}');
  });

  test('names how much was left out before the last characters', async () => {
    const page = new FakePage(server, 'Ada');
    await show(page);
    const execution = await run(page, [['out', 'head']]);
    execution.end({ omitted: 12_345, tail: 'tail' });
    await settle();
    expect(log().textContent).toBe('head12,345 characters are left out here.tail');
  });

  test('follows the end of the output when the last characters arrive', async () => {
    vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(function height(this: HTMLElement) {
      return this.textContent.length;
    });
    const page = new FakePage(server, 'Ada');
    await show(page);
    const execution = await run(page, [['out', 'head']]);
    execution.end({ omitted: 1_023_354, tail: 'the last line' });
    await settle();
    expect(log().scrollTop).toBe(log().textContent.length);

    // A user who read further up follows the next run again.
    log().scrollTop = 0;
    fireEvent.scroll(log());
    act(() => execution.events.output('out', ''));
    expect(log().scrollTop).toBe(0);
    await run(page, [['out', 'another run']]);
    expect(log().scrollTop).toBe(log().textContent.length);
  });

  test.each([
    [{ reason: 'time_limit', ms: 10_000 } as const, 'Time limit reached after 10.0 s'],
    [{ reason: 'failed', exitCode: 3 } as const, 'Exited with code 3'],
    [{ reason: 'crashed' } as const, 'Crashed, probably out of memory'],
  ])('shows below the output why the run ended: %j', async (end, words) => {
    const page = new FakePage(server, 'Ada');
    await show(page);
    (await run(page, [['out', 'so far\n']])).end(end);
    await settle();
    expect(log().textContent).toBe(`so far\n${words}`);
  });

  test('names the participant who stopped the run, on both sides', async () => {
    const [page, grace] = [new FakePage(server, 'Ada'), new FakePage(server, 'Grace', { isInterviewer: true })];
    await show(page);
    await run(page, [['out', 'first ']]);
    await act(() => grace.session.press());
    await settle();
    expect(log().textContent).toMatch(/^first Stopped by Grace after [\d.]+ s$/);
    expect(grace.shown.stoppedBy).toBe('Grace');

    await run(page, [['out', 'second ']]);
    // Not the second half of a double click.
    vi.spyOn(performance, 'now').mockReturnValue(Infinity);
    await act(() => page.session.press());
    await settle();
    expect(log().textContent).toMatch(/^second Stopped by Ada after [\d.]+ s$/);
    expect(grace.shown.stoppedBy).toBe('Ada');
  });

  test('hides the output for the offer of another language', async () => {
    const phone = new FakePage(server, 'Ada', { device: 'phone' });
    phone.setRoom({ isConnected: true, language: 'javascript' });
    render(<Shown page={phone} language="javascript" />);
    await settle();
    (await run(phone, [['out', 'of JavaScript']])).end();
    await settle();
    act(() => phone.setRoom({ language: 'python' }));
    await act(() => phone.session.press());
    expect(screen.getByRole('button', { name: 'Download and run here' })).toBeTruthy();
    expect(screen.queryByText('of JavaScript')).toBeNull();
    expect(screen.queryByText(/^Finished/)).toBeNull();
    act(() => phone.setRoom({ language: 'javascript' }));
    expect(screen.getByText('of JavaScript')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Download and run here' })).toBeNull();
  });

  test('clears the output on this device only', async () => {
    const page = new FakePage(server, 'Ada');
    const other = new FakePage(server, 'Grace');
    await show(page);
    const execution = await run(page, [['out', 'shown']]);
    execution.end();
    await settle();
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(log().textContent).toBe('Press Run to see the output here.Ctrl+Enter');
    expect(other.output).toBe('shown');
  });

  test('names the unsent lines of others until the code has changed', async () => {
    const page = new FakePage(server, 'Ada');
    await show(page);
    page.unsentLines = 'Cy’s line 4';
    const execution = await run(page, [['out', '1']]);
    page.unsentLines = '';
    expect(screen.getByText('without Cy’s line 4, not sent yet')).toBeTruthy();
    execution.end();
    await settle();
    expect(screen.getByText('without Cy’s line 4, not sent yet')).toBeTruthy();
    page.type('print(2)');
    expect(await screen.findByText('of an earlier version')).toBeTruthy();
    expect(screen.queryByText(/not sent yet/)).toBeNull();
    page.type('print(1)');
    (await run(page, [])).end();
    await settle();
    expect(screen.queryByText(/not sent yet/)).toBeNull();
  });

  test('shows that output is of an earlier version of the code', async () => {
    const page = new FakePage(server, 'Ada');
    await show(page);
    (await run(page, [['out', '1']])).end();
    await settle();
    expect(screen.queryByText('of an earlier version')).toBeNull();
    page.type('print(2)');
    expect(await screen.findByText('of an earlier version')).toBeTruthy();
  });
});

describe('the explanation of runs', () => {
  const explanation = () => screen.queryByText(/no network, no files/);

  test('explains the operator’s engine as such', async () => {
    isExplained.set(false);
    const [ada, page] = [new FakePage(server, 'Ada'), new FakePage(server, 'Grace')];
    await show(page);
    await ada.session.press();
    const { run } = ada.shown;
    if (run)
      act(() => page.emit('run:started', { ...run, runner: { id: null, name: 'Run engine', device: 'engine' } }));
    expect(log().textContent).toContain('Runs in a sandbox on a server: no network');
  });

  test('says before the first run and above its output what a language lacks here', async () => {
    const page = new FakePage(server, 'Ada');
    await show(page, 'c++');
    expect(log().textContent).toContain('C++ here has no exceptions.');
    (await run(page, [['out', '42']])).end();
    await settle();
    expect(log().textContent).toMatch(/^C\+\+ here has no exceptions\.42/);
    act(() => page.setRoom({ language: 'typescript' }));
    expect(log().textContent).toMatch(/^Types are not checked here\.42/);
    act(() => page.setRoom({ language: 'python' }));
    expect(log().textContent).toBe('42');
  });

  test('says that C++ has no exceptions on an operator’s engine only while it is out of reach', async () => {
    server.engineLanguages = ['c++'];
    const page = new FakePage(server, 'Ada');
    await show(page, 'c++');
    expect(log().textContent).not.toContain('exceptions');
    act(() => page.setRoom({ isConnected: false }));
    expect(log().textContent).toContain('C++ here has no exceptions.');
  });

  test("explains runs until the user has seen an output's end", async () => {
    isExplained.set(false);
    const page = new FakePage(server, 'Ada');
    await show(page);
    expect(explanation()).toBeTruthy();
    (await run(page, [['out', '1']])).end();
    await settle();
    expect(explanation()).toBeTruthy();
    await run(page, [['out', '2']]);
    expect(explanation()).toBeNull();
    expect(isExplained.get()).toBe(true);
  });
});

describe('the download of a runtime', () => {
  const load = (page: FakePage, loadedBytes: number) =>
    act(() => page.sandbox.last.events.progress({ phase: 'loading', loadedBytes, totalBytes: 5_000_000 }));

  test("shows a bar with the download's size, announced once", async () => {
    const page = new FakePage(server, 'Ada');
    await show(page);
    await run(page, []);
    load(page, 1_000_000);
    const bar = await screen.findByRole('progressbar', { name: 'Download of Python' });
    expect(bar.getAttribute('aria-valuetext')).toBe('1.0 MB of 5.0 MB');
    expect(spoken()).toBe('Downloading Python, 5.0 MB.');
    load(page, 2_000_000);
    expect(screen.getByRole('progressbar').getAttribute('value')).toBe('2000000');
    expect(log().textContent).toBe('Downloading Python for its first run: 2.0 MB of 5.0 MB');
    expect(spoken()).toBe('Downloading Python, 5.0 MB.');
    load(page, 5_000_000);
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(spoken()).toBe('');
  });

  test("names another device's download to everyone who waits for it", async () => {
    const [ada, page] = [new FakePage(server, 'Ada'), new FakePage(server, 'Grace')];
    await show(page);
    void ada.session.press();
    await settle();
    const { id } = server.latest?.run ?? { id: '' };
    const heard = (loaded: number) => act(() => page.emit('run:loading', { id, loaded }));
    heard(40);
    expect(log().textContent).toBe('Python is loading on Ada’s laptop (40%)…');
    expect(screen.getByText('Loading Python…')).toBeTruthy();
    expect(spoken()).toBe('Python is loading on Ada’s laptop…');
    heard(99);
    expect(log().textContent).toBe('Python is starting on Ada’s laptop…');
    heard(100);
    expect(log().textContent).toBe('Running…');
    expect(spoken()).toBe('');
  });

  test('shows no download for a runtime from the cache', async () => {
    vi.useFakeTimers();
    const page = new FakePage(server, 'Ada');
    render(<Shown page={page} language="python" />);
    void page.session.press();
    await act(() => vi.advanceTimersByTimeAsync(1));
    load(page, 0);
    await act(() => vi.advanceTimersByTimeAsync(200));
    load(page, 5_000_000);
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(screen.getAllByText('Loading Python…')).toHaveLength(2);
    vi.useRealTimers();
  });
});

test('leaves the pane by Escape, and closes a menu first', async () => {
  const page = new FakePage(server, 'Grace', { isInterviewer: true });
  await show(page);
  await userEvent.click(screen.getByRole('button', { name: 'Run options' }));
  await userEvent.keyboard('{Escape}');
  expect(editor.focus).not.toHaveBeenCalled();
  log().focus();
  await userEvent.keyboard('{Escape}');
  expect(editor.focus).toHaveBeenCalledOnce();
});

test('stays in the pane if Escape closes an input method', async () => {
  await show(new FakePage(server, 'Ada'));
  fireEvent.keyDown(log(), { key: 'Escape', isComposing: true });
  expect(editor.focus).not.toHaveBeenCalled();
});

describe('an error', () => {
  const error = { name: 'NameError', message: "name 'x' is not defined", line: 12, column: 5 };

  test('marks an error in the code and leads to its line', async () => {
    const page = new FakePage(server, 'Ada');
    await show(page);
    const execution = await run(page, [['err', 'Traceback']]);
    execution.end({ reason: 'failed', exitCode: 1, error });
    await settle();
    expect(spoken()).toBe('Error in line 12: NameError.');
    expect(editor.mark.mock.calls).toEqual([[{ line: 12, column: 5, message: "NameError: name 'x' is not defined" }]]);
    await userEvent.click(screen.getByRole('button', { name: 'Error in line 12: NameError' }));
    expect(editor.goTo).toHaveBeenCalledWith(12, 5);
    await run(page, []);
    expect(editor.mark.mock.lastCall).toEqual([null]);
  });

  test('places an error without a name by its line alone', async () => {
    const page = new FakePage(server, 'Ada');
    await show(page, 'sqlite');
    (await run(page, [])).end({ reason: 'failed', error: { ...error, name: 'Error', message: 'near "x"' } });
    await settle();
    expect(screen.getByRole('button', { name: 'Error in line 12' })).toBeTruthy();
    expect(editor.mark.mock.calls).toEqual([[{ line: 12, column: 5, message: 'near "x"' }]]);
  });

  test('marks no line for an error in another file, and names the file once', async () => {
    const page = new FakePage(server, 'Ada');
    await show(page);
    const elsewhere = { ...error, message: `${error.message} (shop.py:2)`, line: null, column: null };
    const traceback = `File "shop.py", line 2\nNameError: ${error.message}\n`;
    (await run(page, [['err', traceback]])).end({ reason: 'failed', error: elsewhere });
    await settle();
    expect(log().textContent).toBe(traceback);
    expect(editor.mark).not.toHaveBeenCalled();
    (await run(page, [])).end({ reason: 'failed', error: elsewhere });
    await settle();
    expect(log().textContent).toContain('(shop.py:2)');
  });

  test('names the look-alike characters of its line, and replaces all of the program', async () => {
    server.text = 'def add(a, b):\n\u00a0\u00a0return a + b\nprint(“sum”, add(1, 2))\n';
    const page = new FakePage(server, 'Ada');
    await show(page);
    const message = 'invalid non-printable character U+00A0';
    (await run(page, [])).end({ reason: 'failed', error: { name: 'SyntaxError', message, line: 2, column: 1 } });
    await settle();
    const sentence = 'Line 2: 2 no-break spaces (U+00A0), where programs need plain spaces.';
    expect(log().textContent).toContain(sentence);
    expect(editor.mark.mock.lastCall).toEqual([
      { line: 2, column: 1, message: `${sentence}\nSyntaxError: ${message}` },
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Replace 4 characters' }));
    expect(editor.replaceLookalikes).toHaveBeenCalledOnce();
    page.type('print("sum")');
    await waitFor(() => expect(log().textContent).not.toContain(sentence));
  });

  test('says nothing about look-alike characters in other lines', async () => {
    server.text = 'a = “x”\nfoo(';
    const page = new FakePage(server, 'Ada');
    await show(page);
    (await run(page, [])).end({ reason: 'failed', error: { ...error, line: 2 } });
    await settle();
    expect(screen.queryByRole('button', { name: /Replace/ })).toBeNull();
  });

  test('marks no error of an earlier version', async () => {
    const page = new FakePage(server, 'Ada');
    await show(page);
    const execution = await run(page, []);
    page.type('print(2)');
    execution.end({ reason: 'failed', error });
    await settle();
    expect(editor.mark).not.toHaveBeenCalled();
  });
});

describe('the controls of the pane', () => {
  test('leads to the input of the next run if a program needs more', async () => {
    const page = new FakePage(server, 'Ada');
    await show(page);
    const execution = await run(page, []);
    execution.end({ needsInput: true });
    await settle();
    await userEvent.click(screen.getByRole('button', { name: 'Add input' }));
    await userEvent.type(screen.getByLabelText('Input'), '42');
    await run(page, []);
    expect(page.sandbox.last.program.stdin).toBe('42');
  });

  test('answers a waiting program in a field named by the prompt', async () => {
    const page = new FakePage(server, 'Ada');
    await show(page);
    const execution = await run(page, [['out', 'one\nname? ']]);
    act(() => execution.events.asking?.());
    await settle();
    expect(screen.getByText('Waiting for input')).toBeTruthy();
    expect(screen.queryByText('Running…')).toBeNull();
    expect(spoken()).toBe('The program waits for input. name?');
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'name?' });
    expect(document.activeElement).toBe(field);
    // The next line is typed before the program has the first.
    await userEvent.keyboard('Zoë{Shift>}{Enter}{/Shift}7');
    fireEvent.keyDown(field, { key: 'Enter' });
    fireEvent.change(field, { target: { value: `${field.value}n` } });
    await settle();
    expect(field.value).toBe('n');
    await userEvent.keyboard('{Enter}');
    await userEvent.clear(field);
    expect(execution.answers).toEqual(['Zoë\n7']);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true);

    act(() => execution.events.asking?.());
    await settle();
    await userEvent.keyboard('x{Control>}d{/Control}{Backspace}{Control>}d{/Control}');
    await settle();
    expect(execution.answers).toEqual(['Zoë\n7', null]);
    execution.end();
    await settle();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(editor.focus).toHaveBeenCalledOnce();
  });

  test('shows no running state if a program waits without a prompt', async () => {
    const page = new FakePage(server, 'Ada');
    await show(page);
    const execution = await run(page, []);
    expect(screen.getAllByText('Running…')).toHaveLength(2);
    act(() => execution.events.asking?.());
    await settle();
    expect(screen.getByText('Waiting for input')).toBeTruthy();
    expect(screen.queryByText('Running…')).toBeNull();
  });

  test("keeps the focus if another participant's program waits", async () => {
    const [page, other] = [new FakePage(server, 'Ada'), new FakePage(server, 'Grace')];
    await show(page);
    await run(other, []);
    act(() => other.sandbox.last.events.asking?.());
    await settle();
    expect(document.activeElement).toBe(document.body);
    await userEvent.click(screen.getByRole('button', { name: 'End input' }));
    expect(other.sandbox.last.answers).toEqual([null]);
  });

  test('downloads the runtime on a lone phone after naming its size', async () => {
    const page = new FakePage(server, 'Ada', { device: 'phone' });
    await show(page);
    void page.session.press();
    await settle();
    expect(log().textContent).toContain('Python is 5.0 MB.');
    await userEvent.click(screen.getByRole('button', { name: 'Download and run here' }));
    await settle();
    expect(page.sandbox.last.program.language).toBe('python');
  });

  test('runs SQL as SQLite on a lone phone', async () => {
    const page = new FakePage(server, 'Ada', { device: 'phone' });
    await show(page, 'sql');
    void page.session.press();
    await settle();
    expect(screen.queryByRole('button', { name: 'Download and run here' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Run as SQLite' }));
    await settle();
    expect(page.sandbox.last.program.language).toBe('sqlite');
  });

  test('changes the height of the output by arrow keys', async () => {
    await show(new FakePage(server, 'Ada'));
    const before = outputHeight.get();
    fireEvent.keyDown(screen.getByRole('separator', { name: 'Resize output' }), { key: 'ArrowUp' });
    expect(outputHeight.get()).toBeGreaterThan(before);
    fireEvent.keyDown(screen.getByRole('separator', { name: 'Resize output' }), { key: 'ArrowDown' });
    expect(outputHeight.get()).toBe(before);
  });

  test('lets an interviewer switch running off and refuse others’ code', async () => {
    const page = new FakePage(server, 'Grace', { isInterviewer: true });
    await show(page);
    const choose = async (name: string) => {
      await userEvent.click(screen.getByRole('button', { name: 'Run options' }));
      await userEvent.click(screen.getByRole('menuitem', { name }));
      await settle();
    };
    await choose('Switch running off for the room');
    expect(server.isAllowed).toBe(false);
    await choose('Switch running on for the room');
    expect(server.isAllowed).toBe(true);
    await choose('Don’t run others’ code on this device');
    expect(isRefusingOthers.get()).toBe(true);
  });

  test('offers a candidate no such options', async () => {
    await show(new FakePage(server, 'Ada'));
    expect(screen.queryByRole('button', { name: 'Run options' })).toBeNull();
  });
});

describe('the data of SQL', () => {
  test('attaches the sample shop, whose tables the candidate sees', async () => {
    const interviewer = new FakePage(server, 'Grace', { isInterviewer: true });
    await show(interviewer, 'sql');
    await userEvent.click(screen.getByRole('tab', { name: 'Data' }));
    await userEvent.click(screen.getByRole('radio', { name: 'Sample shop' }));
    await settle();
    expect(server.dataSet?.name).toBe('Sample shop');
    const tables = within(screen.getByRole('region', { name: 'Tables of Sample shop' }));
    expect(tables.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'customers',
      'products',
      'orders',
      'order_lines',
    ]);
    await userEvent.click(screen.getByRole('radio', { name: 'No data set' }));
    await settle();
    expect(server.dataSet).toBeNull();
  });

  test("attaches the interviewer's own SQL", async () => {
    await show(new FakePage(server, 'Grace', { isInterviewer: true }), 'sql');
    await userEvent.click(screen.getByRole('tab', { name: 'Data' }));
    await userEvent.click(screen.getByRole('radio', { name: 'Own SQL' }));
    const sql = 'CREATE TABLE pets (id INT);';
    fireEvent.change(screen.getByLabelText('SQL that creates the data'), { target: { value: sql } });
    await userEvent.click(screen.getByRole('button', { name: 'Attach' }));
    await settle();
    expect(server.dataSet).toEqual({ name: 'Own data', sql });
    expect(screen.getByText('pets')).toBeTruthy();
  });

  test('keeps SQL that is not attached while another tab is shown', async () => {
    const page = new FakePage(server, 'Grace', { isInterviewer: true });
    await show(page, 'sql');
    const open = (name: string) => userEvent.click(screen.getByRole('tab', { name }));
    const field = () => screen.getByLabelText<HTMLTextAreaElement>('SQL that creates the data');
    await open('Data');
    await userEvent.click(screen.getByRole('radio', { name: 'Own SQL' }));
    const sql = 'CREATE TABLE pets (id INT);';
    fireEvent.change(field(), { target: { value: sql } });
    await open('Output');
    await open('Data');
    expect(field().value).toBe(sql);
    await userEvent.click(screen.getByRole('button', { name: 'Attach' }));
    await settle();
    const other = 'CREATE TABLE cats (id INT);';
    await act(() =>
      new FakePage(server, 'Maya', { isInterviewer: true }).session.attach({ name: 'Own data', sql: other }),
    );
    expect(field().value).toBe(other);
  });

  test('keeps attached SQL as the draft when another data set is chosen', async () => {
    const sql = 'CREATE TABLE pets (id INT);';
    server.dataSet = { name: 'Own data', sql };
    await show(new FakePage(server, 'Grace', { isInterviewer: true }), 'sql');
    await userEvent.click(screen.getByRole('tab', { name: 'Data' }));
    for (const name of ['No data set', 'Sample shop']) {
      await userEvent.click(screen.getByRole('radio', { name }));
      await settle();
    }
    expect(server.dataSet?.name).toBe('Sample shop');
    await userEvent.click(screen.getByRole('radio', { name: 'Own SQL' }));
    expect(screen.getByLabelText<HTMLTextAreaElement>('SQL that creates the data').value).toBe(sql);
  });

  test('keeps a choice that is made before the reply to another', async () => {
    const page = new FakePage(server, 'Grace', { isInterviewer: true });
    await show(page, 'sql');
    await userEvent.click(screen.getByRole('tab', { name: 'Data' }));
    const replies: (() => void)[] = [];
    vi.spyOn(page.session, 'attach').mockImplementation(() => new Promise((resolve) => replies.push(resolve)));
    const choose = (name: string) => userEvent.click(screen.getByRole('radio', { name }));
    const field = () => screen.getByLabelText<HTMLTextAreaElement>('SQL that creates the data');
    const reply = () => act(async () => replies.splice(0).forEach((resolve) => resolve()));
    await choose('Sample shop');
    await choose('Own SQL');
    await reply();
    const sql = 'CREATE TABLE pets (id INT);';
    fireEvent.change(field(), { target: { value: sql } });
    await userEvent.click(screen.getByRole('button', { name: 'Attach' }));
    await choose('No data set');
    const setAttached = (dataSet: typeof server.dataSet) =>
      act(() => page.session.store.set((state) => ({ ...state, dataSet })));
    setAttached({ name: 'Own data', sql });
    await reply();
    setAttached(null);
    await choose('Own SQL');
    expect(field().value).toBe(sql);
  });

  test('shows a candidate the data without the means to change it', async () => {
    server.dataSet = { name: 'Pets', sql: 'CREATE TABLE pets (id INT);' };
    await show(new FakePage(server, 'Ada'), 'sql');
    await userEvent.click(screen.getByRole('tab', { name: 'Data' }));
    expect(screen.getByRole('region', { name: 'Tables of Pets' })).toBeTruthy();
    expect(screen.queryByRole('radio')).toBeNull();
  });
});
