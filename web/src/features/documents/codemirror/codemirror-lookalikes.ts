import '../../../shared/code/lookalike.css';
import { EditorState, StateField } from '@codemirror/state';
import type { Extension, Transaction } from '@codemirror/state';
import { Decoration, EditorView, showPanel } from '@codemirror/view';
import type { DecorationSet, PanelConstructor } from '@codemirror/view';
import { lookalikeText, replaceText } from '../../../shared/code/lookalike-text.ts';
import { hasLookalike, lookalikesIn, MARKED_MAX } from '../../../shared/code/lookalikes.ts';
import type { Lookalike } from '../../../shared/code/lookalikes.ts';

interface Found {
  lookalikes: Lookalike[];
  marks: DecorationSet;
  /** Whether there are some at all, also in comments and strings; then each change may mark others. */
  hasAny: boolean;
}

const NONE: Found = { lookalikes: [], marks: Decoration.none, hasAny: false };

/**
 * Marks look-alike characters. With `replace`, which replaces all, the editor offers that while the cursor is at a
 * mark.
 */
export function lookalikeMarks(language: string, replace?: () => unknown): Extension {
  const field = StateField.define<Found>({
    create: (state) => find(state, language),
    update: (found, transaction) => (mayChange(found, transaction) ? find(transaction.state, language) : found),
    provide: (self) => EditorView.decorations.from(self, ({ marks }) => marks),
  });
  if (!replace) return field;
  const offer = showPanel.computeN(['selection', field, EditorState.readOnly], (state) => [
    panelAt(state, state.field(field), replace),
  ]);
  return [field, offer];
}

function panelAt(
  { selection: { main }, readOnly }: EditorState,
  { lookalikes }: Found,
  replace: () => unknown,
): PanelConstructor | null {
  const lookalike = lookalikes.find(({ at }) => at === main.head || at + 1 === main.head);
  if (!lookalike || !main.empty || readOnly) return null;
  return () => ({ dom: panel(lookalike, lookalikes.length, replace) });
}

function mayChange({ hasAny }: Found, { docChanged, changes }: Transaction): boolean {
  let isFound = docChanged && hasAny;
  if (docChanged)
    changes.iterChanges((_fromA, _toA, _fromB, _toB, inserted) => {
      isFound ||= hasLookalike(inserted.toString());
    });
  return isFound;
}

function find({ doc }: EditorState, language: string): Found {
  const text = doc.toString();
  if (!hasLookalike(text)) return NONE;
  const lookalikes = lookalikesIn(text, language, MARKED_MAX);
  const marks = lookalikes.map((lookalike) =>
    Decoration.mark({ class: 'tok-lookalike', attributes: { title: lookalikeText(lookalike) } }).range(
      lookalike.at,
      lookalike.at + 1,
    ),
  );
  return { lookalikes, marks: Decoration.set(marks), hasAny: true };
}

function panel(lookalike: Lookalike, count: number, replace: () => unknown): HTMLElement {
  const box = document.createElement('div');
  box.className = 'lookalike-panel';
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = replaceText(count);
  // The editor keeps the focus, and a phone its keyboard.
  button.addEventListener('pointerdown', (event) => event.preventDefault());
  button.addEventListener('click', replace);
  const words = document.createElement('p');
  words.textContent = `${lookalikeText(lookalike)}.`;
  box.append(words, button);
  return box;
}
