import { useState } from 'react';
import type { ReactNode } from 'react';
import { toast } from '../../shared/ui/toast-store.ts';
import type { LinkCode } from './LinkCode.tsx';

/** The way to show a link as a QR code, and where it shows. A dialog that does not load must not end the room. */
export function useLinkCode(link: string): { showCode: () => void; linkCode: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  const [Loaded, setLoaded] = useState<{ Code: typeof LinkCode } | null>(null);
  const showCode = () => {
    setOpen(true);
    import('./LinkCode.tsx').then(
      (loaded) => setLoaded({ Code: loaded.LinkCode }),
      () => toast('bad', 'Failed to show the QR code'),
    );
  };
  return {
    showCode,
    linkCode: isOpen && Loaded && <Loaded.Code link={link} onClose={() => setOpen(false)} />,
  };
}
