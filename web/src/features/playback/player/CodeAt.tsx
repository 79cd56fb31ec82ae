import { useMemo } from 'react';
import type { Recording } from '../replay/recording.ts';
import { hueOf } from './hue.ts';
import styles from './player.module.css';
import type { LastChange, PlayerParts } from './player-parts.ts';
import type { Playback } from './usePlayback.ts';

interface CodeAtProps {
  playback: Playback;
  parts: PlayerParts;
}

/** The code of the moment, with the edit that led to it. */
export function CodeAt({ playback: { recording, state }, parts: { CodePane, languageLabel } }: CodeAtProps) {
  const { index, ms } = state;
  // The same for the frames between two edits, so that the editor is left alone.
  const last = useMemo(() => lastChange(recording, index), [recording, index]);
  const language = recording.languageAt(ms);
  return (
    <section className={styles.code} aria-label="Code">
      <p className={styles.codeHead}>
        <span>{languageLabel(language)}</span>
        <span className={styles.count}>
          {recording.head.edits === 'included'
            ? `Edit ${index.toLocaleString('en-US')} of ${recording.head.editCount.toLocaleString('en-US')}`
            : 'Final code'}
        </span>
      </p>
      <div className={styles.codeBody}>
        <CodePane text={recording.textAt(index)} language={language} last={last} />
      </div>
    </section>
  );
}

function lastChange(recording: Recording, index: number): LastChange | null {
  const step = recording.steps[index - 1];
  const change = step?.changes.at(-1);
  if (!step || !change || step.by === null) return null;
  return { change, name: recording.head.participants[step.by]?.name ?? '', hue: hueOf(step.by) };
}
