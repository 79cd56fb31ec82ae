import type { Progress } from '../sandbox/sandbox-types.ts';
import { formatBytes } from './run-text.ts';
import styles from './runs.module.css';

interface DownloadBarProps {
  download: Progress;
  /** Its name for users. */
  language: string;
}

/** How much of a language's runtime is downloaded. */
export function DownloadBar({ download, language }: DownloadBarProps) {
  const { loadedBytes, totalBytes } = download;
  const amount = `${formatBytes(loadedBytes)} of ${formatBytes(totalBytes)}`;
  return (
    <div className={styles.download}>
      <p className={styles.note}>{`Downloading ${language} for its first run: ${amount}`}</p>
      <progress max={totalBytes} value={loadedBytes} aria-label={`Download of ${language}`} aria-valuetext={amount} />
    </div>
  );
}
