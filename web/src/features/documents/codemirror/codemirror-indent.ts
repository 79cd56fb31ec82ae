import { indentMore, indentLess } from '@codemirror/commands';
import { indentUnit } from '@codemirror/language';
import { countColumn, EditorSelection, EditorState, StateField } from '@codemirror/state';
import type { Extension, Transaction } from '@codemirror/state';
import type { EditorView, KeyBinding } from '@codemirror/view';
import { INDENT_SAMPLE, indentationOf, indentUnitOf } from '../editor/languages/indentation.ts';
import type { Indentation } from '../editor/languages/indentation.ts';

/** Indents as the text or the language does; looks at the text again when a change has or removes line breaks. */
export function indentOf(language: string): Extension {
  const read = ({ doc }: EditorState) => indentationOf(language, doc.sliceString(0, INDENT_SAMPLE));
  return StateField.define<Indentation>({
    create: read,
    update: (found, transaction) => (changesLines(transaction) ? read(transaction.state) : found),
    provide: (field) => [indentUnit.from(field, indentUnitOf), EditorState.tabSize.from(field, ({ size }) => size)],
  });
}

function changesLines({ docChanged, changes, startState: { doc } }: Transaction): boolean {
  let isFound = false;
  if (docChanged)
    changes.iterChanges((from, to, _fromB, _toB, inserted) => {
      isFound ||= inserted.lines > 1 || doc.lineAt(from).to < to;
    });
  return isFound;
}

/** Indents the selected lines; without a selection, fills up to the next step at the cursor. */
export function indent(view: EditorView): boolean {
  const { state } = view;
  if (state.readOnly) return false;
  if (state.selection.ranges.some((range) => !range.empty)) return indentMore(view);
  const unit = state.facet(indentUnit);
  const spec = state.changeByRange(({ head }) => {
    const line = state.doc.lineAt(head);
    const column = countColumn(line.text, state.tabSize, head - line.from);
    const insert = unit === '\t' ? unit : unit.slice(column % unit.length);
    return { changes: { from: head, insert }, range: EditorSelection.cursor(head + insert.length) };
  });
  view.dispatch(state.update(spec, { scrollIntoView: true, userEvent: 'input.type' }));
  return true;
}

/** Tab and Shift+Tab, as Monaco has them. */
export const indentKeys: KeyBinding = { key: 'Tab', run: indent, shift: indentLess };
