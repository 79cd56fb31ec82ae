import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { EDITOR_GROUND, EDITOR_INK } from './editor-ink.ts';
import { FONT_SIZE_TOUCH_PX } from './editor-pane.ts';
import type { EditorTheme } from './editor-pane.ts';

/** The look of CodeMirror in one of the editor's two themes; every colour is at least 4.5:1 on its paper. */
export function codeMirrorTheme(theme: EditorTheme): Extension {
  const ink = EDITOR_INK[theme];
  const ground = EDITOR_GROUND[theme];
  const isDark = theme === 'dark';
  return [
    EditorView.theme(
      {
        '&': {
          height: '100%',
          fontSize: `${FONT_SIZE_TOUCH_PX}px`,
          color: 'var(--code-ink)',
          backgroundColor: 'var(--code-paper)',
        },
        '&.cm-focused': { outline: 'none' },
        '.cm-scroller': { fontFamily: 'var(--font-code)', lineHeight: '1.6', overscrollBehavior: 'contain' },
        '.cm-content': { padding: '20px 0', caretColor: 'var(--caret-1)' },
        '.cm-gutters': { color: ground.lineNumber, backgroundColor: 'transparent', border: 'none' },
        '.cm-lineNumbers .cm-gutterElement': { padding: '0 8px 0 12px', minWidth: '36px' },
        '.cm-activeLine': { backgroundColor: ground.line },
        '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--code-ink)' },
        '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
          backgroundColor: ground.selection,
        },
        '.cm-cursor': { borderLeftColor: 'var(--caret-1)', borderLeftWidth: '2px' },
        '.cm-ySelectionCaret': { borderLeftWidth: '2px', borderRightWidth: '0', marginRight: '-2px' },
        '.cm-ySelectionCaretDot': { display: 'none' },
        '.cm-ySelectionInfo': {
          top: 'auto',
          bottom: '100%',
          padding: '0 5px',
          fontFamily: 'var(--font-text)',
          color: 'var(--caret-ink)',
        },
        '.cm-line:first-child .cm-ySelectionInfo': { top: '100%', bottom: 'auto' },
      },
      { dark: isDark },
    ),
    syntaxHighlighting(
      HighlightStyle.define([
        { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: ink.keyword },
        { tag: [tags.string, tags.regexp, tags.special(tags.string)], color: ink.text },
        { tag: [tags.number, tags.bool, tags.null, tags.atom], color: ink.number },
        { tag: [tags.typeName, tags.className, tags.tagName, tags.namespace], color: ink.type },
        { tag: [tags.function(tags.variableName), tags.propertyName, tags.attributeName], color: ink.name },
        { tag: tags.operator, color: ink.operator },
        { tag: [tags.comment, tags.meta], color: ink.comment },
        { tag: tags.heading, fontWeight: '600' },
        { tag: tags.emphasis, fontStyle: 'italic' },
        { tag: tags.strong, fontWeight: '600' },
      ]),
    ),
  ];
}
