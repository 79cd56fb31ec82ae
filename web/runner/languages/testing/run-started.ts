import { OUTPUT_HEAD_MAX, OUTPUT_TAIL_MAX } from '@cip/contracts/runs/run-limits';
import { BoundedOutput } from '../../worker/bounded-output.ts';
import { Input } from '../../worker/input.ts';
import type { Host, StartProgram } from '../../worker/serve-programs.ts';

type End = Parameters<Host['end']>[0];

/** Runs a program of one or more files, its own first. Resolves to its output, streams in their order, and its end. */
export async function runStarted(start: StartProgram, sources: Record<string, string>, stdin = '') {
  const files = Object.entries(sources).map(([name, content]) => ({ name, content }));
  let out = '';
  const ends: End[] = [];
  const output = new BoundedOutput(
    (message) => {
      if (message.type === 'output') out += message.text;
    },
    { head: OUTPUT_HEAD_MAX, tail: OUTPUT_TAIL_MAX },
  );
  const host: Host = {
    isJudged: false,
    output,
    input: new Input(stdin),
    ask: undefined,
    more: () => Promise.resolve([]),
    compiled: () => undefined,
    test: () => undefined,
    end: (how) => void ends.push({ exitCode: 0, ...how }),
  };
  await start({ language: '', code: files[0]?.content ?? '', files, stdin, dataSet: null }, host);
  return { out, ends };
}
