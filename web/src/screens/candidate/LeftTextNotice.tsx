import { useEffect, useState } from 'react';
import { forgetLeft, leftBehind } from '../../features/documents/device/left-behind.ts';
import type { LeftText } from '../../features/documents/device/left-behind.ts';
import { copyCode } from '../../shared/device/copy-text.ts';
import { Button } from '../../shared/ui/form/Button.tsx';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { downloadCode } from '../room/actions/download-code.ts';

export interface LeftTextNoticeProps {
  roomCode: string;
  participantId: string;
}

/** For somebody whose interview ended while they typed offline: their text, to be taken along. Nothing otherwise. */
export function LeftTextNotice({ roomCode, participantId }: LeftTextNoticeProps) {
  const [left, setLeft] = useState<LeftText | null>(null);
  useEffect(() => {
    leftBehind(roomCode, participantId).then(setLeft, () => setLeft(null));
  }, [roomCode, participantId]);
  if (!left) return null;
  const { code, language } = left;
  const forget = () => void forgetLeft(roomCode, participantId).then(() => setLeft(null));
  return (
    <Notice
      tone="warn"
      onDismiss={forget}
      action={
        <>
          <Button size="sm" onClick={() => void copyCode(code)}>
            Copy code
          </Button>
          <Button size="sm" onClick={() => downloadCode(code, language)}>
            Download code
          </Button>
        </>
      }
    >
      What you typed offline did not arrive in time. It is still on this device.
    </Notice>
  );
}
