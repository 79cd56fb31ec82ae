import { COMPLETION_TEXTS, TOOLS_LABELS } from '../../../shared/rule-text.ts';
import { SMALL_SCREEN } from '../../../shared/ui/theme/breakpoints.ts';
import { useMedia } from '../../../shared/ui/theme/use-media.ts';
import type { LiveRoom } from '../live/live-room.ts';
import { useRoomState } from '../live/useLiveRoom.ts';
import styles from './RoomRule.module.css';

/**
 * The rule of the interview and what the editor completes, above the code; on a phone a rule's line opens with a tap.
 * Renders nothing if there is neither.
 */
export function RoomRule({ room }: { room: LiveRoom }) {
  const rule = useRoomState(room, (state) => state.rule);
  const isSmall = useMedia(SMALL_SCREEN);
  const editor = useRoomState(room, ({ completion }) => COMPLETION_TEXTS[completion]);
  if (rule === null)
    return editor === '' ? null : (
      <p className={styles.rule} data-room-rule>
        {editor}
      </p>
    );
  const label = TOOLS_LABELS[rule.tools];
  if (rule.note !== null && isSmall)
    return (
      <details className={styles.rule} data-room-rule>
        <summary>{label}</summary>
        <p>{rule.note}</p>
        {editor !== '' && <p>{editor}</p>}
      </details>
    );
  return (
    <p className={styles.rule} data-room-rule>
      <b>{label}</b> <span>{rule.note}</span> {editor}
    </p>
  );
}
