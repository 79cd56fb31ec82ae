import '../../../shared/code/lookalike.css';
import type { editor, IDisposable } from 'monaco-editor';
import { editor as api } from 'monaco-editor/editor';
import { lookalikeText, replaceText } from '../../../shared/code/lookalike-text.ts';
import { hasLookalike, lookalikesIn, MARKED_MAX } from '../../../shared/code/lookalikes.ts';
import type { Lookalike } from '../../../shared/code/lookalikes.ts';
import { rangeAt } from './monaco-range.ts';

const COMMAND = 'replace-lookalikes';

/**
 * Marks look-alike characters, and offers `replace`, which replaces all: over a mark, in the menu and in the palette.
 * Returns the function that ends it.
 */
export function markLookalikes(
  codeEditor: editor.IStandaloneCodeEditor,
  model: editor.ITextModel,
  { language, replace }: { language: string; replace: () => unknown },
): () => void {
  const marks = codeEditor.createDecorationsCollection();
  const hasMarks = codeEditor.createContextKey<boolean>('hasLookalikes', false);
  // Also in comments and strings; then each change may mark others.
  let hasAny = false;
  const mark = () => {
    const text = model.getValue();
    hasAny = hasLookalike(text);
    const found = hasAny ? lookalikesIn(text, language, MARKED_MAX) : [];
    hasMarks.set(found.length > 0);
    marks.set(found.map((lookalike) => decorationOf(model, lookalike, found.length)));
  };
  mark();
  const disposables: IDisposable[] = [
    model.onDidChangeContent(({ changes }) => {
      if (hasAny || changes.some(({ text }) => hasLookalike(text))) mark();
    }),
    api.registerCommand(COMMAND, replace),
    codeEditor.addAction({
      id: `${COMMAND}-action`,
      label: 'Replace look-alike characters',
      precondition: 'hasLookalikes && !editorReadonly',
      contextMenuGroupId: '1_modification',
      run: () => void replace(),
    }),
  ];
  return () => {
    marks.clear();
    hasMarks.reset();
    for (const each of disposables) each.dispose();
  };
}

function decorationOf(model: editor.ITextModel, lookalike: Lookalike, count: number): editor.IModelDeltaDecoration {
  return {
    range: rangeAt(model, lookalike.at, lookalike.at + 1),
    options: {
      inlineClassName: 'tok-lookalike',
      hoverMessage: {
        value: `${lookalikeText(lookalike)}. [${replaceText(count)}](command:${COMMAND})`,
        isTrusted: { enabledCommands: [COMMAND] },
      },
    },
  };
}
