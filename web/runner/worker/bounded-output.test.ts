import { beforeEach, expect, test } from 'vitest';
import type { FromWorker } from '../messages.ts';
import { BoundedOutput } from './bounded-output.ts';

let sent: FromWorker[];
let output: BoundedOutput;
beforeEach(() => {
  sent = [];
  output = new BoundedOutput((message) => sent.push(message), { head: 10, tail: 4 });
});
const rest = () => sent.findLast((message) => message.type === 'rest');
const streamed = () => sent.flatMap((message) => (message.type === 'output' ? [message.text] : [])).join('');

test('streams up to its bound and keeps the end of what follows', () => {
  output.write('out', '12345');
  output.write('err', '67890abc');
  output.write('out', 'defgh');
  output.finish();
  expect(streamed()).toBe('1234567890');
  expect(rest()).toEqual({ type: 'rest', tail: 'efgh', omitted: 4 });
});

test('reports the end of a long output before the program ends', () => {
  output.write('out', '1234567890abcdef');
  expect(rest()).toEqual({ type: 'rest', tail: 'cdef', omitted: 2 });
});

test('reports nothing about the end of a short output', () => {
  output.write('out', '1234567890');
  output.finish();
  expect(rest()).toBeUndefined();
});

test('leaves out a table that does not fit, and all that follows it', () => {
  output.write('out', '1');
  output.write('table', '[1,2,3,4,5]');
  output.write('out', 'ab');
  output.finish();
  expect(streamed()).toBe('1');
  expect(rest()).toEqual({ type: 'rest', tail: 'ab', omitted: 11 });
});

test('leaves the errors out of a judged output, as of its bounds and its end', () => {
  output = new BoundedOutput((message) => sent.push(message), { head: 10, tail: 4 }, true);
  output.write('err', 'a long report');
  output.write('out', '1234567890ab');
  output.write('err', 'another');
  output.finish();
  expect(streamed()).toBe('1234567890');
  expect(rest()).toEqual({ type: 'rest', tail: 'ab', omitted: 0 });
});
