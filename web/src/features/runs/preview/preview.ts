import type { RunFile } from '@cip/contracts/runs/runs';
import { createAtom } from '@tanstack/store';
import { OUTPUT_HEAD_MAX } from '@cip/contracts/runs/run-limits';
import { firstOf, lastOf, plainText } from '../sandbox/plain-text.ts';
import type { Execution, ExecutionEvents } from '../sandbox/sandbox-types.ts';
import { guardFocus } from './focus-guard.ts';
import { executeInPage } from './page-tests.ts';
import type { PageTests } from './page-tests.ts';
import { PreviewFrames } from './preview-frames.ts';
import { PreviewRun } from './preview-run.ts';
import { PreviewScripts } from './preview-scripts.ts';

/** Characters of the last output that a preview keeps beside it. */
const CONSOLE_MAX = 8_000;
/** How long a program waits for its place on the page (ms). */
const PLACED_WITHIN_MS = 5_000;
/** A spare frame is prepared this long after a program has started, so that it is not slowed down (ms). */
const SPARE_AFTER_MS = 300;
/** A program may press a key of the room this often (ms). */
const KEY_EVERY_MS = 1_000;

interface PreviewState {
  /** The files make a page, so that there is a place for it. */
  isOffered: boolean;
  phase: 'none' | 'starting' | 'shown' | 'lost';
  /** Whose run it shows, such as “Ada’s run”; empty if a person has refreshed it. */
  of: string;
  /** Why it is gone. */
  why: string;
  /** The output since the end of the run, of this device alone. */
  console: string;
}

const NONE: PreviewState = { isOffered: false, phase: 'none', of: '', why: '', console: '' };

/** The functions of a room that its preview needs. */
export interface PreviewRoom {
  /** Shows the place of the preview. */
  show: () => void;
  /** Runs the code, as the key does everywhere else in the room. */
  run: () => void;
  /** Gives the focus back to the code. */
  leave: () => void;
  /** Whether a device without a keyboard shows it, whose focus nobody steals. */
  isTouchOnly: boolean;
}

const noEvents: ExecutionEvents = { progress: () => undefined, output: () => undefined };

/** The preview of a room on this device: the program of the latest run, or of the present texts. */
export class Preview {
  readonly store = createAtom(NONE);
  readonly #room: PreviewRoom;
  readonly #scripts = new PreviewScripts();
  readonly #frames = new PreviewFrames(this.#scripts);
  #place = Promise.withResolvers<HTMLElement>();
  #current: PreviewRun | undefined;
  #visit = new AbortController();
  #keyAt = -Infinity;

  constructor(room: PreviewRoom) {
    this.#room = room;
  }

  /** Takes the place for the frame; null when it goes, and the frame with it. */
  readonly attach = (place: HTMLElement | null): void => {
    if (place) this.#place.resolve(place);
    else {
      this.#place = Promise.withResolvers<HTMLElement>();
      this.remove();
    }
  };

  /** Notes whether the files make a page; a page that is shown stays. */
  offer(isOffered: boolean): void {
    this.#set({ isOffered: isOffered || this.store.get().phase !== 'none' });
  }

  /** Executes a program as a run, which ends when its page has settled. */
  execute(files: RunFile[], limitMs: number | undefined, events: ExecutionEvents): Execution {
    this.#set({ isOffered: true });
    this.#room.show();
    const started = this.#open(files, limitMs, 'your run', events);
    return {
      ended: started.then((run) => run.ended),
      stop: () => void started.then((run) => run.stop()),
      answer: () => undefined,
    };
  }

  /** Executes test files that draw, in a page that is not seen. */
  readonly executeTests = (program: PageTests, events: ExecutionEvents): Execution =>
    executeInPage(program, this.#scripts, events);

  /** Shows files anew; `of` says whose run they are from. */
  refresh(files: RunFile[], of = ''): void {
    this.#open(files, undefined, of, noEvents).catch(() => undefined);
  }

  /** Removes the frame, and with it everything that runs in it. */
  remove(): void {
    this.#frames.close();
    this.#end();
  }

  #end(): void {
    this.#visit.abort();
    this.#current?.remove();
    this.#current = undefined;
    this.#set({ phase: 'none', console: '' });
  }

  async #open(files: RunFile[], limitMs: number | undefined, of: string, events: ExecutionEvents): Promise<PreviewRun> {
    const host = await Promise.race([this.#place.promise, failLater()]);
    this.#end();
    this.#set({ phase: 'starting', of, why: '' });
    this.#visit = new AbortController();
    const { signal } = this.#visit;
    const isCurrent = () => !signal.aborted;
    const keep = (_stream: unknown, text: string) => this.#keep(text);
    const run = new PreviewRun(
      { take: () => this.#frames.take(host), files, limitMs, scripts: this.#scripts },
      {
        ...events,
        ...(events === noEvents && { output: keep }),
        late: keep,
        started: () => isCurrent() && this.#started(host, signal),
        key: (key) => this.#press(key, run.element),
        lost: (why) => isCurrent() && this.#set({ phase: 'lost', why }),
      },
    );
    this.#current = run;
    if (!this.#room.isTouchOnly)
      guardFocus(
        () => run.element,
        signal,
        () => {
          run.remove();
          this.#set({ phase: 'lost', why: 'The program kept taking the keyboard.' });
        },
      );
    return run;
  }

  #started(host: HTMLElement, signal: AbortSignal): void {
    this.#set({ phase: 'shown' });
    // A phone has no memory to spare.
    if (this.#room.isTouchOnly) return;
    setTimeout(() => {
      const packages = this.#current?.packages ?? [];
      if (!signal.aborted) this.#frames.prepare(host, packages, signal).catch(() => undefined);
    }, SPARE_AFTER_MS);
  }

  #press(key: 'run' | 'leave', element: HTMLIFrameElement): void {
    const now = performance.now();
    // A program can send a key without a person, but not while the person is elsewhere.
    if (document.activeElement !== element || now - this.#keyAt < KEY_EVERY_MS) return;
    this.#keyAt = now;
    if (key === 'run') this.#room.run();
    else this.#room.leave();
  }

  #keep(text: string): void {
    const console = this.store.get().console + plainText(firstOf(text, OUTPUT_HEAD_MAX));
    this.#set({ console: lastOf(console, CONSOLE_MAX) });
  }

  #set(change: Partial<PreviewState>): void {
    this.store.set((state) => ({ ...state, ...change }));
  }
}

function failLater(): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error('The page has no place for a preview.')), PLACED_WITHIN_MS);
  });
}
