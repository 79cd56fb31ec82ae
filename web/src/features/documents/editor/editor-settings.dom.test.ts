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

test('reads stored settings and replaces invalid values with the default', () => {
  expect(readEditorSettings(null)).toEqual(DEFAULT_EDITOR_SETTINGS);
  for (const nonsense of ['', 'null', '[1]', '{"theme":"pink","fontSize":5000,"minimap":"yes","editor":{}}'])
    expect(readEditorSettings(nonsense)).toEqual(DEFAULT_EDITOR_SETTINGS);
  expect(readEditorSettings('{"theme":"system","fontSize":18,"other":1}')).toEqual({
    ...DEFAULT_EDITOR_SETTINGS,
    theme: 'system',
    fontSize: 18,
  });
});

test('stores a changed setting and follows a change in another tab', () => {
  const changed = vi.fn<() => void>();
  const { unsubscribe } = editorSettings.subscribe(changed);
  changeEditorSettings({ wordWrap: true });
  expect(readEditorSettings(localStorage.getItem(EDITOR_SETTINGS_KEY)).wordWrap).toBe(true);
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
  expect(isWordWrapped(readEditorSettings(null))).toBe(isTouch);
  expect(isWordWrapped(readEditorSettings('{"wordWrap":false}'))).toBe(false);
  expect(isWordWrapped(readEditorSettings('{"wordWrap":true}'))).toBe(true);
  vi.unstubAllGlobals();
});

test('turns Vim keys on only if they were stored', () => {
  expect(readEditorSettings('{"vim":true}')).toEqual({ ...DEFAULT_EDITOR_SETTINGS, vim: true });
  expect(readEditorSettings('{"vim":"yes"}').vim).toBe(false);
});
