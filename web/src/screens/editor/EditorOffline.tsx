import { useNavigate } from '@tanstack/react-router';
import { Button } from '../../shared/ui/form/Button.tsx';
import { OfflineWait } from '../offline/OfflineWait.tsx';

/** Shown for the editor while the server is unreachable: opens on reconnection, and links the cached lists. */
export function EditorOffline({ isNew }: { isNew: boolean }) {
  const navigate = useNavigate();
  return (
    <OfflineWait
      title="Editor"
      action={
        <Button onClick={() => void navigate({ to: isNew ? '/dashboard' : '/sessions' })}>
          {isNew ? 'Dashboard' : 'Sessions'}
        </Button>
      }
    >
      {(when) =>
        isNew
          ? `A new interview needs the network. It starts automatically ${when}.`
          : `This interview opens automatically ${when}.`
      }
    </OfflineWait>
  );
}
