import type { editor, IRange } from 'monaco-editor';

/** Returns the range of a model between two offsets, in characters. */
export function rangeAt(model: editor.ITextModel, from: number, to: number): IRange {
  const [start, end] = [model.getPositionAt(from), model.getPositionAt(to)];
  return {
    startLineNumber: start.lineNumber,
    startColumn: start.column,
    endLineNumber: end.lineNumber,
    endColumn: end.column,
  };
}
