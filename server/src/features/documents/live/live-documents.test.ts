import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { quickStart, registerCompany } from '../../../testing/builders.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp();
});
afterEach(() => void vi.useRealTimers());
afterAll(() => node.close());

test('keeps a document without readers open for a minute after each request', async () => {
  const { documents } = node.ctx;
  const { id } = await quickStart(node, await registerCompany(node, { plan: 'enterprise' }));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldClearNativeTimers: true });
  const document = await documents.open(id);

  vi.advanceTimersByTime(59_000);
  expect(await documents.open(id)).toBe(document);
  vi.advanceTimersByTime(59_000);
  expect(documents.find(id)).toBe(document);

  vi.advanceTimersByTime(1_000);
  expect(documents.find(id)).toBeUndefined();
});
