import { useState } from 'react';
import type { EditorTheme } from '../../features/documents/editor-pane.ts';

const EDITOR_THEME_KEY = 'editor-theme';

/** The editor's theme, dark unless this person chose light (spec section 9), and the way to change it. */
export function useEditorTheme(): [theme: EditorTheme, toggle: () => void] {
  const [theme, setTheme] = useState<EditorTheme>(() =>
    localStorage.getItem(EDITOR_THEME_KEY) === 'light' ? 'light' : 'dark',
  );
  const toggle = () => {
    const next = theme === 'dark' ? 'light' : 'dark';
    localStorage.setItem(EDITOR_THEME_KEY, next);
    setTheme(next);
  };
  return [theme, toggle];
}
