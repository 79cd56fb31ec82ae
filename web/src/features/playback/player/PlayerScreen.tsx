import { useCallback, useState } from 'react';
import { SMALL_SCREEN } from '../../../shared/ui/theme/breakpoints.ts';
import { useMedia } from '../../../shared/ui/theme/use-media.ts';
import { useDocumentTitle } from '../../../shared/ui/use-document-title.ts';
import type { Recording } from '../replay/recording.ts';
import { Beside } from './beside/Beside.tsx';
import { CodeAt } from './CodeAt.tsx';
import { Moments } from './beside/Moments.tsx';
import { MomentsSheet } from './beside/MomentsSheet.tsx';
import { Notes } from './beside/Notes.tsx';
import { OutputAt } from './beside/OutputAt.tsx';
import { ruleAt } from '../replay/rule-at.ts';
import { latestRun } from './latest-run.ts';
import styles from './player.module.css';
import type { PlayerPage, PlayerParts } from './player-parts.ts';
import { Printed } from './Printed.tsx';
import { Transport } from './Transport.tsx';
import { useMomentAddress } from './useMomentAddress.ts';
import { usePageFiles } from './usePageFiles.ts';
import { usePlayback } from './usePlayback.ts';
import { useKeyHelp } from '../../../shared/ui/overlay/useKeyHelp.tsx';
import { PLAYER_KEYS, usePlayerKeys } from './usePlayerKeys.ts';

export interface PlayerScreenProps {
  recording: Recording;
  /** Changes if the recording has grown. */
  version: number;
  parts: PlayerParts;
  page: PlayerPage;
}

/** Plays a recording: the code, the runs, the moments and the controls. */
export function PlayerScreen({ recording, version, parts, page }: PlayerScreenProps) {
  const playback = usePlayback(recording, version, parts, page.notes);
  const { player, state } = playback;
  const pageFiles = usePageFiles(playback, parts);
  const isSmall = useMedia(SMALL_SCREEN);
  const [isListOpen, setListOpen] = useState(false);
  usePlayerKeys(player);
  const keyHelp = useKeyHelp(PLAYER_KEYS);
  useMomentAddress(player, recording.durationMs);
  useDocumentTitle(page.title);
  const run = latestRun(recording, state.ms, state.isPlaying);
  const closeList = useCallback(() => setListOpen(false), []);
  const current = playback.moments.findLastIndex(({ ms }) => ms <= state.ms);
  const { moments: all } = playback;
  const beside = (
    <Beside extras={recording.extras} parts={parts}>
      <Moments {...{ recording, moments: all, player, current, page }} onOpen={closeList} />
    </Beside>
  );
  return (
    <main className={styles.page} tabIndex={-1}>
      <header className={styles.bar}>
        {page.back}
        <div className={styles.heading}>
          <h1>{page.title}</h1>
          <p>{[...page.facts, ...ruleAt(recording, state.ms)].join(' · ')}</p>
        </div>
        <div className={styles.actions}>{page.actions?.(player)}</div>
      </header>
      <div className={styles.stage}>
        <CodeAt playback={playback} parts={parts} page={pageFiles} />
        <OutputAt playback={playback} shown={run} parts={parts} isPage={pageFiles !== null} />
        {!isSmall && (
          <aside className={styles.side} aria-labelledby="moments-title">
            <h2 id="moments-title">Moments</h2>
            {beside}
          </aside>
        )}
      </div>
      <Transport playback={playback} onMoments={isSmall ? () => setListOpen(true) : null} />
      <Notes recording={recording} />
      {isSmall && isListOpen && <MomentsSheet onClose={closeList}>{beside}</MomentsSheet>}
      {keyHelp}
      <Printed playback={playback} parts={parts} page={page} />
    </main>
  );
}
