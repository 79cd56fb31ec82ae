import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import type { PlaybackQuestion, PlaybackScorecard } from '@cip/contracts/playback/playback-extras';
import type { PlaybackEvent, PlaybackHead, PlaybackRun } from '@cip/contracts/playback/playback';
import { countUpTo } from './count-up-to.ts';
import { FileHistory } from './file-history.ts';
import { changesByRoot, type TextChange } from './text-change.ts';

/** An edit as the player needs it, with its changes of the files. */
export interface Step {
  id: number;
  at: number;
  by: number | null;
  changes: TextChange[];
}

/** The parts of a recording besides its events. */
export interface Extras {
  /** Texts of the questions that were shown. */
  questions: readonly PlaybackQuestion[];
  scorecards: readonly PlaybackScorecard[];
}

export const NO_EXTRAS: Extras = { questions: [], scorecards: [] };

/** A recording as plain data, for a file. */
export interface RecordingData extends Extras {
  head: PlaybackHead;
  events: PlaybackEvent[];
  runs: PlaybackRun[];
  steps: [id: number, at: number, by: number | null, changes: TextChange[]][];
  unapplied: number;
}

/**
 * A recording: its facts, and the text of each file after each of its edits. Texts are counted by edits; 0 is before
 * the first.
 */
export class Recording {
  readonly head: PlaybackHead;
  readonly events: PlaybackEvent[] = [];
  readonly runs: PlaybackRun[] = [];
  /** When each edit shows (ms since the start); never decreases, even if the server's clock was set back. */
  readonly clock: number[] = [];
  readonly steps: Step[] = [];
  extras = NO_EXTRAS;
  isComplete = false;
  /** Edits that could not be applied. */
  unapplied = 0;
  readonly #files = new Map<string, FileHistory>();

  constructor(head: PlaybackHead) {
    this.head = head;
  }

  /** Adds the next edit. */
  add(step: Step): void {
    this.steps.push(step);
    this.clock.push(Math.max(0, this.clock.at(-1) ?? 0, step.at));
    for (const [root, changes] of changesByRoot(step.changes)) {
      const file = this.#files.get(root) ?? new FileHistory();
      this.#files.set(root, file);
      file.add(this.steps.length, changes);
    }
  }

  /** Length of the recording (ms). */
  get durationMs(): number {
    return Math.max(this.head.durationMs, this.clock.at(-1) ?? 0);
  }

  /** Returns how many edits have happened at a moment. */
  indexAt(ms: number): number {
    return countUpTo(this.clock, ms);
  }

  /** Returns the text of a file after that many edits; the first file's unless another is named. */
  textAt(index: number, root: string = SHARED_TEXT): string {
    const { edits, text, files } = this.head;
    if (edits === 'included') return this.#files.get(root)?.textAt(index) ?? '';
    return files?.find((file) => file.root === root)?.content ?? (root === SHARED_TEXT ? (text ?? '') : '');
  }

  /** Returns the number of the last edit of a file within that many edits, counted from 1; 0 if there is none. */
  lastEditOf(root: string, index: number): number {
    return this.#files.get(root)?.lastEditAt(index) ?? 0;
  }

  /** Returns the language at a moment. */
  languageAt(ms: number): string {
    const last = this.events.findLast((event) => event.kind === 'language' && event.at <= ms);
    return last?.kind === 'language' ? last.data.language : this.head.firstLanguage;
  }

  /**
   * Returns the languages in which people wrote or ran code, in the order of their first use; the last one if there are
   * none.
   */
  languages(): string[] {
    const changes = this.events.flatMap((event) => (event.kind === 'language' ? [event.at] : []));
    const starts = [0, ...changes];
    const used = starts.flatMap((from, index) => {
      const to = starts[index + 1] ?? Infinity;
      const isWithin = (ms: number) => ms >= from && ms < to;
      const isUsed =
        this.clock.some((ms, at) => isWithin(ms) && this.steps[at]?.by !== null) ||
        this.runs.some(({ at }) => isWithin(at));
      return isUsed ? [this.languageAt(from)] : [];
    });
    return used.length > 0 ? [...new Set(used)] : [this.head.language];
  }

  /** Returns the recording as data, with only these extras. */
  toData(extras: Extras): RecordingData {
    const { head, events, runs, unapplied } = this;
    const steps = this.steps.map(({ id, at, by, changes }): RecordingData['steps'][number] => [id, at, by, changes]);
    return { head, events, runs, steps, unapplied, ...extras };
  }

  static from({ head, events, runs, steps, unapplied, questions, scorecards }: RecordingData): Recording {
    const recording = new Recording(head);
    recording.events.push(...events);
    recording.runs.push(...runs);
    for (const [id, at, by, changes] of steps) recording.add({ id, at, by, changes });
    recording.unapplied = unapplied;
    recording.extras = { questions, scorecards };
    recording.isComplete = true;
    return recording;
  }
}
