import { createAtom } from '@tanstack/store';
import type { RunTab } from '../../../features/runs/panel/run-tabs.ts';

type Pane = 'question' | 'notes' | 'output' | 'preview';

interface PanesState {
  /** True if the question is open, beside the code. */
  question: boolean;
  /** True if the interviewer's notes are open: beside the code in front of the question, in a small window below. */
  notes: boolean;
  /** True if the output is open, under the code. */
  output: boolean;
  /** True if the preview is open, beside the code. */
  preview: boolean;
  /** The tab of runs that the output shows. */
  tab: RunTab;
  /** True if the window has room for one pane only. */
  isSingle: boolean;
  /** The pane that such a window shows in place of the code. */
  cover: Pane | null;
}

/**
 * The panes of a room besides its code. In a window for one pane, the preview covers the output, the output
 * the question, and each the code.
 */
export class RoomPanes {
  readonly store = createAtom<PanesState>({
    question: false,
    notes: false,
    output: false,
    preview: false,
    tab: 'Output',
    isSingle: false,
    cover: null,
  });

  /** Follows the media query of windows for one pane until the signal aborts. */
  constructor(single: Pick<MediaQueryList, 'matches' | 'addEventListener'>, signal?: AbortSignal) {
    const follow = () => this.#set({ isSingle: single.matches });
    follow();
    single.addEventListener('change', follow, signal ? { signal } : {});
  }

  /** Opens a question that the room brought to the front; open notes stay in front of it, because they are typed in. */
  openQuestion(): void {
    this.#set({ question: true, ...this.#inPlace() });
  }

  /** Shows the question; in a window for one pane in place of the output, in others in place of the notes. */
  showQuestion(): void {
    this.#set({ question: true, ...(this.store.get().isSingle ? this.#inPlace() : { notes: false }) });
  }

  showNotes(): void {
    this.#set({ notes: true });
  }

  /** Opens the output at one of its tabs. */
  showOutput(tab: RunTab): void {
    this.#set({ ...this.#inPlace(), output: true, tab });
  }

  showPreview(): void {
    this.#set({ preview: true });
  }

  hide(pane: Pane): void {
    this.#set({ [pane]: false });
  }

  toggleOutput(): void {
    this.#set({ output: !this.store.get().output });
  }

  /** Shows the code of a window for one pane; changes nothing in others. */
  uncover(): void {
    if (this.store.get().isSingle) this.#set({ question: false, output: false, preview: false });
  }

  /** Closes the panes that cover others in a window for one pane; changes nothing in others. */
  #inPlace(): Partial<PanesState> {
    return this.store.get().isSingle ? { output: false, preview: false } : {};
  }

  #set(change: Partial<PanesState>): void {
    this.store.set((state) => {
      const next = { ...state, ...change };
      const { isSingle, question, output, preview } = next;
      const open = preview ? 'preview' : output ? 'output' : question ? 'question' : null;
      return { ...next, cover: isSingle ? open : null };
    });
  }
}
