import { beforeEach, expect, test, vi } from 'vitest';
import { toastStore } from '../../../shared/ui/feedback/toast-store.ts';
import { copyLink, linkOf, shareLink } from './share-link.ts';

const LINK = 'https://example.com/codeshare/private-room-abc';
const writeText = vi.fn<(text: string) => Promise<void>>();

const lastToast = () => toastStore.get().at(-1)?.text;

function allowSharing(share: (() => Promise<void>) | undefined): void {
  if (share) Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  else Reflect.deleteProperty(navigator, 'share');
}

beforeEach(() => {
  writeText.mockReset();
  writeText.mockResolvedValue();
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  allowSharing(undefined);
});

test('returns the URL that candidates open', () => {
  expect(linkOf('private-room-abc')).toBe(`${location.origin}/codeshare/private-room-abc`);
});

test('shows whether copying worked', async () => {
  await copyLink(LINK);
  expect(writeText).toHaveBeenCalledWith(LINK);
  expect(lastToast()).toBe('Interview link copied to clipboard!');
  writeText.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  await copyLink(LINK);
  expect(lastToast()).toBe('Failed to copy link');
});

test('opens the share sheet within the click, and shows the success', async () => {
  const share = vi.fn<() => Promise<void>>(() => Promise.resolve());
  allowSharing(share);
  const shared = shareLink(LINK);
  expect(share).toHaveBeenCalledWith({ title: 'Code interview', url: LINK });
  await shared;
  expect(lastToast()).toBe('Link shared successfully!');
});

test('copies the link when the sheet is refused or missing', async () => {
  const before = toastStore.get().length;
  allowSharing(() => Promise.reject(new DOMException('closed', 'AbortError')));
  await shareLink(LINK);
  expect(toastStore.get()).toHaveLength(before);
  expect(writeText).not.toHaveBeenCalled();
  allowSharing(() => Promise.reject(new DOMException('no', 'NotAllowedError')));
  await shareLink(LINK);
  allowSharing(undefined);
  await shareLink(LINK);
  expect(writeText).toHaveBeenCalledTimes(2);
  expect(lastToast()).toBe('Interview link copied to clipboard!');
});
