import { ButtonLink } from '../../shared/ui/joy/ButtonLink.tsx';
import { OfflineWait } from '../offline/OfflineWait.tsx';

/** Shown for the editor while the server is unreachable: opens on reconnection, and links the cached lists. */
export function EditorOffline({ isNew }: { isNew: boolean }) {
  return (
    <OfflineWait
      title="Editor"
      action={<ButtonLink to={isNew ? '/dashboard' : '/sessions'}>{isNew ? 'Dashboard' : 'Sessions'}</ButtonLink>}
    >
      {(when) =>
        isNew
          ? `A new interview needs the network. It starts automatically ${when}.`
          : `This interview opens automatically ${when}.`
      }
    </OfflineWait>
  );
}
