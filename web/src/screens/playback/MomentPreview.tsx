import type { RunFile } from '@cip/contracts/runs/runs';
import { useEffect, useState } from 'react';
import { isTouchOnly } from '../../features/documents/editor/languages/editor-pane.ts';
import type { MomentPreviewProps } from '../../features/playback/player/player-parts.ts';
import { Preview } from '../../features/runs/preview/preview.ts';
import { PreviewPane } from '../../features/runs/preview/PreviewPane.tsx';

/** The page that the files of a moment make, on this device alone: it stays that of its moment until Refresh. */
export function MomentPreview({ files, moment, onLeave }: MomentPreviewProps) {
  const [page] = useState(() => new PageOfMoment(onLeave));
  useEffect(() => {
    page.take(files, moment);
  }, [page, files, moment]);
  // It was opened by a press, which counts as the first Refresh.
  useEffect(() => {
    page.refresh();
  }, [page]);
  return (
    <PreviewPane
      preview={page.preview}
      isHidden={false}
      isWhole
      onRefresh={() => page.refresh()}
      onClose={onLeave}
      onLeave={onLeave}
    />
  );
}

/** A preview with the files of the present moment, which it shows when it is refreshed. */
class PageOfMoment {
  readonly preview: Preview;
  #files: readonly RunFile[] = [];
  #moment = '';

  constructor(leave: () => void) {
    const run = () => this.refresh();
    this.preview = new Preview({ show: () => undefined, run, leave, isTouchOnly: isTouchOnly() });
  }

  take(files: readonly RunFile[], moment: string): void {
    this.#files = files;
    this.#moment = moment;
  }

  refresh(): void {
    this.preview.refresh([...this.#files], this.#moment);
  }
}
