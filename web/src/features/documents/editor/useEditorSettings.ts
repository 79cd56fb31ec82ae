import { useStore } from '../../../shared/store.ts';
import { useMedia } from '../../../shared/ui/theme/use-media.ts';
import { FONT_SIZE_PX, FONT_SIZE_TOUCH_PX, isTouchOnly } from './languages/editor-pane.ts';
import type { EditorTheme } from './languages/editor-pane.ts';
import { editorSettings } from './editor-settings.ts';
import type { EditorSettings } from './editor-settings.ts';

/** Returns the editor settings and renders again when they change. */
export function useEditorSettings(): EditorSettings {
  return useStore(editorSettings);
}

/** Returns the editor's theme: the chosen one, or the system's. */
export function useEditorTheme(): EditorTheme {
  const { theme } = useEditorSettings();
  const isDark = useMedia('(prefers-color-scheme: dark)');
  if (theme === 'system') return isDark ? 'dark' : 'light';
  return theme;
}

/** Returns the editor's font size, in CSS pixels. */
export function useEditorFontSize(): number {
  const { fontSize } = useEditorSettings();
  // A phone zooms into smaller text and does not zoom back.
  return Math.max(fontSize ?? FONT_SIZE_PX, isTouchOnly() ? FONT_SIZE_TOUCH_PX : 0);
}
