import type { RunEnd, RunPiece } from '@cip/contracts/runs/runs';
import type { Handshake } from '@cip/contracts/rooms/rooms';
import { RunSession } from '../../web/src/features/runs/session/run-session.ts';
import type { OfflineRun, OfflineRunStore } from '../../web/src/features/runs/state/run-room.ts';
import type { ExecutionEvents, Sandbox } from '../../web/src/features/runs/sandbox/sandbox-types.ts';
import type { ProductTypist } from './typists.ts';

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

/** A participant with the web app's run code over a typist's connection, and a sandbox that writes numbered lines. */
export class RunClient {
  readonly typist: ProductTypist;
  readonly session: RunSession;

  /** `lines` is the length of the program's output. */
  constructor(typist: ProductTypist, handshake: Handshake, lines: number) {
    this.typist = typist;
    const { connection } = typist;
    this.session = new RunSession({
      request: (name, payload) => connection.request(name, payload),
      state: connection.store,
      isInterviewer: handshake.userType === 'interviewer',
      userName: handshake.userName ?? '',
      text: () => this.typist.text,
      unsentLines: () => '',
      onTextChange: () => () => {},
      labelOf: (language) => language,
      flush: async () => {},
      device: 'laptop',
      runtimes: {
        runtimeOf: (language) => ({ language, label: language, bytes: 0, laptopOnly: false }),
        isCached: async () => true,
      },
      openSandbox: async () => lineWriter(lines),
      offlineRuns: inMemory(),
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

  /** Returns true if no run is shown. */
  get isIdle(): boolean {
    return this.session.store.get().run === null;
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

function inMemory(): OfflineRunStore {
  const stored = new Map<string, OfflineRun>();
  return {
    list: async () => [...stored.values()],
    add: async (offline) => void stored.set(offline.run.id, offline),
    remove: async (id) => void stored.delete(id),
  };
}

function lineWriter(count: number): Sandbox {
  return { execute: (_program, events) => writeLines(count, events), close: () => {} };
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
  return { ended, stop: () => end({ ...FINISHED, reason: 'stopped', exitCode: null }), answer: () => {} };
}
