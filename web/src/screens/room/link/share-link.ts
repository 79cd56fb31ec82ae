import { copyText } from '../../../shared/device/copy-text.ts';
import { toast } from '../../../shared/ui/feedback/toast-store.ts';

/** Returns the candidate's URL. */
export function linkOf(roomCode: string): string {
  return `${location.origin}/codeshare/${roomCode}`;
}

/** Copies the link and shows the outcome; resolves to true if it worked. */
export async function copyLink(link: string): Promise<boolean> {
  const isCopied = await copyText(link);
  toast(isCopied ? 'good' : 'bad', isCopied ? 'Interview link copied to clipboard!' : 'Failed to copy link');
  return isCopied;
}

/** True if the device has a share sheet: undefined in many desktop browsers and without TLS, unlike its type. */
export const hasShareSheet = () => 'share' in navigator;

/** Opens the device's share sheet, or copies if there is none. Must run within the click, before any await. */
export async function shareLink(link: string): Promise<void> {
  if (!hasShareSheet()) return void (await copyLink(link));
  try {
    await navigator.share({ title: 'Code interview', url: link });
    toast('good', 'Link shared successfully!');
  } catch (error) {
    // Closing the sheet is not a failure.
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copyLink(link);
  }
}
