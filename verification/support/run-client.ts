import type { RunEnd, RunPiece } from '@cip/contracts/runs';
import type { Handshake } from '@cip/contracts/rooms';
import { RunSession } from '../../web/src/features/runs/session/run-session.ts';
import type { ExecutionEvents, Sandbox } from '../../web/src/features/runs/sandbox/sandbox-types.ts';
import { transportOver } from '../../web/src/screens/room/runs/run-transport.ts';
import { ProductTypist } from './typists.ts';

/** Time between two lines of the program, in milliseconds. */
const LINE_EVERY_MS = 100;

const FINISHED: RunEnd = {
  reason: 'finished',
  exitCode: 0,
  ms: 0,
  omitted: 0,
  tail: '',
  error: null,
  needsInput: false,
};

/** A participant with the web app's connection and run code, and a sandbox that writes numbered lines. */
export class RunClient {
  readonly typist: ProductTypist;
  readonly session: RunSession;

  /** `lines` is the length of the program's output. */
  constructor(address: { url: string }, handshake: Handshake, lines: number) {
    this.typist = new ProductTypist(address, handshake);
    const { connection } = this.typist;
    this.session = new RunSession({
      transport: transportOver(connection),
      state: connection.store,
      isInterviewer: handshake.userType === 'interviewer',
      userName: handshake.userName ?? '',
      text: () => this.typist.text,
      onTextChange: () => () => {},
      labelOf: (language) => language,
      flush: async () => {},
      device: 'laptop',
      runtimes: {
        runtimeOf: (language) => ({ language, label: language, bytes: 0, laptopOnly: false }),
        isCached: async () => true,
      },
      openSandbox: async () => lineWriter(lines),
      offlineRuns: { list: async () => [], add: async () => {}, remove: async () => {} },
      isRefusingOthers: () => true,
      notify: () => {},
    });
    connection.listen(this.session.handlers);
  }

  get output(): string {
    return this.session.store
      .get()
      .pieces.map(({ text }) => text)
      .join('');
  }

  get end(): RunEnd | null {
    return this.session.store.get().run?.end ?? null;
  }

  get pieces(): readonly RunPiece[] {
    return this.session.store.get().pieces;
  }

  leave(): void {
    this.session.close();
    this.typist.leave();
  }
}

/** Returns the output of a program of so many lines. */
export function linesOf(count: number): string {
  return Array.from({ length: count }, (_, line) => `line ${line + 1}\n`).join('');
}

function lineWriter(count: number): Sandbox {
  return { execute: (_program, events) => writeLines(count, events), warm: () => {}, close: () => {} };
}

function writeLines(count: number, { output }: ExecutionEvents) {
  let line = 0;
  let finish: (end: RunEnd) => void = () => {};
  const ended = new Promise<RunEnd>((resolve) => (finish = resolve));
  const timer = setInterval(() => {
    output('out', `line ${++line}\n`);
    if (line === count) end(FINISHED);
  }, LINE_EVERY_MS);
  const end = (result: RunEnd) => {
    clearInterval(timer);
    finish(result);
  };
  return { ended, stop: () => end({ ...FINISHED, reason: 'stopped', exitCode: null }) };
}
