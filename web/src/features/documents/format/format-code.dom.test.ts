import { afterEach, expect, test, vi } from 'vitest';
import { TypingGate } from '../sync/typing-gate.ts';
import type { FormatJob, FormatReply } from './format-job.ts';

/** A worker that replies as the test says, when it says. */
class FakeWorker {
  static jobs: FormatJob[] = [];
  static reply: (job: FormatJob) => FormatReply | null | Promise<FormatReply | null>;
  static ended = 0;
  onmessage: ((event: { data: FormatReply | null }) => void) | null = null;
  onerror: (() => void) | null = null;

  postMessage(job: FormatJob): void {
    FakeWorker.jobs.push(job);
    void Promise.resolve(FakeWorker.reply(job)).then((data) => this.onmessage?.({ data }));
  }

  terminate(): void {
    FakeWorker.ended++;
  }
}

vi.mock('./format-worker.ts?worker', () => ({ default: FakeWorker }));
const { formatCode } = await import('./format-code.ts');

afterEach(() => {
  FakeWorker.jobs = [];
  FakeWorker.ended = 0;
});

function gateWith(text: string) {
  const gate = new TypingGate();
  gate.text.insert(0, text);
  gate.flush();
  const updates: Uint8Array[] = [];
  gate.shared.on('update', (update: Uint8Array) => updates.push(update));
  return { gate, updates };
}

const spaced = ({ text }: FormatJob): FormatReply => ({ text: text.replaceAll('=', ' = ') });
const may = () => true;

test('formats by one update and one step of undo, with the indentation of the text', async () => {
  FakeWorker.reply = spaced;
  const { gate, updates } = gateWith('a=1\n\tb=2\n');
  expect(await formatCode(gate, 'python', may)).toEqual({ kind: 'changed' });
  expect(gate.text.toString()).toBe('a = 1\n\tb = 2\n');
  expect(FakeWorker.jobs[0]?.indentation).toEqual({ usesTabs: true, size: 4 });
  expect(updates).toHaveLength(1);
  gate.undoManager.undo();
  expect(gate.text.toString()).toBe('a=1\n\tb=2\n');
});

test('says that formatted code is formatted', async () => {
  FakeWorker.reply = ({ text }) => ({ text });
  const { gate, updates } = gateWith('a = 1\n');
  expect(await formatCode(gate, 'python', may)).toEqual({ kind: 'same', text: 'The code is formatted already.' });
  expect(updates).toHaveLength(0);
});

test.each<[FormatReply | null, string]>([
  [{ problem: { line: 3, message: 'Unexpected token' } }, 'Line 3: Unexpected token. Nothing was changed.'],
  [{ problem: { line: null, message: 'Missing end.' } }, 'Missing end. Nothing was changed.'],
  [null, 'The formatter could not be loaded. Nothing was changed.'],
])('changes nothing for the reply %j', async (reply, text) => {
  FakeWorker.reply = () => reply;
  const { gate, updates } = gateWith('a=1');
  expect(await formatCode(gate, 'python', may)).toEqual({ kind: 'failed', text });
  expect(updates).toHaveLength(0);
  expect(FakeWorker.ended).toBe(reply === null ? 1 : 0);
});

test('formats again if someone types meanwhile, and loses nothing', async () => {
  const { gate } = gateWith('a=1\n');
  FakeWorker.reply = (job) => {
    if (FakeWorker.jobs.length === 1) gate.text.insert(0, 'new=0\n');
    return spaced(job);
  };
  expect(await formatCode(gate, 'python', may)).toEqual({ kind: 'changed' });
  expect(gate.text.toString()).toBe('new = 0\na = 1\n');
});

test('gives up if someone types without a pause', async () => {
  const { gate } = gateWith('a=1\n');
  FakeWorker.reply = (job) => (gate.text.insert(0, '#'), spaced(job));
  expect(await formatCode(gate, 'python', may)).toEqual({
    kind: 'failed',
    text: 'Someone is typing. Nothing was changed.',
  });
  expect(gate.text.toString()).toBe('###a=1\n');
});

test('changes nothing once the code may not be changed', async () => {
  FakeWorker.reply = spaced;
  const { gate, updates } = gateWith('a=1\n');
  const done = await formatCode(gate, 'python', () => false);
  expect(done).toEqual({ kind: 'failed', text: 'The code can no longer be changed. Nothing was changed.' });
  expect(updates).toHaveLength(0);
});

test('gives each of two files its own text, whichever is formatted first', async () => {
  const release = Promise.withResolvers<void>();
  FakeWorker.reply = async (job) => {
    if (job.text === 'a=1') await release.promise;
    return spaced(job);
  };
  const [first, second] = [gateWith('a=1').gate, gateWith('b=2').gate];
  const done = [formatCode(first, 'python', may), formatCode(second, 'python', may)];
  release.resolve();
  expect(await Promise.all(done)).toEqual([{ kind: 'changed' }, { kind: 'changed' }]);
  expect([first.text.toString(), second.text.toString()]).toEqual(['a = 1', 'b = 2']);
});
