import { useEffect, useState } from 'react';
import { deleteOrphanedEdits, findOrphanedText } from '../../features/documents/device/orphaned-edits.ts';
import { downloadCode } from '../../features/documents/editor/download-code.ts';
import { wholeCode } from '../../shared/code/code-copy.ts';
import type { CodeCopy } from '../../shared/code/code-copy.ts';
import { copyCode } from '../../shared/ui/feedback/copy-code.ts';
import { Button } from '../../shared/ui/plain/Button.tsx';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { hasOnlyCopy, noteTaken } from './forget-ended.ts';

export interface LeftTextNoticeProps {
  roomCode: string;
  participantId: string;
  onDismiss?: () => void;
}

/**
 * Offers a candidate the text they typed offline if the interview ended before it synced. Else renders nothing. If the
 * user dismisses it, it deletes the text only after a copy or a download; else the next visit offers it again.
 */
export function LeftTextNotice({ roomCode, participantId, onDismiss }: LeftTextNoticeProps) {
  const [left, setLeft] = useState<CodeCopy | null>(null);
  useEffect(() => {
    findOrphanedText(roomCode, participantId).then(setLeft, () => setLeft(null));
  }, [roomCode, participantId]);
  if (!left) return null;
  const copy = async () => {
    if (await copyCode(wholeCode(left))) noteTaken(roomCode, participantId);
  };
  const download = async () => {
    await downloadCode(left);
    noteTaken(roomCode, participantId);
  };
  const dismiss = async () => {
    setLeft(null);
    onDismiss?.();
    if (!(await hasOnlyCopy(roomCode, participantId)))
      await deleteOrphanedEdits(roomCode, participantId).catch(() => undefined);
  };
  return (
    <Notice
      tone="warn"
      onDismiss={() => void dismiss()}
      action={
        <>
          <Button size="sm" onClick={() => void copy()}>
            Copy code
          </Button>
          <Button size="sm" onClick={() => void download()}>
            Download code
          </Button>
        </>
      }
    >
      Your offline changes didn’t sync before the session ended. They’re still on this device.
    </Notice>
  );
}
