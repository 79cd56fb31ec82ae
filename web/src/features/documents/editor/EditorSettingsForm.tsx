import { ChoiceField } from '../../../shared/ui/form/ChoiceField.tsx';
import { SwitchField } from '../../../shared/ui/form/SwitchField.tsx';
import {
  changeEditorSettings as change,
  EDITOR_THEMES,
  EDITORS,
  FONT_SIZES,
  isWordWrapped,
} from './editor-settings.ts';
import type { EditorSettings } from './editor-settings.ts';
import { useEditorSettings } from './useEditorSettings.ts';

const THEME_LABELS: Record<EditorSettings['theme'], string> = { dark: 'Dark', light: 'Light', system: 'System' };
const EDITOR_LABELS: Record<EditorSettings['editor'], string> = {
  auto: 'Automatic',
  monaco: 'Monaco',
  touch: 'CodeMirror',
};

/** The editor settings of this device; each takes effect immediately, on this device only. */
export function EditorSettingsForm() {
  const settings = useEditorSettings();
  const { theme, fontSize, minimap, editor, vim } = settings;
  return (
    <>
      <ChoiceField
        label="Theme"
        value={theme}
        choices={EDITOR_THEMES.map((value) => ({ value, label: THEME_LABELS[value] }))}
        onChange={(next) => change({ theme: next })}
      />
      <ChoiceField
        label="Font size"
        value={fontSize ?? 'auto'}
        choices={[{ value: 'auto', label: 'Auto' }, ...FONT_SIZES.map((value) => ({ value, label: String(value) }))]}
        onChange={(next) => change({ fontSize: next === 'auto' ? null : Number(next) })}
      />
      <ChoiceField
        label="Editor"
        help={
          vim ? 'CodeMirror, while Vim keys are on.' : 'Monaco is best with mouse and keyboard, CodeMirror on touch.'
        }
        value={vim ? 'touch' : editor}
        disabled={vim}
        choices={EDITORS.map((value) => ({ value, label: EDITOR_LABELS[value] }))}
        onChange={(next) => change({ editor: next })}
      />
      <SwitchField label="Vim keys" help="Uses CodeMirror." checked={vim} onChange={(next) => change({ vim: next })} />
      <SwitchField
        label="Word wrap"
        help="Wrap long lines."
        checked={isWordWrapped(settings)}
        onChange={(next) => change({ wordWrap: next })}
      />
      <SwitchField
        label="Minimap"
        help="Code overview at the edge (Monaco only)."
        checked={minimap}
        onChange={(next) => change({ minimap: next })}
      />
    </>
  );
}
