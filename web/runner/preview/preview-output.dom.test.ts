import { expect, test, vi } from 'vitest';
import type { FromPreview } from './messages.ts';

// Captured at the import; a clock that stands keeps the writes of a test together.
vi.spyOn(Performance.prototype, 'now').mockReturnValue(0);
const { PreviewOutput } = await import('./preview-output.ts');

test('sends output that alternates between its streams whole, each in its order, in a few messages', () => {
  const sent: FromPreview[] = [];
  const output = new PreviewOutput((message) => sent.push(message));
  const lines = Array.from({ length: 1_000 }, (_, n) => `line ${n}\n`);
  for (const [n, line] of lines.entries()) output.write(n % 2 ? 'err' : 'out', line);
  output.flush();
  expect(sent.length).toBeLessThanOrEqual(50);
  const textOf = (stream: string) =>
    sent.map((message) => (message.type === 'output' && message.stream === stream ? message.text : '')).join('');
  expect(textOf('out')).toBe(lines.filter((_, n) => n % 2 === 0).join(''));
  expect(textOf('err')).toBe(lines.filter((_, n) => n % 2 === 1).join(''));
  expect(sent.slice(0, 4)).toEqual([
    { type: 'output', stream: 'out', text: 'line 0\n' },
    { type: 'output', stream: 'err', text: 'line 1\n' },
    { type: 'output', stream: 'out', text: 'line 2\n' },
    { type: 'output', stream: 'err', text: 'line 3\n' },
  ]);
});
