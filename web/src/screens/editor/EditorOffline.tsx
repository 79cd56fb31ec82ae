import { useNavigate } from '@tanstack/react-router';
import { Button } from '../../shared/ui/form/Button.tsx';
import { OfflineWait } from '../offline/OfflineWait.tsx';

/** The editor's address while the server cannot be reached: says what will happen, and leads back to what is known. */
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
          ? `A new interview needs the network. It starts by itself ${when}.`
          : `This interview opens by itself ${when}.`
      }
    </OfflineWait>
  );
}
