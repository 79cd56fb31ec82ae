import { indentUnit } from '@codemirror/language';
import { EditorState, StateField, type Extension } from '@codemirror/state';
import { INDENT_SAMPLE, indentSize } from '../editor/languages/indent-size.ts';

/** Indents as the language or the text does; looks at the text again when it gets or loses lines. */
export function indentOf(language: string): Extension {
  const sizeOf = ({ doc }: EditorState) => indentSize(language, doc.sliceString(0, INDENT_SAMPLE));
  return StateField.define<number>({
    create: sizeOf,
    update: (size, { startState, state }) => (startState.doc.lines === state.doc.lines ? size : sizeOf(state)),
    provide: (field) => [indentUnit.from(field, (size) => ' '.repeat(size)), EditorState.tabSize.from(field)],
  });
}
