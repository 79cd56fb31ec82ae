import { Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { lazyPart } from '../../../shared/ui/loading/lazy-part.tsx';

const SettingsSheet = lazyPart(async () => (await import('./SettingsSheet.tsx')).SettingsSheet);

/** Returns the sheet with the user's editor settings and a function that opens it. */
export function useSettingsSheet(): { openSettings: () => void; settingsSheet: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  return {
    openSettings: () => setOpen(true),
    settingsSheet: isOpen && (
      <Suspense>
        <SettingsSheet onClose={() => setOpen(false)} />
      </Suspense>
    ),
  };
}
