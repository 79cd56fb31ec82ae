import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { createAtom } from '@tanstack/store';
import { activeFile } from '../replay/files-at.ts';
import type { Moment } from '../replay/moment.ts';
import type { Recording } from '../replay/recording.ts';
import { advance } from '../replay/stops.ts';

export const SPEEDS = [1, 2, 4, 8, 16] as const;
export type Speed = (typeof SPEEDS)[number];

/** How far an arrow key leads (ms). */
const JUMP_MS = 5_000;

export interface PlayerState {
  /** Time since the start of the recording. */
  ms: number;
  /** Edits that have happened. */
  index: number;
  isPlaying: boolean;
  speed: Speed;
  skipsPauses: boolean;
  /** If set, only this participant's acts are dwelt on; null for all. */
  onlyBy: number | null;
  /** The text of the file to show; it may not exist at the moment. */
  root: string;
  /** Whether the file is shown in which something happens. */
  followsFiles: boolean;
}

/** Plays a recording: its position, and how it goes on. */
export class Player {
  readonly store = createAtom<PlayerState>({
    ms: 0,
    index: 0,
    isPlaying: false,
    speed: 1,
    skipsPauses: true,
    onlyBy: null,
    root: SHARED_TEXT,
    followsFiles: true,
  });
  #recording: Recording;
  #moments: readonly Moment[] = [];
  #stops: { of: string; times: number[] } = { of: '', times: [] };

  constructor(recording: Recording) {
    this.#recording = recording;
    this.load(recording, []);
  }

  /** Takes over a recording that has grown, and its moments. */
  load(recording: Recording, moments: readonly Moment[]): void {
    this.#recording = recording;
    this.#moments = moments;
    this.#stops = { of: '', times: [] };
    const { ms, index } = this.store.get();
    // A step within one millisecond stays at its place.
    if (recording.clock[index - 1] !== ms) this.#move({ ms, index: recording.indexAt(ms) });
  }

  get moments(): readonly Moment[] {
    return this.#moments;
  }

  play(): void {
    if (this.store.get().ms >= this.#recording.durationMs) this.seek(0);
    this.#set({ isPlaying: true });
  }

  pause(): void {
    this.#set({ isPlaying: false });
  }

  toggle(): void {
    if (this.store.get().isPlaying) this.pause();
    else this.play();
  }

  seek(ms: number): void {
    const within = Math.min(Math.max(0, ms), this.#recording.durationMs);
    this.#move({ ms: within, index: this.#recording.indexAt(within) });
  }

  /** Goes to a moment and shows its file. */
  open({ ms, root }: Pick<Moment, 'ms' | 'root'>): void {
    if (root !== undefined) this.#set({ followsFiles: true });
    this.seek(ms);
    // Other files may have changed within the same millisecond.
    if (root !== undefined) this.#set({ root });
  }

  /** Shows a file from now on, whatever happens in others. */
  show(root: string): void {
    this.#set({ root, followsFiles: false });
  }

  /** Shows the file in which something happens, or stays in the present one. */
  followFiles(followsFiles: boolean): void {
    this.#set({ followsFiles });
    this.#move(this.store.get());
  }

  /** Seeks to a share of the recording, from 0 to 1. */
  toShare(share: number): void {
    this.seek(share * this.#recording.durationMs);
  }

  /** Jumps five seconds, in either direction. */
  jump(direction: 1 | -1): void {
    this.seek(this.store.get().ms + direction * JUMP_MS);
  }

  /** Shows the next edit, or takes the last one back. */
  step(direction: 1 | -1): void {
    const { index } = this.store.get();
    const next = Math.min(Math.max(0, index + direction), this.#recording.steps.length);
    this.pause();
    this.#move({ index: next, ms: this.#recording.clock[next - 1] ?? 0 });
  }

  /** Goes to the next moment, or to the previous one. */
  toMoment(direction: 1 | -1): void {
    const { ms } = this.store.get();
    const next =
      direction > 0
        ? this.#moments.find((moment) => moment.ms > ms)
        : this.#moments.findLast((moment) => moment.ms < ms);
    this.open(next ?? { ms: direction > 0 ? this.#recording.durationMs : 0 });
  }

  set(change: Partial<Pick<PlayerState, 'speed' | 'skipsPauses' | 'onlyBy'>>): void {
    this.#set(change);
  }

  /** Plays on for as long as has passed on the user's clock. */
  tick(passedMs: number): void {
    const { ms, speed, skipsPauses, onlyBy } = this.store.get();
    const endMs = this.#recording.durationMs;
    const skips = skipsPauses || onlyBy !== null;
    this.seek(advance(ms, passedMs * speed, { stops: this.#stopTimes(), endMs, skipsPauses: skips }));
    if (this.store.get().ms >= endMs && this.#recording.isComplete) this.pause();
  }

  /** Returns the times at which something happens that is dwelt on, in order. */
  #stopTimes(): number[] {
    const { onlyBy } = this.store.get();
    const { clock, steps } = this.#recording;
    const of = `${onlyBy} ${steps.length}`;
    if (this.#stops.of !== of) {
      const isShown = ({ by }: { by: number | null }) => onlyBy === null || by === onlyBy;
      const times = [
        ...clock.filter((_ms, index) => isShown(steps[index] ?? { by: null })),
        ...this.#moments.filter(isShown).map(({ ms }) => ms),
      ];
      this.#stops = { of, times: times.toSorted((one, other) => one - other) };
    }
    return this.#stops.times;
  }

  #move({ ms, index }: Pick<PlayerState, 'ms' | 'index'>): void {
    const { followsFiles } = this.store.get();
    this.#set({ ms, index, ...(followsFiles && { root: activeFile(this.#recording, { ms, index }) }) });
  }

  #set(change: Partial<PlayerState>): void {
    this.store.set({ ...this.store.get(), ...change });
  }
}
