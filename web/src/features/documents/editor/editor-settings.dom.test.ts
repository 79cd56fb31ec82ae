import { beforeEach, expect, test, vi } from 'vitest';
import { EDITOR_SETTINGS_KEY } from '../../../shared/device/storage-keys.ts';
import {
  changeEditorSettings,
  DEFAULT_EDITOR_SETTINGS,
  editorSettings,
  isWordWrapped,
  readEditorSettings,
} from './editor-settings.ts';

beforeEach(() => localStorage.clear());

function readFrom(stored: string) {
  localStorage.setItem(EDITOR_SETTINGS_KEY, stored);
  return readEditorSettings();
}

test('reads stored settings and replaces invalid values with the default', () => {
  expect(readEditorSettings()).toEqual(DEFAULT_EDITOR_SETTINGS);
  for (const nonsense of ['', 'null', '[1]', '1', '{"theme":"pink","fontSize":5000,"minimap":"yes","editor":{}}'])
    expect(readFrom(nonsense)).toEqual(DEFAULT_EDITOR_SETTINGS);
  expect(readFrom('{"theme":"system","fontSize":18,"other":1}')).toEqual({
    ...DEFAULT_EDITOR_SETTINGS,
    theme: 'system',
    fontSize: 18,
  });
});

test('stores a changed setting and follows a change in another tab', () => {
  const changed = vi.fn<() => void>();
  const { unsubscribe } = editorSettings.subscribe(changed);
  changeEditorSettings({ wordWrap: true });
  expect(readEditorSettings().wordWrap).toBe(true);
  localStorage.setItem(EDITOR_SETTINGS_KEY, '{"theme":"light"}');
  window.dispatchEvent(new StorageEvent('storage', { key: EDITOR_SETTINGS_KEY }));
  expect(editorSettings.get()).toEqual({ ...DEFAULT_EDITOR_SETTINGS, theme: 'light' });
  expect(changed).toHaveBeenCalledTimes(2);
  unsubscribe();
});

test.each([
  ['a touch screen', true],
  ['a laptop', false],
])('wraps long lines by default on %s only, and keeps a choice', (_device, isTouch) => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: isTouch === query.includes('coarse') }));
  expect(isWordWrapped(readEditorSettings())).toBe(isTouch);
  expect(isWordWrapped(readFrom('{"wordWrap":false}'))).toBe(false);
  expect(isWordWrapped(readFrom('{"wordWrap":true}'))).toBe(true);
  vi.unstubAllGlobals();
});

test('turns Vim keys on only if they were stored', () => {
  expect(readFrom('{"vim":true}')).toEqual({ ...DEFAULT_EDITOR_SETTINGS, vim: true });
  expect(readFrom('{"vim":"yes"}').vim).toBe(false);
});
