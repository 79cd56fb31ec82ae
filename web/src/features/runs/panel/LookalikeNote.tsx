import type { Run } from '@cip/contracts/runs/runs';
import { useMemo } from 'react';
import { replaceText } from '../../../shared/code/lookalike-text.ts';
import { Button } from '../../../shared/ui/plain/Button.tsx';
import type { RunSession } from '../session/run-session.ts';
import { errorLookalikes } from './error-lookalikes.ts';
import styles from './runs.module.css';
import type { MarkableEditor } from './useErrorMark.ts';
import { useIsEarlierVersion } from './useIsEarlierVersion.ts';

interface LookalikeNoteProps {
  session: RunSession;
  run: Run;
  /** Line of the run's error. */
  line: number | null;
  editor: MarkableEditor | null;
}

/**
 * The look-alike characters in the line of an error, and their replacement, while the code is still the program that
 * ran.
 */
export function LookalikeNote({ session: { room }, run, line, editor }: LookalikeNoteProps) {
  const isEarlier = useIsEarlierVersion(room, run);
  const found = useMemo(
    () => (isEarlier ? null : errorLookalikes({ text: room.text(), language: run.language, line })),
    [isEarlier, room, run.language, line],
  );
  if (!found || !editor) return null;
  const replace = () => editor.replaceLookalikes() || room.notify('The code cannot be changed now.');
  return (
    <p className={styles.note}>
      {found.sentence}{' '}
      <Button size="sm" onClick={replace}>
        {replaceText(found.count)}
      </Button>
    </p>
  );
}
