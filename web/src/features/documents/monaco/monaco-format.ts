import type { editor, IDisposable } from 'monaco-editor';
import { KeyCode, KeyMod } from 'monaco-editor/editor';

/** Adds formatting to an editor's menu, palette and keys. */
export function addFormatAction(codeEditor: editor.IStandaloneCodeEditor, format: () => void): IDisposable {
  return codeEditor.addAction({
    id: 'format-code',
    label: 'Format code',
    // As in VS Code.
    keybindings: [KeyMod.Shift | KeyMod.Alt | KeyCode.KeyF],
    precondition: '!editorReadonly',
    contextMenuGroupId: '1_modification',
    run: format,
  });
}
