import { countUpTo } from './count-up-to.ts';
import { changedText, type TextChange } from './text-change.ts';

/** Edits between two stored texts: a jump replays at most this many. */
const CHECKPOINT_EDITS = 500;

/** A file of a recording: its text after each edit. Edits count from 1 through all files of the recording. */
export class FileHistory {
  /** The edits that changed this file. */
  readonly #edits: number[] = [];
  readonly #changes: TextChange[][] = [];
  readonly #checkpoints: string[] = [''];
  #last = { count: 0, text: '' };

  /** Adds the changes of the next edit of this file. */
  add(edit: number, changes: TextChange[]): void {
    this.#edits.push(edit);
    this.#changes.push(changes);
    if (this.#edits.length % CHECKPOINT_EDITS === 0) this.#checkpoints.push(this.textAt(edit));
  }

  /** Returns the last of the first `edits` edits that changed this file; 0 if there is none. */
  lastEditAt(edits: number): number {
    return this.#edits[countUpTo(this.#edits, edits) - 1] ?? 0;
  }

  /** Returns the text after that many edits of the recording. */
  textAt(edits: number): string {
    const count = countUpTo(this.#edits, edits);
    const checkpoint = Math.min(Math.floor(count / CHECKPOINT_EDITS), this.#checkpoints.length - 1);
    const from = checkpoint * CHECKPOINT_EDITS;
    const isNear = this.#last.count <= count && this.#last.count >= from;
    let { count: done, text } = isNear ? this.#last : { count: from, text: this.#checkpoints[checkpoint] ?? '' };
    for (; done < count; done++) text = changedText(text, this.#changes[done] ?? []);
    this.#last = { count, text };
    return text;
  }
}
