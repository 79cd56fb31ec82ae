import { createAtom } from '@tanstack/store';
import { EDITOR_SETTINGS_KEY } from '../../../shared/device/storage-keys.ts';
import { readStoredJson, writeStored } from '../../../shared/device/stored-text.ts';
import { isTouchOnly } from './languages/editor-pane.ts';

export const EDITOR_THEMES = ['dark', 'light', 'system'] as const;
export const EDITORS = ['auto', 'monaco', 'touch'] as const;
/** Font sizes to choose from, in CSS pixels. */
export const FONT_SIZES = [12, 13, 14, 15, 16, 18, 20, 24];

/** Editor settings of this device. */
export interface EditorSettings {
  theme: (typeof EDITOR_THEMES)[number];
  /** In CSS pixels; null for the editor's default. */
  fontSize: number | null;
  minimap: boolean;
  /** null for the device's default: long lines wrap if touch is the only pointer. */
  wordWrap: boolean | null;
  /** `auto` depends on the device: Monaco for a mouse, CodeMirror (`touch`) for touch. */
  editor: (typeof EDITORS)[number];
  /** Only CodeMirror has Vim keys, so if they are on, it is used whatever `editor` is. */
  vim: boolean;
}

/** The theme is dark by default (spec section 9). */
export const DEFAULT_EDITOR_SETTINGS: EditorSettings = {
  theme: 'dark',
  fontSize: null,
  minimap: false,
  wordWrap: null,
  editor: 'auto',
  vim: false,
};

/** Whether the settings select CodeMirror on this device; otherwise Monaco. */
export function isCodeMirrorChosen({ editor, vim }: EditorSettings): boolean {
  return vim || (editor === 'auto' ? isTouchOnly() : editor === 'touch');
}

/** Whether long lines wrap on this device. */
export function isWordWrapped({ wordWrap }: EditorSettings): boolean {
  return wordWrap ?? isTouchOnly();
}

/** Returns the stored settings of this device; an invalid value becomes its default. */
export function readEditorSettings(): EditorSettings {
  const given = (readStoredJson(EDITOR_SETTINGS_KEY) ?? {}) as Record<string, unknown>;
  const { theme, fontSize, minimap, wordWrap, editor, vim } = DEFAULT_EDITOR_SETTINGS;
  return {
    theme: EDITOR_THEMES.find((each) => each === given['theme']) ?? theme,
    fontSize: FONT_SIZES.find((each) => each === given['fontSize']) ?? fontSize,
    minimap: typeof given['minimap'] === 'boolean' ? given['minimap'] : minimap,
    wordWrap: typeof given['wordWrap'] === 'boolean' ? given['wordWrap'] : wordWrap,
    editor: EDITORS.find((each) => each === given['editor']) ?? editor,
    vim: typeof given['vim'] === 'boolean' ? given['vim'] : vim,
  };
}

/** The settings of this device; follows changes in other tabs. */
export const editorSettings = createAtom(readEditorSettings());

window.addEventListener('storage', ({ key }) => {
  if (key === EDITOR_SETTINGS_KEY || key === null) editorSettings.set(readEditorSettings());
});

/** Changes settings and stores them; if the browser refuses storage, they hold for this page. */
export function changeEditorSettings(change: Partial<EditorSettings>): void {
  editorSettings.set((settings) => ({ ...settings, ...change }));
  writeStored(EDITOR_SETTINGS_KEY, JSON.stringify(editorSettings.get()));
}
