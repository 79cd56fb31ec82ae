import { completeAnyWord, CompletionContext } from '@codemirror/autocomplete?words';
import type { Completion, CompletionSource } from '@codemirror/autocomplete?words';
import type { EditorState, Extension } from '@codemirror/state';
import { EditorView, keymap, ViewPlugin } from '@codemirror/view';
import type { PluginValue, ViewUpdate } from '@codemirror/view';

/** Fewest typed letters that are completed; the names of most variables are shorter than a suggestion is useful. */
const LETTERS_MIN = 2;
/** Most words that are shown: as many as a phone shows with a swipe or two. */
const SHOWN_MAX = 8;
/** Height of the row of words, in CSS pixels: that of a target for a finger. */
const ROW_PX = 44;

const EDGE = '1px solid color-mix(in srgb, var(--code-ink) 25%, transparent)';

/** A language's own words: a function, or a list. */
type Source = CompletionSource | readonly (string | Completion)[];

/** The words that complete the one before the cursor, which begins at `from`. */
interface Found {
  from: number;
  words: string[];
}

/** Returns the words of the text and the keywords of its language that complete the word before the cursor. */
async function findWords(state: EditorState): Promise<Found> {
  const at = state.selection.main.head;
  const context = new CompletionContext(state, at, false);
  const typed = context.matchBefore(/[\p{L}_$][\p{L}\p{N}_$]*/u);
  if (!typed || typed.text.length < LETTERS_MIN) return { from: at, words: [] };
  const sources: Source[] = [completeAnyWord, ...state.languageDataAt<Source>('autocomplete', at)];
  const lists = await Promise.all(sources.map((source) => wordsOf(source, context)));
  const words = new Set(lists.flat().filter((word) => word !== typed.text && word.startsWith(typed.text)));
  return { from: typed.from, words: [...words].slice(0, SHOWN_MAX) };
}

/** Returns the words of a source, without snippets, which write code by themselves. */
async function wordsOf(source: Source, context: CompletionContext): Promise<string[]> {
  const options = typeof source === 'function' ? ((await source(context))?.options ?? []) : source;
  return options.flatMap((each) => (typeof each === 'string' ? [each] : each.apply === undefined ? [each.label] : []));
}

/** The row of words at the lower edge of the editor, over the code, so that nothing moves when it comes and goes. */
class WordRow implements PluginValue {
  readonly #view: EditorView;
  readonly #row = document.createElement('div');

  constructor(view: EditorView) {
    this.#view = view;
    this.#row.className = 'cm-words';
    this.#row.role = 'group';
    this.#row.ariaLabel = 'Completions';
    this.#row.hidden = true;
    // Otherwise the text loses the focus, and a phone its keyboard.
    this.#row.addEventListener('pointerdown', (event) => event.preventDefault());
    this.#row.addEventListener('keydown', (event) => this.#move(event));
    view.dom.append(this.#row);
  }

  update({ docChanged, selectionSet, transactions, state }: ViewUpdate): void {
    if (!docChanged && !selectionSet) return;
    const isTyped = transactions.some((each) => each.isUserEvent('input.type') || each.isUserEvent('delete.backward'));
    if (isTyped && !state.readOnly) void this.#find(state);
    else this.#show({ from: 0, words: [] });
  }

  destroy(): void {
    this.#show({ from: 0, words: [] });
    this.#row.remove();
  }

  /** Moves the focus to the first word. Returns false if there is none. */
  focus(): boolean {
    const first = this.#row.querySelector('button');
    first?.focus();
    return first !== null;
  }

  async #find(state: EditorState): Promise<void> {
    const found = await findWords(state);
    if (this.#view.state === state) this.#show(found);
  }

  #show({ from, words }: Found): void {
    const isShown = words.length > 0;
    this.#row.hidden = !isShown;
    // For what lies over the code. A selector with :has() would compute the style of all spans at each new line.
    this.#view.dom.closest('[data-editor-theme]')?.toggleAttribute('data-words', isShown);
    this.#row.replaceChildren(...words.map((word) => this.#buttonOf(word, from)));
  }

  #buttonOf(word: string, from: number): HTMLButtonElement {
    const button = document.createElement('button');
    button.type = 'button';
    // The keys of the editor lead here; Tab indents.
    button.tabIndex = -1;
    button.textContent = word;
    button.addEventListener('click', () => {
      const { head } = this.#view.state.selection.main;
      const changes = { from, to: head, insert: word };
      this.#view.dispatch({ changes, selection: { anchor: from + word.length }, userEvent: 'input.complete' });
      this.#view.focus();
    });
    return button;
  }

  #move({ key, target }: KeyboardEvent): void {
    if (!(target instanceof HTMLElement)) return;
    if (key === 'Escape') this.#view.focus();
    const next = { ArrowLeft: target.previousElementSibling, ArrowRight: target.nextElementSibling }[key];
    if (next instanceof HTMLElement) next.focus();
  }
}

const wordRow = ViewPlugin.fromClass(WordRow);

/** Offers words of the text and keywords of its language while a word is typed; Control and Space lead to them. */
export const completeWords: Extension = [
  wordRow,
  keymap.of([{ key: 'Ctrl-Space', run: (view) => view.plugin(wordRow)?.focus() ?? false }]),
  // The cursor stays above the row.
  EditorView.scrollMargins.of(() => ({ bottom: ROW_PX })),
  EditorView.baseTheme({
    '.cm-words': {
      position: 'absolute',
      insetInline: '0',
      bottom: '0',
      zIndex: '5',
      display: 'flex',
      overflowX: 'auto',
      height: `${ROW_PX}px`,
      borderTop: EDGE,
      background: 'var(--code-paper)',
    },
    '.cm-words[hidden]': { display: 'none' },
    '.cm-words button': {
      flex: 'none',
      minWidth: `${ROW_PX}px`,
      paddingInline: '14px',
      border: '0',
      borderRight: EDGE,
      background: 'none',
      color: 'var(--code-ink)',
      font: '16px var(--font-code)',
    },
    '.cm-words button:focus-visible': { outline: '2px solid currentColor', outlineOffset: '-4px' },
  }),
];
