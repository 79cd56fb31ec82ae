import type { Participant } from '@cip/contracts/rooms/rooms';
import { initials } from '../../shared/format.ts';
import { ActionMenu, MenuText } from '../../shared/ui/overlay/ActionMenu.tsx';
import type { Action } from '../../shared/ui/overlay/ActionMenu.tsx';
import styles from './rooms.module.css';

const FACES_MAX = 4;
/** Faces of absent participants, besides the others. */
const ABSENT_MAX = 2;

export interface ParticipantListProps {
  participants: Participant[];
  /** Participants who disconnected a moment ago. */
  absent: readonly Participant[];
  selfId: string | undefined;
  /** Returns the colour of a participant's cursor, as CSS. */
  colorOf: (id: string) => string;
  /** Returns the actions of another participant's menu. */
  actionsOf: (participant: Participant) => Action[];
}

/**
 * Shows the participants as faces with initials; the face of another participant opens their menu. Absent ones are
 * grey.
 */
export function ParticipantList({ participants, absent, selfId, colorOf, actionsOf }: ParticipantListProps) {
  const shown = participants.length > FACES_MAX ? participants.slice(0, FACES_MAX - 1) : participants;
  const more = participants.slice(shown.length);
  const count = shown.length + Math.min(absent.length, ABSENT_MAX) + Math.min(more.length, 1);
  const describe = ({ id, name, type }: Participant) => `${name}${id === selfId ? ' (you)' : ''}, ${type}`;
  return (
    <ul aria-label="Participants" className={styles.faces} style={{ '--count': count }}>
      {shown.map((participant) => (
        <li
          key={participant.id}
          title={describe(participant)}
          className={styles.face}
          data-self={participant.id === selfId}
          style={{ '--face': colorOf(participant.id) }}
        >
          {participant.id === selfId ? (
            <>
              <Initials text={initials(participant.name)} />
              <span className="visually-hidden">{describe(participant)}</span>
            </>
          ) : (
            <ActionMenu
              label={describe(participant)}
              className={styles.open}
              head={<ParticipantName participant={participant} />}
              actions={actionsOf(participant)}
            >
              <Initials text={initials(participant.name)} />
            </ActionMenu>
          )}
        </li>
      ))}
      {absent.slice(0, ABSENT_MAX).map(({ id, name }) => (
        <li key={id} className={styles.absent} title={`${name} disconnected`}>
          <span className={styles.face}>
            <Initials text={initials(name)} />
          </span>
          <span className={styles.why}>
            <bdi>{name}</bdi> disconnected
          </span>
        </li>
      ))}
      {more.length > 0 && (
        <li className={styles.face} title={more.map(describe).join('\n')}>
          <ActionMenu
            label={more.map(describe).join('; ')}
            className={styles.open}
            head={more.map((each) => (
              <ParticipantName key={each.id} participant={each} isSelf={each.id === selfId} />
            ))}
            actions={more.filter(({ id }) => id !== selfId).flatMap((each) => withName(each, actionsOf(each)))}
          >
            <Initials text={`+${more.length}`} />
          </ActionMenu>
        </li>
      )}
    </ul>
  );
}

/** The style sheet shows the initials, because as text they would be a second name for screen readers. */
function Initials({ text }: { text: string }) {
  return <span className={styles.initials} data-text={text} />;
}

/** Names the participant for touch users, because they get no tooltip; screen readers have the button's name. */
function ParticipantName({
  participant: { name, type },
  isSelf = false,
}: {
  participant: Participant;
  isSelf?: boolean;
}) {
  return (
    <MenuText>
      <bdi>{name}</bdi>
      {isSelf && ' (you)'} · {type}
    </MenuText>
  );
}

function withName({ name }: Participant, actions: Action[]): Action[] {
  return actions.map((action) => ({ ...action, label: `${action.label}: ${name}` }));
}
