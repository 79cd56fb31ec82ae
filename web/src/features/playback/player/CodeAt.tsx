import type { RunFile } from '@cip/contracts/runs/runs';
import { useMemo, useRef, useState } from 'react';
import { clockText } from '../../../shared/clock-text.ts';
import type { Recording } from '../replay/recording.ts';
import { rootOf } from '../replay/text-change.ts';
import { hueOf } from './hue.ts';
import styles from './player.module.css';
import type { LastChange, PlayerParts } from './player-parts.ts';
import { ShownFiles } from './ShownFiles.tsx';
import type { Playback } from './usePlayback.ts';

interface CodeAtProps {
  playback: Playback;
  parts: PlayerParts;
  /** The files of the moment, if they make a page. */
  page: RunFile[] | null;
}

/** The code of the moment, with the edit that led to it, and the page that it makes. */
export function CodeAt({ playback, parts, page }: CodeAtProps) {
  const { CodePane, fileLanguage, languageLabel, preview } = parts;
  const { recording, state, file } = playback;
  const { index, ms } = state;
  // The same for the frames between two edits, so that the editor is left alone.
  const last = useMemo(() => lastChange(recording, index, file.root), [recording, index, file.root]);
  const [isTrying, setTrying] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const language = fileLanguage(file.name, recording.languageAt(ms));
  return (
    <section className={styles.code} aria-label="Code">
      <ShownFiles playback={playback} />
      <p className={styles.codeHead}>
        <span>{languageLabel(language)}</span>
        {(page || isTrying) && (
          <button ref={toggle} type="button" aria-expanded={isTrying} onClick={() => setTrying(!isTrying)}>
            {isTrying ? 'Hide preview' : 'Show preview'}
          </button>
        )}
        <span className={styles.count}>
          {recording.head.edits === 'included'
            ? `Edit ${index.toLocaleString('en-US')} of ${recording.head.editCount.toLocaleString('en-US')}`
            : 'Final code'}
        </span>
      </p>
      <div className={styles.codeBody} data-trying={isTrying}>
        <div className={styles.codeText}>
          <CodePane text={recording.textAt(index, file.root)} language={language} last={last} />
        </div>
        {preview && isTrying && (
          <div className={styles.preview}>
            <preview.Pane
              files={page ?? []}
              moment={clockText(ms)}
              onLeave={() => {
                setTrying(false);
                toggle.current?.focus();
              }}
            />
          </div>
        )}
      </div>
    </section>
  );
}

/** Returns the last change of a file within `index` edits; null for the text that a session starts with. */
function lastChange(recording: Recording, index: number, root: string): LastChange | null {
  const step = recording.steps[recording.lastEditOf(root, index) - 1];
  const change = step?.changes.findLast((each) => rootOf(each) === root);
  if (!step || !change || step.by === null) return null;
  return { change, name: recording.head.participants[step.by]?.name ?? '', hue: hueOf(step.by) };
}
