import type { ReactNode } from 'react';
import { useLoadedDialog } from '../../../shared/ui/overlay/use-loaded-dialog.ts';

const loadLinkCode = async () => (await import('./LinkCode.tsx')).LinkCode;

/** The way to show a link as a QR code, and where it shows. A dialog that does not load must not end the room. */
export function useLinkCode(link: string): { showCode: () => void; linkCode: ReactNode } {
  const { Part: LinkCode, open, close } = useLoadedDialog(loadLinkCode, 'Failed to show the QR code');
  return { showCode: open, linkCode: LinkCode && <LinkCode link={link} onClose={close} /> };
}
