import type { Extension } from '@codemirror/state';
import { Facet } from '@codemirror/state';
import { EditorView, ViewPlugin } from '@codemirror/view';
import { CodeMirror, getCM, vim, Vim } from '@replit/codemirror-vim';
import type { EditedFile } from '../sync/edited-file.ts';
import { isPauseBetween } from '../sync/undo/undo-rule.ts';

/** The file of an editor. Vim's commands are global to the page, so they look it up here. */
const gateFacet = Facet.define<EditedFile, EditedFile | undefined>({ combine: ([gate]) => gate });

/** Returns Vim keys for an editor. Undo reverts only the user's own edits, and `:w` sends held text. */
export function vimKeys(gate: EditedFile): Extension {
  return [vim({ status: true }), gateFacet.of(gate), vimIntegration, vimTheme];
}

const gateOf = (cm: CodeMirror) => cm.cm6.state.facet(gateFacet);

// By default Vim uses CodeMirror's own history, which is empty for a shared text.
const undo = (cm: CodeMirror) => step(cm, 'undo');
const redo = (cm: CodeMirror) => step(cm, 'redo');
Object.assign(CodeMirror.commands, { undo, redo });
Vim.defineEx('undo', 'u', undo);
Vim.defineEx('redo', 'red', redo);
Vim.defineEx('write', 'w', (cm) => gateOf(cm)?.flush());

function step(cm: CodeMirror, direction: 'undo' | 'redo'): void {
  if (!cm.cm6.state.readOnly) gateOf(cm)?.undoManager[direction]();
}

/** Makes each command one undo step, and each insert session, however long it takes. */
const vimIntegration = ViewPlugin.define((view) => {
  const gate = view.state.facet(gateFacet);
  const cm = getCM(view);
  if (!gate || !cm) return {};
  const { undoSteps } = gate;
  const { rule } = undoSteps;
  const isInserting = () => (cm.state as { vim?: { insertMode: boolean } | null }).vim?.insertMode === true;
  const endStep = () => {
    if (!isInserting()) undoSteps.end();
  };
  const nameDialog = () => {
    const { dialog } = cm.state as { dialog?: HTMLElement | null };
    dialog?.querySelector('input')?.setAttribute('aria-label', 'Vim command');
  };
  const listeners = { 'vim-mode-change': endStep, 'vim-command-done': endStep, dialog: nameDialog };
  for (const [event, listener] of Object.entries(listeners)) cm.on(event, listener);
  // A menu or a button may also edit outside Vim's commands; then a pause ends the step.
  undoSteps.rule = (before, edit) => before === null || (!isInserting() && isPauseBetween(before, edit));
  return {
    destroy() {
      for (const [event, listener] of Object.entries(listeners)) cm.off(event, listener);
      undoSteps.rule = rule;
    },
  };
});

const vimTheme = EditorView.theme({
  '.cm-panels-bottom': { borderTop: '1px solid color-mix(in srgb, var(--code-ink) 24%, transparent)' },
  '.cm-vim-panel': {
    minHeight: '28px',
    padding: '4px 12px',
    color: 'var(--code-ink)',
    fontFamily: 'var(--font-code)',
    fontSize: '13px',
  },
  '.cm-vim-panel input': { flex: '1', color: 'inherit', font: 'inherit' },
  '.cm-fat-cursor': { color: 'var(--code-paper) !important', background: 'var(--code-ink) !important' },
  '&:not(.cm-focused) .cm-fat-cursor': {
    outline: 'solid 1px var(--code-ink) !important',
    background: 'none !important',
  },
});
