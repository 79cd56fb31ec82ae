import ListIcon from 'lucide-react/icons/list';
import PauseIcon from 'lucide-react/icons/pause';
import PlayIcon from 'lucide-react/icons/play';
import SkipBack from 'lucide-react/icons/skip-back';
import SkipForward from 'lucide-react/icons/skip-forward';
import { clockText } from '../../../shared/clock-text.ts';
import { People } from './beside/People.tsx';
import { SPEEDS } from './player.ts';
import { Switch } from './Switch.tsx';
import { Timeline } from './Timeline.tsx';
import styles from './transport.module.css';
import type { Playback } from './usePlayback.ts';

interface TransportProps {
  playback: Playback;
  /** Opens the list of moments if it is not beside the code. */
  onMoments: (() => void) | null;
}

/** The controls of the player. */
export function Transport({ playback, onMoments }: TransportProps) {
  const { recording, player, state } = playback;
  return (
    <section className={styles.transport} aria-label="Player" data-complete={recording.isComplete}>
      <Timeline playback={playback} />
      <div className={styles.controls}>
        <div className={styles.main}>
          <button
            type="button"
            className={styles.icon}
            aria-label="Previous moment"
            onClick={() => player.toMoment(-1)}
          >
            <SkipBack size={18} aria-hidden />
          </button>
          <PlayButton playback={playback} />
          <button type="button" className={styles.icon} aria-label="Next moment" onClick={() => player.toMoment(1)}>
            <SkipForward size={18} aria-hidden />
          </button>
          <p className={styles.time}>
            <b>{clockText(state.ms)}</b> / {clockText(recording.durationMs)}
          </p>
          {onMoments && (
            <button type="button" className={styles.icon} aria-label="Moments" onClick={onMoments}>
              <ListIcon size={20} aria-hidden />
            </button>
          )}
        </div>
        <People playback={playback} />
        <div className={styles.pace}>
          <Switch
            label="Skip pauses"
            isOn={state.skipsPauses}
            onChange={(skipsPauses) => player.set({ skipsPauses })}
          />
          <Speeds playback={playback} />
        </div>
      </div>
    </section>
  );
}

function PlayButton({ playback: { player, state } }: { playback: Playback }) {
  const Icon = state.isPlaying ? PauseIcon : PlayIcon;
  return (
    <button type="button" className={styles.play} onClick={() => player.toggle()}>
      <Icon size={18} fill="currentColor" strokeWidth={0} aria-hidden />
      <span className={styles.playText}>{state.isPlaying ? 'Pause' : 'Play'}</span>
    </button>
  );
}

function Speeds({ playback: { player, state } }: { playback: Playback }) {
  return (
    <fieldset className={styles.speeds}>
      <legend className="visually-hidden">Speed</legend>
      {SPEEDS.map((speed) => (
        <label key={speed} className={styles.speed}>
          <input
            type="radio"
            name="speed"
            className="visually-hidden"
            checked={state.speed === speed}
            onChange={() => player.set({ speed })}
          />
          <span>{speed}×</span>
        </label>
      ))}
    </fieldset>
  );
}
