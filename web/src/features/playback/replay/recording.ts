import type { PlaybackQuestion, PlaybackScorecard } from '@cip/contracts/playback/playback-extras';
import type { PlaybackEvent, PlaybackHead, PlaybackRun } from '@cip/contracts/playback/playback';
import { changedText, type TextChange } from './text-change.ts';

/** Edits between two stored texts: a jump replays at most this many. */
const CHECKPOINT_EDITS = 500;

/** An edit as the player needs it, with its changes of the text. */
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

/** A recording: its facts, and the text after each of its edits. Texts are counted by edits; 0 is before the first. */
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
  readonly #checkpoints: string[] = [''];
  #last = { index: 0, text: '' };

  constructor(head: PlaybackHead) {
    this.head = head;
  }

  /** Adds the next edit. */
  add(step: Step): void {
    this.steps.push(step);
    this.clock.push(Math.max(0, this.clock.at(-1) ?? 0, step.at));
    if (this.steps.length % CHECKPOINT_EDITS === 0) this.#checkpoints.push(this.textAt(this.steps.length));
  }

  /** Length of the recording (ms). */
  get durationMs(): number {
    return Math.max(this.head.durationMs, this.clock.at(-1) ?? 0);
  }

  /** Returns how many edits have happened at a moment. */
  indexAt(ms: number): number {
    return countUpTo(this.clock, ms);
  }

  /** Returns the text after that many edits. */
  textAt(index: number): string {
    if (this.head.edits !== 'included') return this.head.text ?? '';
    const checkpoint = Math.min(Math.floor(index / CHECKPOINT_EDITS), this.#checkpoints.length - 1);
    const from = checkpoint * CHECKPOINT_EDITS;
    const isNear = this.#last.index <= index && this.#last.index >= from;
    let { index: done, text } = isNear ? this.#last : { index: from, text: this.#checkpoints[checkpoint] ?? '' };
    for (; done < index; done++) text = changedText(text, this.steps[done]?.changes ?? []);
    this.#last = { index, text };
    return text;
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

/** Returns how many of the ascending numbers are not above a limit. */
export function countUpTo(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
