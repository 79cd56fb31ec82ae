import { EditorSettingsForm } from '../../../features/documents/editor/EditorSettingsForm.tsx';
import { SideSheet } from '../../../shared/ui/overlay/SideSheet.tsx';

/** The sheet with the user's editor settings. */
export function SettingsSheet({ onClose }: { onClose: () => void }) {
  return (
    <SideSheet title="Editor settings" onClose={onClose}>
      <EditorSettingsForm />
    </SideSheet>
  );
}
