import type { Participant } from '@cip/contracts/rooms';
import { initials } from '../../shared/format.ts';
import { ActionMenu } from '../../shared/ui/overlay/ActionMenu.tsx';
import type { Action } from '../../shared/ui/overlay/ActionMenu.tsx';
import styles from './rooms.module.css';

const FACES = 4;

export interface ParticipantListProps {
  participants: Participant[];
  selfId: string | undefined;
  /** The colour of a person's cursor, as CSS. */
  colorOf: (id: string) => string;
  /** What can be done about another participant. */
  actionsOf: (participant: Participant) => Action[];
}

/** Who is in the room, as faces with initials; another person's face opens a menu of what can be done about them. */
export function ParticipantList({ participants, selfId, colorOf, actionsOf }: ParticipantListProps) {
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
          {participant.id === selfId ? (
            <>
              <Initials text={initials(participant.name)} />
              <span className="visually-hidden">{describe(participant)}</span>
            </>
          ) : (
            <ActionMenu
              label={describe(participant)}
              className={styles['open']}
              head={<Who participant={participant} />}
              actions={actionsOf(participant)}
            >
              <Initials text={initials(participant.name)} />
            </ActionMenu>
          )}
        </li>
      ))}
      {more.length > 0 && (
        <li className={styles['face']} title={more.map(describe).join('\n')}>
          <ActionMenu
            label={more.map(describe).join('; ')}
            className={styles['open']}
            head={more.map((each) => (
              <Who key={each.id} participant={each} isSelf={each.id === selfId} />
            ))}
            actions={more.filter(({ id }) => id !== selfId).flatMap((each) => named(each, actionsOf(each)))}
          >
            <Initials text={`+${more.length}`} />
          </ActionMenu>
        </li>
      )}
    </ul>
  );
}

/** Drawn by the style sheet: letters in the page would be a second name beside the real one. */
function Initials({ text }: { text: string }) {
  return <span className={styles['initials']} data-text={text} />;
}

/** For fingers, which nothing tells whose face they are over. Those who listen have heard it from the button. */
function Who({ participant: { name, type }, isSelf = false }: { participant: Participant; isSelf?: boolean }) {
  return (
    <li aria-hidden className={styles['who']}>
      <bdi>{name}</bdi>
      {isSelf && ' (you)'} · {type}
    </li>
  );
}

function named({ name }: Participant, actions: Action[]): Action[] {
  return actions.map((action) => ({ ...action, label: `${action.label}: ${name}` }));
}
