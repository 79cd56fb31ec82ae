import { useEffect, useState } from 'react';
import { hashedText } from '@cip/contracts/runs/run-texts';
import type { RunEnd, RunPiece } from '@cip/contracts/runs/runs';
import { isTouchOnly } from '../../features/documents/editor/languages/editor-pane.ts';
import type { RunHereProps } from '../../features/playback/player/player-parts.ts';
import { endText } from '../../features/runs/panel/run-text.ts';
import { runtimeOf } from '../../features/runs/sandbox/runtimes.ts';
import { LocalExecution } from '../../features/runs/device/local-execution.ts';
import { Button } from '../../shared/ui/plain/Button.tsx';
import { lateSandbox } from '../../features/runs/sandbox/late-sandbox.ts';
import { RecordedOutput } from './RecordedOutput.tsx';
import styles from './run-here.module.css';

interface Result {
  /** The code that ran, with its files. */
  text: string;
  pieces: RunPiece[];
  end: RunEnd | null;
}

/** Runs the code of the moment in this browser. The result is shown and never stored. */
export function RunHere(program: RunHereProps) {
  const { language, code, files } = program;
  const { result, run } = useRun();
  const runtime = runtimeOf(language);
  if (!runtime || (runtime.laptopOnly && isTouchOnly())) return null;
  const isRunning = result !== null && result.end === null;
  return (
    <div className={styles.now}>
      <p className={styles.head}>
        <Button size="sm" busy={isRunning} busyText="Running…" onClick={() => run(program)}>
          Run here
        </Button>
        {result && (
          <span>
            <b>Re-run result</b>
            {result.text === hashedText(code, files) ? '' : ', of another moment'}
            {result.end && `: ${endText({ end: result.end, runner: null }, runtime.label)}`}
          </span>
        )}
      </p>
      {result && <RecordedOutput pieces={result.pieces} end={result.end} label="Output of this run" />}
    </div>
  );
}

function useRun() {
  const [result, setResult] = useState<Result | null>(null);
  const [tools] = useState(() => {
    const sandbox = lateSandbox();
    const change = (how: (result: Result) => Partial<Result>) =>
      setResult((before) => before && { ...before, ...how(before) });
    const execution = new LocalExecution(sandbox.open, {
      progress: () => undefined,
      output: (stream, text) =>
        change(({ pieces }) => ({ pieces: [...pieces, { seq: pieces.length, at: 0, stream, text }] })),
      ended: (end) => change(() => ({ end })),
    });
    return { sandbox, execution };
  });
  useEffect(
    () => () => {
      tools.execution.discard();
      tools.sandbox.close();
    },
    [tools],
  );
  const run = (program: RunHereProps) => {
    setResult({ text: hashedText(program.code, program.files), pieces: [], end: null });
    void tools.execution.start(program);
  };
  return { result, run };
}
