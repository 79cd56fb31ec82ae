import { onlineManager } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';

test('notices a network that returns while the page still loads', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await import('./query-client.ts');
  expect(onlineManager.isOnline()).toBe(false);
  window.dispatchEvent(new Event('online'));
  expect(onlineManager.isOnline()).toBe(true);
});
