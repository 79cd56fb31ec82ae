import type { RunFile } from '@cip/contracts/runs/runs';
import { useMemo } from 'react';
import type { PlayerParts } from './player-parts.ts';
import type { Playback } from './usePlayback.ts';

/** Returns the files of the moment with their texts if they make a page that can be shown; otherwise null. */
export function usePageFiles({ recording, state, files }: Playback, { preview }: PlayerParts): RunFile[] | null {
  const { index, ms } = state;
  const language = recording.languageAt(ms);
  const names = JSON.stringify(files);
  // The same for the frames between two edits.
  return useMemo(() => {
    if (!preview) return null;
    const texts = files.map(({ root, name }) => ({ name, content: recording.textAt(index, root) }));
    return preview.isOffered(language, texts) ? texts : null;
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the list is another one for each frame; its names count
  }, [preview, recording, index, language, names]);
}
