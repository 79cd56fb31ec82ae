import { FileNames } from '../../../shared/ui/tabs/FileNames.tsx';
import { hasFiles } from '../replay/files-at.ts';
import styles from './player.module.css';
import { Switch } from './Switch.tsx';
import type { Playback } from './usePlayback.ts';

/**
 * The files of the moment above its code, and whether the player goes to the file of each edit. Renders nothing for a
 * recording of one file.
 */
export function ShownFiles({ playback: { recording, files, file, player, state } }: { playback: Playback }) {
  if (!hasFiles(recording)) return null;
  return (
    <div className={styles.files}>
      <FileNames files={files} shown={file.root} onShow={(root) => player.show(root)} />
      {recording.head.edits === 'included' && (
        <Switch label="Follow edits" isOn={state.followsFiles} onChange={(isOn) => player.followFiles(isOn)} />
      )}
    </div>
  );
}
