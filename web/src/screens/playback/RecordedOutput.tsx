import { formatCount } from '../../shared/format.ts';
import type { ShownRun } from '../../features/playback/player/player-parts.ts';
import { OutputBlocks } from '../../features/runs/panel/OutputBlocks.tsx';
import { OutputText } from '../../features/runs/panel/OutputText.tsx';
import { TestTree } from '../../features/runs/tests/TestTree.tsx';
import styles from '../../features/runs/panel/runs.module.css';

interface RecordedOutputProps extends Pick<ShownRun, 'pieces' | 'end'> {
  /** Names the region for screen readers, because a page may have two. */
  label?: string;
}

/** The output of a run. */
export function RecordedOutput({ pieces, end, label = 'Output' }: RecordedOutputProps) {
  const written = pieces.map(({ text }) => text).join('') + (end?.tail ?? '');
  const message = end?.error?.message ?? '';
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div className={styles.log} role="region" aria-label={label} tabIndex={0}>
      {end?.tests && <TestTree tests={end.tests} />}
      <OutputBlocks pieces={pieces} />
      {end && end.omitted > 0 && (
        <p className={styles.note}>{formatCount(end.omitted)} characters are left out here.</p>
      )}
      {end && end.tail !== '' && <OutputText text={end.tail} stream="out" />}
      {message !== '' && !written.includes(message.trim()) && (
        <OutputText text={`${written === '' ? '' : '\n'}${message}\n`} stream="err" />
      )}
      {end && !end.tests && written === '' && message === '' && (
        <p className={styles.note}>The program printed nothing.</p>
      )}
    </div>
  );
}
