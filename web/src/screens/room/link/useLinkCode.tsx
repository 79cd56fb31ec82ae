import type { ReactNode } from 'react';
import { useLoadedDialog } from '../../../shared/ui/overlay/use-loaded-dialog.ts';

const loadLinkCode = async () => (await import('./LinkCode.tsx')).LinkCode;

/**
 * Returns a function that shows a link as a QR code, and the dialog. If the dialog fails to load, that must not end the
 * room.
 */
export function useLinkCode(link: string): { showCode: () => void; linkCode: ReactNode } {
  const { Part: LinkCode, open, close } = useLoadedDialog(loadLinkCode, 'Failed to show the QR code');
  return { showCode: open, linkCode: LinkCode && <LinkCode link={link} onClose={close} /> };
}
