import { memo, useMemo, useState } from 'react';
import type { CSSProperties, PointerEvent } from 'react';
import { activityOf } from '../replay/activity.ts';
import { clockText } from '../../../shared/clock-text.ts';
import type { Moment } from '../replay/moment.ts';
import type { Recording } from '../replay/recording.ts';
import { colorOf } from './hue.ts';
import styles from './timeline.module.css';
import type { Playback } from './usePlayback.ts';

/** Kinds of moments that are not drawn, because the list has them. */
const UNDRAWN: ReadonlySet<string> = new Set(['other', 'offline', 'closed']);

/** The scrubber: the edits by participant, the marks, and the position of the player. */
export function Timeline({ playback: { recording, moments, player, state } }: { playback: Playback }) {
  const { durationMs } = recording;
  const [pointed, setPointed] = useState<number | null>(null);
  return (
    <div className={styles.timeline} style={{ '--at': share(state.ms, durationMs) }}>
      <Picture recording={recording} moments={moments} edits={recording.steps.length} />
      <div className={styles.rest} aria-hidden />
      <input
        type="range"
        className={styles.range}
        aria-label="Timeline"
        aria-valuetext={`${clockText(state.ms)} of ${clockText(durationMs)}`}
        min={0}
        max={Math.max(1, Math.round(durationMs))}
        step={1}
        value={Math.round(state.ms)}
        onChange={(event) => player.seek(Number(event.target.value))}
        onPointerMove={(event) => setPointed(event.pointerType === 'mouse' ? pointedShare(event) : null)}
        onPointerLeave={() => setPointed(null)}
      />
      {pointed !== null && (
        <span aria-hidden className={styles.pointed} style={{ '--pointed': pointed }}>
          {clockText(pointed * durationMs)}
        </span>
      )}
    </div>
  );
}

/** Returns the place of the pointer as a share of the time, from 0 to 1. */
function pointedShare({ currentTarget, clientX }: PointerEvent<HTMLElement>): number {
  const { left, width } = currentTarget.getBoundingClientRect();
  const thumb = Number.parseFloat(getComputedStyle(currentTarget).getPropertyValue('--thumb'));
  return Math.min(1, Math.max(0, (clientX - left - thumb / 2) / (width - thumb)));
}

interface PictureProps {
  recording: Recording;
  moments: readonly Moment[];
  /** Changes if the recording has grown. */
  edits: number;
}

const Picture = memo(function Picture({ recording, moments, edits }: PictureProps) {
  const { durationMs, head } = recording;
  const activity = useMemo(() => {
    void edits;
    return activityOf(recording);
  }, [recording, edits]);
  const place = (from: number, to = from): CSSProperties => ({
    left: share(from, durationMs),
    width: `calc(${share(to - from, durationMs)} + 2px)`,
  });
  return (
    <div className={styles.picture} aria-hidden>
      <div className={styles.marks}>
        {moments
          .filter(({ mark }) => !UNDRAWN.has(mark))
          .map(({ ms, mark }, index) => (
            <i key={index} data-mark={mark} style={{ left: share(ms, durationMs) }} />
          ))}
      </div>
      {activity.map((stretches, person) => (
        <div key={person} className={styles.lane} style={{ color: colorOf(person) }}>
          {stretches.map(({ from, to }, index) => (
            <i key={index} style={place(from, to)} />
          ))}
          {head.gaps
            .filter(({ by }) => by === person)
            .map(({ from, to }, index) => (
              <b key={index} style={place(from, to)} />
            ))}
        </div>
      ))}
      {head.closed.map(({ from, to }) => (
        <b key={from} className={styles.closed} style={place(from, to)} />
      ))}
    </div>
  );
});

function share(ms: number, durationMs: number): string {
  return `${(100 * Math.min(1, Math.max(0, ms / Math.max(1, durationMs)))).toFixed(3)}%`;
}
