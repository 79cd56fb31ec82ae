import type { RoomFile } from '@cip/contracts/rooms/files';
import { useState } from 'react';
import styles from '../player.module.css';
import type { PlayerParts, ShownRun } from '../player-parts.ts';
import type { Playback } from '../usePlayback.ts';
import { clockText } from '../../../../shared/clock-text.ts';
import { dataSetAt } from '../../replay/data-set.ts';

interface OutputAtProps {
  playback: Playback;
  shown: ShownRun | null;
  parts: PlayerParts;
  /** The code of the moment makes a page, which is shown in place of running it here. */
  isPage: boolean;
}

/** The output that the latest run had written by the moment, and the way to run the code of the moment. */
export function OutputAt({ playback, shown, parts, isPage }: OutputAtProps) {
  const { Output, runText, languageLabel } = parts;
  const RunHere = isPage ? undefined : parts.RunHere;
  const { recording, state, files } = playback;
  const [isFolded, setFolded] = useState(false);
  if (!shown && !RunHere) return null;
  const contentOf = ({ root, name }: RoomFile) => ({ name, content: recording.textAt(state.index, root) });
  const names = recording.head.participants.map(({ name }) => name);
  return (
    <section className={styles.output} aria-label="Run" data-folded={isFolded}>
      {shown && (
        <div className={styles.recorded}>
          <p className={styles.outputHead}>
            <button type="button" aria-expanded={!isFolded} onClick={() => setFolded(!isFolded)}>
              Recorded at {clockText(shown.run.at)}
            </button>
            <span className={styles.runEnd} data-bad={shown.end !== null && shown.end.reason !== 'finished'}>
              {shown.end ? runText(shown.run, names) : `Running ${languageLabel(shown.run.language)}…`}
            </span>
          </p>
          {!isFolded && <Output {...shown} />}
        </div>
      )}
      {RunHere && (
        <RunHere
          language={recording.languageAt(state.ms)}
          code={recording.textAt(state.index)}
          files={files.length > 1 ? files.map(contentOf) : undefined}
          stdin={shown?.run.stdin ?? ''}
          dataSet={dataSetAt(recording, state.ms)}
        />
      )}
    </section>
  );
}
