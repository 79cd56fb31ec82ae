import { colorOf } from '../hue.ts';
import styles from '../transport.module.css';
import type { Playback } from '../usePlayback.ts';

/** The participants in their colors. If one is pressed, only their acts are dwelt on. */
export function People({ playback: { recording, player, state } }: { playback: Playback }) {
  return (
    <ul className={styles.people} aria-label="Participants">
      {recording.head.participants.map(({ name, type }, index) => (
        <li key={index}>
          <button
            type="button"
            aria-label={`${name}, ${type}`}
            aria-pressed={state.onlyBy === index}
            title={`Slow down only for what ${name} did`}
            onClick={() => player.set({ onlyBy: state.onlyBy === index ? null : index })}
          >
            <i style={{ background: colorOf(index) }} aria-hidden />
            <span>{name}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
