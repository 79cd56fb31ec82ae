import { Suspense } from 'react';
import { flushSync } from 'react-dom';
import type { Extras, Recording } from '../../features/playback/replay/recording.ts';
import { toast } from '../../shared/ui/feedback/toast-store.ts';
import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx';

const ShareDialog = lazyPart(async () => (await import('../../features/playback/links/ShareDialog.tsx')).ShareDialog);
const CopyDialog = lazyPart(async () => (await import('../../features/playback/copies/CopyDialog.tsx')).CopyDialog);
const CloseDialog = lazyPart(async () => (await import('../../features/playback/closing/CloseDialog.tsx')).CloseDialog);

export type OpenDialog = 'share' | 'close' | 'download' | 'print';

interface PlaybackDialogsProps {
  interviewId: string;
  recording: Recording;
  open: OpenDialog | null;
  /** The moment that is shown, in milliseconds of the recording. */
  at: number;
  /** The extras that a copy can have. */
  available: Extras;
  save: (extras: Extras) => void;
  printWith: (extras: Extras) => void;
  reload: () => void;
  onClose: () => void;
}

/** The dialogs of the actions on a recording. */
export function PlaybackDialogs(props: PlaybackDialogsProps) {
  const { interviewId, recording, open, at, available, save, printWith, reload, onClose } = props;
  const removed = () => {
    onClose();
    toast('good', 'Section removed');
    reload();
  };
  return (
    <Suspense>
      {open === 'share' && <ShareDialog {...{ interviewId, onClose }} />}
      {open === 'close' && <CloseDialog {...{ interviewId, recording, at, onClose }} onRemoved={removed} />}
      {(open === 'download' || open === 'print') && (
        <CopyDialog
          title={open === 'print' ? 'Print' : 'Download playback'}
          confirm={open === 'print' ? 'Print' : 'Download'}
          available={available}
          onConfirm={(extras) => {
            flushSync(onClose);
            if (open === 'print') printWith(extras);
            else save(extras);
          }}
          onClose={onClose}
        />
      )}
    </Suspense>
  );
}
