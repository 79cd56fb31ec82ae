import { useSyncExternalStore } from 'react';
import { useMedia } from '../../../shared/ui/theme/use-media.ts';
import type { EditorTheme } from './editor-pane.ts';
import { editorSettings } from './editor-settings.ts';
import type { EditorSettings } from './editor-settings.ts';

/** This person's editor settings, kept current. */
export function useEditorSettings(): EditorSettings {
  return useSyncExternalStore(editorSettings.subscribe, editorSettings.getSnapshot);
}

/** The editor's theme as it is now: the chosen one, or the system's. */
export function useEditorTheme(): EditorTheme {
  const { theme } = useEditorSettings();
  const isDark = useMedia('(prefers-color-scheme: dark)');
  if (theme === 'system') return isDark ? 'dark' : 'light';
  return theme;
}
