import { beforeEach, expect, test, vi } from 'vitest';
import { EDITOR_SETTINGS_KEY } from '../../../shared/device/storage-keys.ts';
import { DEFAULT_EDITOR_SETTINGS, editorSettings, readEditorSettings } from './editor-settings.ts';

beforeEach(() => localStorage.clear());

test('what is stored is taken field by field; nonsense becomes the default', () => {
  expect(readEditorSettings(null)).toEqual(DEFAULT_EDITOR_SETTINGS);
  for (const nonsense of ['', 'null', '[1]', '{"theme":"pink","fontSize":5000,"minimap":"yes","editor":{}}'])
    expect(readEditorSettings(nonsense)).toEqual(DEFAULT_EDITOR_SETTINGS);
  expect(readEditorSettings('{"theme":"system","fontSize":18,"other":1}')).toEqual({
    ...DEFAULT_EDITOR_SETTINGS,
    theme: 'system',
    fontSize: 18,
  });
});

test('a change is told and kept, and one of another tab is followed', () => {
  const changed = vi.fn<() => void>();
  const stop = editorSettings.subscribe(changed);
  editorSettings.change({ wordWrap: true });
  expect(readEditorSettings(localStorage.getItem(EDITOR_SETTINGS_KEY)).wordWrap).toBe(true);
  localStorage.setItem(EDITOR_SETTINGS_KEY, '{"theme":"light"}');
  window.dispatchEvent(new StorageEvent('storage', { key: EDITOR_SETTINGS_KEY }));
  expect(editorSettings.getSnapshot()).toEqual({ ...DEFAULT_EDITOR_SETTINGS, theme: 'light' });
  expect(changed).toHaveBeenCalledTimes(2);
  stop();
});

test('Vim keys are on only for whom they were stored', () => {
  expect(readEditorSettings('{"vim":true}')).toEqual({ ...DEFAULT_EDITOR_SETTINGS, vim: true });
  expect(readEditorSettings('{"vim":"yes"}').vim).toBe(false);
});
