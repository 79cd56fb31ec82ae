import { readFileSync } from 'node:fs';
import type { RunEnd } from '@cip/contracts/runs/runs';

const SOURCE = 'src/features/runs/sandbox/sandbox.ts';

/** A program for the sandbox of a page. */
export interface TestProgram {
  language: string;
  code: string;
  /** All files, the first with the code, of a program that has several. */
  files?: { name: string; content: string }[];
  /** The names of the test files that run in place of the program. */
  tests?: string[];
  stdin?: string;
  dataSet?: string;
  limitMs?: number;
  /** Answers to a program that waits, in order; null ends its input. If they are absent, it does not wait. */
  answers?: (string | null)[];
  /** Time until each answer (ms). */
  answerAfterMs?: number;
  /** Presses stop this time (ms) after the start, or with `answers` after the program first waits. */
  stopAfterMs?: number;
}

/** The results of a program. */
export interface TestRun {
  out: string;
  err: string;
  /** The typed lines, as the output shows them. */
  in: string;
  tables: { columns: string[]; rows: (string | null)[][]; total: number }[];
  /** When each piece came, since the start (ms). */
  pieceMs: number[];
  /** How often a timer of 10 ms had its turn in the page between the first piece and the end. */
  turns: number;
  phases: string[];
  end: RunEnd;
  /** When it ended, since the start (ms). */
  ms: number;
}

type Output = (stream: 'out' | 'err' | 'table' | 'in', text: string) => void;
interface PageSandbox {
  execute(
    program: object,
    events: { output: Output; progress: (progress: { phase: string }) => void; asking?: () => void },
  ): { ended: Promise<RunEnd>; stop(): void; answer(text: string | null): void };
  close(): void;
}
declare global {
  interface Window {
    sandbox?: PageSandbox;
  }
}

/** A page of Chromium, or of another engine. */
export interface ProgramPage {
  evaluate<T, Given>(call: (given: Given) => T | Promise<T>, given: Given): Promise<T>;
}

/** Opens the product's sandbox in a page, without the screens that use it. */
export async function openSandbox(page: ProgramPage): Promise<void> {
  const manifest = JSON.parse(readFileSync('web/dist/.vite/manifest.json', 'utf8')) as Record<string, { file: string }>;
  const file = `/${manifest[SOURCE]?.file}`;
  await page.evaluate(async (path) => {
    const { openSandbox: open } = (await import(path)) as { openSandbox: () => PageSandbox };
    window.sandbox = open();
  }, file);
}

/** Runs a program in the page's sandbox. */
export async function runProgram(page: ProgramPage, program: TestProgram): Promise<TestRun> {
  return page.evaluate(async ({ stopAfterMs, answers, answerAfterMs = 0, ...given }) => {
    if (!window.sandbox) throw new Error('The sandbox is not open');
    const startedAt = performance.now();
    const run = {
      out: '',
      err: '',
      in: '',
      tables: [] as TestRun['tables'],
      pieceMs: [] as number[],
      turns: 0,
      phases: [] as string[],
    };
    let counting: ReturnType<typeof setInterval> | undefined;
    const execution = window.sandbox.execute(
      { stdin: '', dataSet: null, isInteractive: answers !== undefined, ...given },
      {
        output(stream, text) {
          counting ??= setInterval(() => run.turns++, 10);
          run.pieceMs.push(performance.now() - startedAt);
          if (stream === 'table') run.tables.push(JSON.parse(text) as TestRun['tables'][number]);
          else run[stream] += text;
        },
        asking() {
          stopLater();
          setTimeout(() => {
            const text = answers?.shift();
            if (text !== undefined) execution.answer(text);
          }, answerAfterMs);
        },
        progress: ({ phase }) => run.phases.at(-1) === phase || run.phases.push(phase),
      },
    );
    const stopLater = () => stopAfterMs !== undefined && setTimeout(() => execution.stop(), stopAfterMs);
    if (answers === undefined) stopLater();
    const end = await execution.ended;
    clearInterval(counting);
    return { ...run, end, ms: performance.now() - startedAt };
  }, program);
}
