import type { editor, IPosition } from 'monaco-editor';

/** Returns whether a place in a text is right behind a point, where the members of an object are completed. */
export function isAfterPoint(model: editor.ITextModel, { lineNumber, column }: IPosition): boolean {
  return model.getLineContent(lineNumber).charAt(column - 2) === '.';
}
