import type { RunSession } from '../../features/runs/session/run-session.ts';
import { useStore } from '../../shared/store.ts';
import { RunOrStop } from '../room/runs/RunButton.tsx';
import styles from './try.module.css';

/** Run, or Stop while the program runs. If the language does not run, the reason is in its place. */
export function TryRunButton({ session, language }: { session: RunSession; language: string }) {
  const ability = useStore(session.store, () => session.abilityFor(language));
  if (ability === 'no runtime') return <span className={styles.cannot}>{session.whyNot(language)}</span>;
  return <RunOrStop isStop={ability === 'stop'} disabled={false} onClick={() => void session.press()} />;
}
