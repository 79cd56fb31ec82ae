import { useNavigate } from '@tanstack/react-router';
import { Button } from '../../shared/ui/Button.tsx';
import { OfflineWait } from '../offline/OfflineWait.tsx';

/** The editor's address without a network: says what will happen, and leads back to what is known. */
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
      {isNew
        ? 'A new interview needs the network. It starts by itself once this device is online again.'
        : 'This interview opens by itself once this device is online again.'}
    </OfflineWait>
  );
}
