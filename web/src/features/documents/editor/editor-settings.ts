import { EDITOR_SETTINGS_KEY } from '../../../shared/device/storage-keys.ts';
import { isTouchOnly } from './editor-pane.ts';

export const EDITOR_THEMES = ['dark', 'light', 'system'] as const;
export const EDITORS = ['auto', 'monaco', 'touch'] as const;
/** Font sizes to choose from, in CSS pixels. */
export const FONT_SIZES = [12, 13, 14, 15, 16, 18, 20, 24];

/** How one person likes their editor, on this device. */
export interface EditorSettings {
  theme: (typeof EDITOR_THEMES)[number];
  /** In CSS pixels; null for the editor's own. */
  fontSize: number | null;
  minimap: boolean;
  wordWrap: boolean;
  /** `auto` chooses by the device: Monaco for a mouse, the touch editor for fingers. */
  editor: (typeof EDITORS)[number];
  /** Vim's keys, which only CodeMirror has: with them it is the editor, whichever is chosen. */
  vim: boolean;
}

/** Dark (spec section 9), and what suits the device. */
export const DEFAULT_EDITOR_SETTINGS: EditorSettings = {
  theme: 'dark',
  fontSize: null,
  minimap: false,
  wordWrap: false,
  editor: 'auto',
  vim: false,
};

/** Which editor that means here: CodeMirror, or else Monaco. */
export function isCodeMirrorChosen({ editor, vim }: EditorSettings): boolean {
  return vim || (editor === 'auto' ? isTouchOnly() : editor === 'touch');
}

/** Takes settings as they were stored; what makes no sense becomes what it is by default. */
export function readEditorSettings(stored: string | null): EditorSettings {
  const given = parse(stored);
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

function parse(stored: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(stored ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** The settings of this device; every editor on the page and in other tabs follows a change at once. */
class EditorSettingsStore {
  readonly #listeners = new Set<() => void>();
  #settings: EditorSettings | null = null;

  /** For useSyncExternalStore. */
  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) window.addEventListener('storage', this.#onStorage);
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) window.removeEventListener('storage', this.#onStorage);
    };
  };

  /** For useSyncExternalStore. */
  readonly getSnapshot = (): EditorSettings => (this.#settings ??= readEditorSettings(stored()));

  change(change: Partial<EditorSettings>): void {
    this.#settings = { ...this.getSnapshot(), ...change };
    try {
      localStorage.setItem(EDITOR_SETTINGS_KEY, JSON.stringify(this.#settings));
    } catch {
      // Storage may be refused; the choice then holds for this page.
    }
    this.#tell();
  }

  readonly #onStorage = ({ key }: StorageEvent): void => {
    if (key !== EDITOR_SETTINGS_KEY && key !== null) return;
    this.#settings = null;
    this.#tell();
  };

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(EDITOR_SETTINGS_KEY);
  } catch {
    return null;
  }
}

export const editorSettings = new EditorSettingsStore();
