import type { PublicInterview } from '@cip/contracts/interviews';
import { useNavigate } from '@tanstack/react-router';
import { Button } from '../../shared/ui/form/Button.tsx';
import { Wordmark } from '../../shared/ui/Wordmark.tsx';
import styles from './candidate.module.css';

/** For an interviewer of the company who opened the candidate's link: the editor, or the link as it is. */
export function EditorOffer({ interview, onDecline }: { interview: PublicInterview; onDecline: () => void }) {
  const navigate = useNavigate();
  return (
    <main className={styles.screen}>
      <Wordmark />
      <div>
        <h1>This is the candidate’s link</h1>
        <p className={styles.lead}>
          You are signed in at {interview.company_name}, so this interview is yours to lead from the editor.
        </p>
      </div>
      <div className={styles.choice}>
        <Button
          look="primary"
          size="lg"
          onClick={() => void navigate({ to: '/editor', search: { room: interview.room_code } })}
        >
          Open the editor
        </Button>
        <Button size="lg" onClick={onDecline}>
          Join as candidate
        </Button>
      </div>
    </main>
  );
}
