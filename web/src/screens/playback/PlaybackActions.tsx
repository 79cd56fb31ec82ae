import Ellipsis from 'lucide-react/icons/ellipsis';
import FileDown from 'lucide-react/icons/file-down';
import Printer from 'lucide-react/icons/printer';
import { Suspense, useState } from 'react';
import type { Recording } from '../../features/playback/replay/recording.ts';
import { messageOf } from '../../shared/api/api-error.ts';
import { toast } from '../../shared/ui/feedback/toast-store.ts';
import { Button } from '../../shared/ui/form/Button.tsx';
import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx';
import { ActionMenu } from '../../shared/ui/overlay/ActionMenu.tsx';
import { savePlayback } from './save-playback.ts';

const ShareDialog = lazyPart(async () => (await import('../../features/playback/links/ShareDialog.tsx')).ShareDialog);

/** What can be done with a recording besides playing it. */
export function PlaybackActions({ interviewId, recording }: { interviewId: string; recording: Recording }) {
  const [isSharing, setSharing] = useState(false);
  const save = () =>
    savePlayback(recording).catch((error: unknown) =>
      toast('bad', messageOf(error, 'Failed to download the playback')),
    );
  return (
    <>
      <Button look="primary" size="sm" onClick={() => setSharing(true)}>
        Share
      </Button>
      <ActionMenu
        label="More"
        actions={[
          {
            label: 'Download playback',
            icon: <FileDown size={16} aria-hidden />,
            disabled: !recording.isComplete,
            onSelect: () => void save(),
          },
          { label: 'Print', icon: <Printer size={16} aria-hidden />, onSelect: () => print() },
        ]}
      >
        <Ellipsis size={20} aria-hidden />
      </ActionMenu>
      <Suspense>{isSharing && <ShareDialog interviewId={interviewId} onClose={() => setSharing(false)} />}</Suspense>
    </>
  );
}
