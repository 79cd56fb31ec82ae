import { onlineManager } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';

/** Takes the network from the page, until the test ends. */
export function goOffline(): void {
  const isOnLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => {
    onlineManager.setOnline(false);
    window.dispatchEvent(new Event('offline'));
  });
  onTestFinished(() => {
    isOnLine.mockRestore();
    // The page is gone, and with it the listener for the event.
    onlineManager.setOnline(true);
  });
}
