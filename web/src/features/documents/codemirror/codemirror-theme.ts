import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { syntaxTags } from './codemirror-colors.ts';
import { SQL_FUNCTION_CLASS } from './codemirror-sql.ts';
import { SURFACE_COLORS, SYNTAX_COLORS } from '../editor/editor-colors.ts';
import type { SurfaceColors, SyntaxColors } from '../editor/editor-colors.ts';
import type { EditorTheme } from '../editor/languages/editor-pane.ts';
import type { Language } from '../editor/languages/languages.ts';

/** Returns CodeMirror's theme and syntax colours; every colour has a contrast of at least 4.5:1 on the background. */
export function codeMirrorTheme(theme: EditorTheme, fontSize: number, language: Language): Extension {
  const colors = { ink: SYNTAX_COLORS[theme], ground: SURFACE_COLORS[theme] };
  return [
    EditorView.theme({ ...codeStyles(fontSize, colors), ...searchStyles(colors) }, { dark: theme === 'dark' }),
    syntaxHighlighting(HighlightStyle.define(syntaxTags(theme, language.monaco))),
  ];
}

type Styles = Parameters<typeof EditorView.theme>[0];
interface Colors {
  ink: SyntaxColors;
  ground: SurfaceColors;
}

function codeStyles(fontSize: number, { ink, ground }: Colors): Styles {
  return {
    '&': {
      height: '100%',
      fontSize: `${fontSize}px`,
      color: 'var(--code-ink)',
      backgroundColor: 'var(--code-paper)',
    },
    '&.cm-focused': { outline: 'none' },
    // A ligature would show other characters than the typed ones.
    '.cm-scroller': {
      fontFamily: 'var(--font-code)',
      fontVariantLigatures: 'none',
      // Tighter in a low window (room.module.css).
      lineHeight: 'var(--code-line, 1.6)',
      overscrollBehavior: 'contain',
    },
    '.cm-content': { padding: 'var(--code-gap, 20px) 0', caretColor: 'var(--code-ink)' },
    // The flag behind a full line does not widen the code.
    '.cm-lineWrapping': { overflowX: 'clip' },
    '.cm-gutters': { color: ground.lineNumber, backgroundColor: 'transparent', border: 'none' },
    '.cm-lineNumbers .cm-gutterElement': { padding: '0 8px 0 12px', minWidth: '36px' },
    '.cm-activeLine': { backgroundColor: ground.line },
    '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--code-ink)' },
    '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
      backgroundColor: ground.selection,
    },
    '.cm-cursor': { borderLeftColor: 'var(--code-ink)', borderLeftWidth: '2px' },
    '.cm-ySelectionCaret': { borderLeftWidth: '2px', borderRightWidth: '0', marginRight: '-2px' },
    '.cm-ySelectionCaretDot': { display: 'none' },
    [`.${SQL_FUNCTION_CLASS}, .${SQL_FUNCTION_CLASS} *`]: { color: ink.name },
    // The flag behind the line's end shows the name.
    '.cm-ySelectionInfo': { display: 'none' },
  };
}

function searchStyles({ ink, ground }: Colors): Styles {
  return {
    '.cm-panels': {
      color: 'var(--code-ink)',
      backgroundColor: 'var(--code-paper)',
      fontFamily: 'var(--font-text)',
    },
    '.cm-panels-top': { borderBottom: `1px solid ${ground.lineNumber}` },
    '.cm-panel.cm-search': { display: 'flex', flexWrap: 'wrap', gap: '8px', padding: '8px 52px 8px 12px' },
    '.cm-panel.cm-search br': { display: 'none' },
    '.cm-panel.cm-search label': {
      display: 'inline-flex',
      alignItems: 'center',
      gap: '6px',
      minHeight: '44px',
      fontSize: '14px',
    },
    '.cm-panel.cm-search [name=close]': {
      top: '8px',
      right: '4px',
      width: '44px',
      height: '44px',
      color: 'inherit',
      fontSize: '20px',
    },
    '.cm-textfield': {
      flex: '1 0 100%',
      minHeight: '44px',
      margin: '0',
      padding: '0 10px',
      border: `1px solid ${ground.lineNumber}`,
      borderRadius: 'var(--radius-1)',
      backgroundColor: 'transparent',
      fontSize: '16px',
    },
    // On one line with its buttons, to leave room for code and keyboard on a phone.
    '.cm-textfield[name=replace]': { flex: '1 1 100px', minWidth: '0' },
    '.cm-button': {
      minWidth: '44px',
      minHeight: '44px',
      margin: '0',
      padding: '0 12px',
      border: `1px solid ${ground.lineNumber}`,
      borderRadius: 'var(--radius-1)',
      color: 'inherit',
      background: 'none',
      font: '500 14px var(--font-text)',
    },
    '.cm-searchMatch': { backgroundColor: 'transparent', outline: `1px solid ${ink.name}` },
    '.cm-searchMatch.cm-searchMatch-selected': { outlineWidth: '2px', backgroundColor: ground.selection },
  };
}
