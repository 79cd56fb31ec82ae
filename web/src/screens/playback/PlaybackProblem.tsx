import { isOwner, useAccount } from '../../features/auth/useAccount.ts';
import { OtherVersion } from '../../features/playback/replay/read-recording.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { ButtonLink } from '../../shared/ui/joy/ButtonLink.tsx';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed.tsx';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { useDocumentTitle } from '../../shared/ui/use-document-title.ts';
import { ButtonRow } from '../../shared/ui/ButtonRow.tsx';
import styles from './playback.module.css';
import type { RecordingProblemProps } from './RecordingPage.tsx';

/** Shows the reason if an interview cannot be played to its company. */
export function PlaybackProblem({ error, query }: RecordingProblemProps) {
  useDocumentTitle('Playback');
  const refusal = error instanceof ApiError && error.fromServer ? error : null;
  const isPlan = refusal?.code === 'plan_required';
  const canChoose = isOwner(useAccount());
  return (
    <main className={styles.problem} tabIndex={-1}>
      <h1>Playback</h1>
      {refusal && <Notice tone={refusal.status === 404 ? 'bad' : 'warn'}>{refusal.message}</Notice>}
      {error instanceof OtherVersion && (
        <Notice tone="warn" action={<Button onClick={() => location.reload()}>Reload</Button>}>
          {error.message}
        </Notice>
      )}
      {!refusal && !(error instanceof OtherVersion) && (
        <LoadFailed query={query}>Failed to load the recording</LoadFailed>
      )}
      <ButtonRow>
        {isPlan && canChoose && (
          <ButtonLink to="/subscription-plans" look="primary">
            View plans
          </ButtonLink>
        )}
        <ButtonLink to="/sessions" look="quiet">
          Back to sessions
        </ButtonLink>
      </ButtonRow>
    </main>
  );
}
