import { expect, test } from 'vitest';

let fired = 0;

test('starts a timer that outlives it', () => {
  setTimeout(() => (fired += 1));
  expect(fired).toBe(0);
});

test('meets no timer of an earlier test', async () => {
  // Timers of the same delay fire in their order.
  await new Promise((done) => setTimeout(done));
  expect(fired).toBe(0);
});

test('starts a frame that outlives it', () => {
  requestAnimationFrame(() => (fired += 1));
  expect(fired).toBe(0);
});

test('draws its own frames, and none of an earlier test', async () => {
  await new Promise((done) => requestAnimationFrame(done));
  expect(fired).toBe(0);
});
