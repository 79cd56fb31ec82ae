import type { KeyboardEvent, PointerEvent } from 'react';
import { useStore } from '../../../shared/store.ts';
import { HEIGHT_MAX, HEIGHT_MIN, outputHeight } from './run-settings.ts';
import styles from './runs.module.css';

/** Change of the height by an arrow key, in percent of the editor's. */
const STEP = 4;

/** The edge with which the output is made higher or lower, by pointer or arrow keys. */
export function PaneResizer() {
  const height = useStore(outputHeight);
  const resize = (next: number) => outputHeight.set(Math.round(Math.min(HEIGHT_MAX, Math.max(HEIGHT_MIN, next))));
  const drag = ({ currentTarget, clientY, buttons, pointerId }: PointerEvent<HTMLElement>) => {
    const frame = currentTarget.closest('main')?.getBoundingClientRect();
    if (!frame || buttons !== 1 || !currentTarget.hasPointerCapture(pointerId)) return;
    resize((100 * (frame.bottom - clientY)) / frame.height);
  };
  const press = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowUp: STEP, ArrowDown: -STEP, Home: -HEIGHT_MAX, End: HEIGHT_MAX };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    resize(height + step);
  };
  return (
    <div
      role="separator"
      aria-label="Resize output"
      aria-orientation="horizontal"
      aria-valuenow={height}
      aria-valuemin={HEIGHT_MIN}
      aria-valuemax={HEIGHT_MAX}
      tabIndex={0}
      className={styles.resizer}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={press}
    />
  );
}
