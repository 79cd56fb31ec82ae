import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { isOwner, useAccount } from '../../features/auth/useAccount.ts';
import { replaceSeedText } from '../../features/documents/sync/edits/seed-text.ts';
import { createInterview } from '../../features/interviews/interviews.queries.ts';
import { newRoomCode } from '../../features/interviews/room-code.ts';
import { removeShared } from '../../pwa/shared-text.ts';
import { useAction } from '../../shared/form/use-action.ts';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { ButtonLink } from '../../shared/ui/joy/ButtonLink.tsx';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { languageOfFile, linesText } from './shared-words.ts';
import styles from './shared.module.css';

interface SharedPreviewProps {
  name: string;
  text: string;
  onDiscard: () => void;
}

/**
 * Waits for a click before an interview starts, because otherwise any page that posts a form could start interviews.
 */
export function SharedPreview({ name, text, onDiscard }: SharedPreviewProps) {
  const { busy, problem, start } = useStartWith(name, text);
  const language = languageOfFile(name);
  const isActive = useAccount().company.subscription_status === 'active';
  return (
    <section className={styles.shared} aria-labelledby="shared-name">
      <header>
        <h2 id="shared-name">{name || 'A text'}</h2>
        <p>{[language?.label, linesText(text)].filter(Boolean).join(' · ')}</p>
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard */}
      <pre className={styles.text} tabIndex={0} aria-label="Shared text">
        {text}
      </pre>
      {!isActive && <NoPlan />}
      {problem !== null && <Notice tone="bad">{problem} The shared file stays on this device.</Notice>}
      <div className={styles.actions}>
        <Button
          look="primary"
          size="lg"
          disabled={!isActive}
          busy={busy}
          busyText="Starting..."
          onClick={() => start()}
        >
          Start interview with this
        </Button>
        <Button size="lg" look="quiet" disabled={busy} onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </section>
  );
}

function useStartWith(name: string, text: string) {
  const navigate = useNavigate();
  // One room code per page, so that a retry after a lost reply starts no second interview.
  const [roomCode] = useState(newRoomCode);
  return useAction({
    run: async () => {
      const { id } = await createInterview(roomCode);
      await replaceSeedText(id, text, languageOfFile(name)?.id ?? null);
      await removeShared();
      await navigate({ to: '/editor', search: { room: roomCode } });
    },
    failure: () => 'Failed to create interview session.',
    leavesPage: true,
  });
}

/** Shows that an interview needs a subscription. */
function NoPlan() {
  const plans = (
    <ButtonLink size="sm" to="/subscription-plans" role="button">
      Choose a Plan
    </ButtonLink>
  );
  return (
    <Notice tone="warn" action={isOwner(useAccount()) ? plans : undefined}>
      An interview needs an active subscription. The shared file stays on this device.
    </Notice>
  );
}
