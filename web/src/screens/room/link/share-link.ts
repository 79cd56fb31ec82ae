import { copyText } from '../../../shared/device/copy-text.ts';
import { toast } from '../../../shared/ui/feedback/toast-store.ts';

/** The address a candidate joins by. */
export function linkOf(roomCode: string): string {
  return `${location.origin}/codeshare/${roomCode}`;
}

/** Copies the link and says so, or that it failed. */
export async function copyLink(link: string): Promise<void> {
  if (await copyText(link)) toast('good', 'Interview link copied to clipboard!');
  else toast('bad', 'Failed to copy link');
}

/** Opens the device's share sheet, or copies where there is none. Call it in the click itself: nothing may be awaited before. */
export async function shareLink(link: string): Promise<void> {
  // Absent in many desktop browsers and without TLS, whatever the types say.
  if (!('share' in navigator)) return copyLink(link);
  try {
    await navigator.share({ title: 'Code interview', url: link });
    toast('good', 'Link shared successfully!');
  } catch (error) {
    // Changing one's mind is no failure.
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copyLink(link);
  }
}
