import Drawer from '@mui/joy/Drawer';
import DialogTitle from '@mui/joy/DialogTitle';
import ModalClose from '@mui/joy/ModalClose';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { DiscardDialog } from './Dialog.tsx';
import styles from './SideSheet.module.css';
import { PHONE } from '../theme/breakpoints.ts';
import { useMedia } from '../theme/use-media.ts';
import { useEscapeFromPage } from './use-escape-from-page.ts';

export interface SideSheetProps {
  title: string;
  /** Takes most of the screen, on a phone all of it. */
  isWide?: boolean;
  children: ReactNode;
  /** Returns whether the sheet holds unsaved input: it asks before it closes. */
  isDirty?: () => boolean;
  onClose: () => void;
}

/** Renders a sheet at the side, on a phone at the bottom, that leaves the page visible; it is open while rendered. */
export function SideSheet({ title, isWide = false, children, isDirty, onClose }: SideSheetProps) {
  const isPhone = useMedia(PHONE);
  const [isAsking, setAsking] = useState(false);
  const close = () => (isDirty?.() ? setAsking(true) : onClose());
  const root = useEscapeFromPage(close);
  return (
    <Drawer
      open
      ref={root}
      anchor={isPhone ? 'bottom' : 'right'}
      onClose={close}
      slotProps={{
        backdrop: { sx: { background: isWide ? 'var(--backdrop)' : 'transparent', backdropFilter: 'none' } },
        content: {
          role: 'dialog',
          'aria-label': title,
          sx: {
            '--Drawer-horizontalSize': isWide ? 'min(1120px, 100vw)' : 'min(380px, 100vw)',
            '--Drawer-verticalSize': 'auto',
            maxHeight: isPhone && !isWide ? '70dvh' : '100dvh',
            ...(isPhone && isWide && { height: '100dvh' }),
            background: 'var(--sheet)',
            borderLeft: isPhone ? undefined : '1px solid var(--line-strong)',
            borderTop: isPhone ? '1px solid var(--line-strong)' : undefined,
            boxShadow: 'var(--shadow-2)',
          },
        },
      }}
    >
      <ModalClose
        sx={{ top: 12, right: 12, '@media (pointer: coarse)': { top: 8, right: 8, minWidth: 44, minHeight: 44 } }}
        aria-label="Close"
      />
      <DialogTitle
        component="h2"
        sx={{ margin: 0, padding: '18px 20px 0', fontSize: isWide ? 'var(--text-1)' : 'var(--text-3)' }}
      >
        {title}
      </DialogTitle>
      <div className={styles.body}>{children}</div>
      {isAsking && <DiscardDialog onDiscard={onClose} onKeep={() => setAsking(false)} />}
    </Drawer>
  );
}
