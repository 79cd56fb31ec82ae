import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import Ellipsis from 'lucide-react/icons/ellipsis';
import EyeOff from 'lucide-react/icons/eye-off';
import FileDown from 'lucide-react/icons/file-down';
import Printer from 'lucide-react/icons/printer';
import { useState } from 'react';
import { isManager, isOwner, useAccount } from '../../features/auth/useAccount.ts';
import type { Player } from '../../features/playback/player/player.ts';
import type { Extras, Recording } from '../../features/playback/replay/recording.ts';
import { playerScorecardsQuery } from '../../features/playback/scorecards.queries.ts';
import { messageOf } from '../../shared/api/api-error.ts';
import { toast } from '../../shared/ui/feedback/toast-store.ts';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { ButtonLink } from '../../shared/ui/joy/ButtonLink.tsx';
import { maySharePlayback } from '../../features/interviews/playback-access.ts';
import { SMALL_SCREEN } from '../../shared/ui/theme/breakpoints.ts';
import { useMedia } from '../../shared/ui/theme/use-media.ts';
import { ActionMenu, type Action } from '../../shared/ui/overlay/ActionMenu.tsx';
import { type OpenDialog, PlaybackDialogs } from './PlaybackDialogs.tsx';
import { savePlayback } from './save-playback.ts';

interface PlaybackActionsProps {
  interviewId: string;
  recording: Recording;
  player: Player;
  /** Loads the recording again. */
  reload: () => void;
  /** Prints the recording with these extras. */
  printWith: (extras: Extras) => void;
}

const PLANS = 'Plans with links and files';

/** Returns the extras that a copy of the recording can have. */
function useAvailable(interviewId: string, { extras }: Recording): Extras {
  const { data } = useQuery(playerScorecardsQuery(interviewId));
  return { questions: extras.questions, scorecards: data?.scorecards ?? [] };
}

/** The actions on a recording besides playing it. */
export function PlaybackActions({ interviewId, recording, player, reload, printWith }: PlaybackActionsProps) {
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const account = useAccount();
  const available = useAvailable(interviewId, recording);
  const save = (extras: Extras) =>
    void savePlayback(recording, extras).catch((error: unknown) =>
      toast('bad', messageOf(error, 'Failed to download the playback')),
    );
  const { download, print, remove } = actionsOn(recording, available, { save, printWith, setOpen });
  const isSmall = useMedia(SMALL_SCREEN);
  const navigate = useNavigate();
  const canShare = maySharePlayback();
  const canBuy = !canShare && isOwner(account);
  const plans: Action = { label: PLANS, onSelect: () => void navigate({ to: '/subscription-plans' }) };
  return (
    <>
      {canShare && (
        <Button look="primary" size="sm" onClick={() => setOpen('share')}>
          Share
        </Button>
      )}
      {canBuy && !isSmall && (
        <ButtonLink to="/subscription-plans" look="quiet" size="sm">
          {PLANS}
        </ButtonLink>
      )}
      <ActionMenu
        label="More"
        actions={[
          ...(canShare ? [download] : []),
          print,
          // On a phone the title needs the bar.
          ...(canBuy && isSmall ? [plans] : []),
          ...(isManager(account) ? [remove] : []),
        ]}
      >
        <Ellipsis size={20} aria-hidden />
      </ActionMenu>
      <PlaybackDialogs
        {...{ interviewId, recording, available, open, reload, printWith, save }}
        at={player.store.get().ms}
        onClose={() => setOpen(null)}
      />
    </>
  );
}

interface Doing extends Pick<PlaybackActionsProps, 'printWith'> {
  save: (extras: Extras) => void;
  setOpen: (dialog: OpenDialog) => void;
}

/** Returns the actions of the menu. If there are extras to choose from, copies are asked for in a dialog. */
function actionsOn({ isComplete }: Recording, available: Extras, { save, printWith, setOpen }: Doing) {
  const isPlain = available.questions.length + available.scorecards.length === 0;
  return {
    download: {
      label: 'Download playback',
      icon: <FileDown size={16} aria-hidden />,
      disabled: !isComplete,
      onSelect: () => (isPlain ? save(available) : setOpen('download')),
    },
    print: {
      label: 'Print',
      icon: <Printer size={16} aria-hidden />,
      onSelect: () => (isPlain ? printWith(available) : setOpen('print')),
    },
    remove: {
      label: 'Remove a section',
      icon: <EyeOff size={16} aria-hidden />,
      danger: true,
      disabled: !isComplete,
      onSelect: () => setOpen('close'),
    },
  } satisfies Record<string, Action>;
}
