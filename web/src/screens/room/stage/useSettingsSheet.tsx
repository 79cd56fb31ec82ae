import { useState } from 'react';
import type { ReactNode } from 'react';
import { EditorSettingsForm } from '../../../features/documents/editor/EditorSettingsForm.tsx';
import { SideSheet } from '../../../shared/ui/overlay/SideSheet.tsx';

/** Returns the sheet with the user's editor settings and a function that opens it. */
export function useSettingsSheet(): { openSettings: () => void; settingsSheet: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  return {
    openSettings: () => setOpen(true),
    settingsSheet: isOpen && (
      <SideSheet title="Editor settings" onClose={() => setOpen(false)}>
        <EditorSettingsForm />
      </SideSheet>
    ),
  };
}
