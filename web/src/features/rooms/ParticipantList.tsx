import type { Participant } from '@cip/contracts/rooms';
import { initials } from '../../shared/format.ts';
import styles from './rooms.module.css';

const FACES = 4;

export interface ParticipantListProps {
  participants: Participant[];
  selfId: string | undefined;
  /** The colour of a person's cursor, as CSS. */
  colorOf: (id: string) => string;
}

/** Who is in the room, as faces with initials; the names are there for those who hover or listen. */
export function ParticipantList({ participants, selfId, colorOf }: ParticipantListProps) {
  const shown = participants.length > FACES ? participants.slice(0, FACES - 1) : participants;
  const more = participants.slice(shown.length);
  const describe = ({ id, name, type }: Participant) => `${name}${id === selfId ? ' (you)' : ''}, ${type}`;
  return (
    <ul aria-label="Participants" className={styles['faces']}>
      {shown.map((participant) => (
        <li
          key={participant.id}
          title={describe(participant)}
          className={styles['face']}
          style={{ '--face': colorOf(participant.id) }}
        >
          <span aria-hidden>{initials(participant.name)}</span>
          <span className="visually-hidden">{describe(participant)}</span>
        </li>
      ))}
      {more.length > 0 && (
        <li className={styles['face']} title={more.map(describe).join('\n')}>
          <span aria-hidden>+{more.length}</span>
          <span className="visually-hidden">{more.map(describe).join('; ')}</span>
        </li>
      )}
    </ul>
  );
}
