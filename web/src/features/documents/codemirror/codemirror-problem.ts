import { StateEffect, StateField } from '@codemirror/state';
import type { EditorState, Extension } from '@codemirror/state';
import { Decoration, EditorView } from '@codemirror/view';
import type { DecorationSet, KeyBinding } from '@codemirror/view';
import type { CodeProblem } from '../editor/languages/editor-pane.ts';

const setProblem = StateEffect.define<CodeProblem | null>();

const problemField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { changes, effects, state }) {
    const effect = effects.findLast((each) => each.is(setProblem));
    return effect ? decorationsOf(state, effect.value) : marks.map(changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Shows the marked problem. */
export const codeProblem: Extension = [
  problemField,
  EditorView.baseTheme({
    '.cm-problemLine': { backgroundColor: 'color-mix(in srgb, var(--code-problem) 14%, transparent)' },
    '.cm-problem': { textDecoration: 'underline wavy var(--code-problem)', textUnderlineOffset: '3px' },
  }),
];

/** Goes to the marked problem, as in Monaco. */
export const goToProblem: KeyBinding = {
  key: 'F8',
  run: (view) => {
    const marks = view.state.field(problemField).iter();
    if (marks.value === null) return false;
    const line = view.state.doc.lineAt(marks.from);
    goToLine(view, line.number, null);
    view.dispatch({ effects: EditorView.announce.of(String(marks.value.spec.attributes?.title ?? '')) });
    return true;
  },
};

/** Marks a problem in the text, in place of the previous one. */
export function markProblem(view: EditorView, problem: CodeProblem | null): void {
  view.dispatch({ effects: setProblem.of(problem) });
}

/** Moves the cursor to a line and focuses the editor. */
export function goToLine(view: EditorView, line: number, column: number | null): void {
  if (line > view.state.doc.lines) return;
  const { from, to } = view.state.doc.line(line);
  view.dispatch({ selection: { anchor: Math.min(to, from + (column ?? 1) - 1) }, scrollIntoView: true });
  view.focus();
}

function decorationsOf({ doc }: EditorState, problem: CodeProblem | null): DecorationSet {
  if (problem === null || problem.line > doc.lines) return Decoration.none;
  const line = doc.line(problem.line);
  const text = line.text.slice((problem.column ?? 1) - 1);
  const indent = text.length - text.trimStart().length;
  const from = line.from + Math.min(line.length, (problem.column ?? 1) - 1) + indent;
  const word = /^[\p{L}\p{N}_$]+|^./u.exec(text.trimStart())?.[0].length ?? 0;
  const to = problem.column === null ? line.to : from + word;
  const title = problem.message;
  const marks = [Decoration.line({ class: 'cm-problemLine', attributes: { title } }).range(line.from)];
  if (to > from) marks.push(Decoration.mark({ class: 'cm-problem', attributes: { title } }).range(from, to));
  return Decoration.set(marks);
}
