import type { editor } from 'monaco-editor';
import { editor as api, MarkerSeverity } from 'monaco-editor/editor';
import type { CodeProblem } from '../editor/languages/editor-pane.ts';

const OWNER = 'run';

/** Marks a problem in the text, in place of the previous one. Monaco's own F8 goes there. */
export function markProblem(model: editor.ITextModel, problem: CodeProblem | null): void {
  if (problem === null || problem.line > model.getLineCount()) return api.setModelMarkers(model, OWNER, []);
  const { line, message } = problem;
  const start = problem.column ?? model.getLineFirstNonWhitespaceColumn(line);
  const word = model.getWordAtPosition({ lineNumber: line, column: start });
  const end = problem.column === null ? model.getLineMaxColumn(line) : (word?.endColumn ?? start + 1);
  api.setModelMarkers(model, OWNER, [
    {
      severity: MarkerSeverity.Error,
      message,
      startLineNumber: line,
      startColumn: Math.max(1, start),
      endLineNumber: line,
      endColumn: end,
    },
  ]);
}

/** Moves the cursor to a line and focuses the editor. */
export function goToLine(instance: editor.IStandaloneCodeEditor, lineNumber: number, column: number | null): void {
  instance.setPosition({ lineNumber, column: column ?? 1 });
  instance.revealLineInCenterIfOutsideViewport(lineNumber);
  instance.focus();
}
