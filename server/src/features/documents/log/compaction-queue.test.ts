import { expect, test } from 'vitest';
import { until } from '../../../testing/until.ts';
import { CompactionQueue } from './compaction-queue.ts';

/** A queue whose compactions end when the test ends them. */
function pausedQueue() {
  const begun: string[] = [];
  const ends: ((how?: Error) => void)[] = [];
  const queue = new CompactionQueue(
    (interviewId) =>
      new Promise((resolve, reject) => {
        begun.push(interviewId);
        ends.push((error) => (error ? reject(error) : resolve(null)));
      }),
  );
  return { queue, begun, ends };
}

test('compacts one log after the other, each once, also after a failure', async () => {
  const { queue, begun, ends } = pausedQueue();
  for (const id of ['a', 'b', 'b', 'c']) queue.add(id);
  expect(begun).toEqual(['a']);
  ends[0]?.(new Error('no database'));
  await until('the second', () => begun.length === 2);
  queue.add('a');
  ends[1]?.();
  await until('the third', () => begun.length === 3);
  ends[2]?.();
  await until('the fourth', () => begun.length === 4);
  ends[3]?.();
  expect(begun).toEqual(['a', 'b', 'c', 'a']);
  await until('the end of all', () => {
    queue.add('d');
    return begun.length === 5;
  });
});

test('compacts nothing after it was closed', async () => {
  const { queue, begun, ends } = pausedQueue();
  queue.add('a');
  queue.add('b');
  queue.close();
  ends[0]?.();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(begun).toEqual(['a']);
});
