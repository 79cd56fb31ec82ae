import type { PublicInterview } from '@cip/contracts/interviews/public-interviews';
import { formatTime } from '../../shared/format.ts';
import { dayText, timeZoneText } from '../../features/interviews/schedule-time.ts';
import { useServerNow } from '../../shared/api/use-server-now.ts';
import { relativeTime } from '../../shared/relative-time.ts';
import { callHost } from '../../shared/ui/CallLink.tsx';
import styles from './not-started.module.css';

/** How often the distance is computed again (ms). */
const REFRESH_EVERY_MS = 10_000;

/** Renders when an interview is planned, how far away that is, its length and its call. */
export function PlannedTime({ interview, planned }: { interview: PublicInterview; planned: string }) {
  const now = useServerNow(REFRESH_EVERY_MS);
  const host = callHost(interview.call_link);
  return (
    <div className={styles.planned}>
      <time dateTime={planned}>
        {dayText(planned, 'long')} · {formatTime(planned)}
      </time>
      <p>
        {Date.parse(planned) > now ? relativeTime(planned) : 'any moment now'} · {interview.minutes} min
        {host !== null && ` · call at ${host}`}
      </p>
      <p>Your time zone, {timeZoneText(planned)}</p>
    </div>
  );
}
