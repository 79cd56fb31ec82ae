import type { PublicInterview } from '@cip/contracts/interviews/public-interviews';
import { Button } from '../../shared/ui/plain/Button.tsx';
import { ButtonLink } from '../../shared/ui/plain/ButtonLink.tsx';
import { Wordmark } from '../../shared/ui/Wordmark.tsx';
import styles from '../before-room/candidate.module.css';

/** Offers the editor to an interviewer of the company who opened the candidate's link. */
export function EditorOffer({ interview, onDecline }: { interview: PublicInterview; onDecline: () => void }) {
  return (
    <main className={styles.screen}>
      <Wordmark />
      <div>
        <h1>This is the candidate’s link</h1>
        <p className={styles.lead}>
          You’re signed in to {interview.company_name}. Join as its interviewer to run this session.
        </p>
      </div>
      <div className={styles.choice}>
        <ButtonLink role="button" look="primary" size="lg" to="/editor" search={{ room: interview.room_code }}>
          Join as interviewer
        </ButtonLink>
        <Button size="lg" onClick={onDecline}>
          Join as candidate
        </Button>
      </div>
    </main>
  );
}
