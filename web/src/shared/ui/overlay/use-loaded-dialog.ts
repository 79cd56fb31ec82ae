import { useState } from 'react';
import type { ComponentType } from 'react';
import { toast } from '../feedback/toast-store.ts';

interface LoadedDialog<Props> {
  /** The dialog while it is open and its files are loaded, else null. */
  Part: ComponentType<Props> | null;
  open: () => void;
  close: () => void;
}

/**
 * Loads a dialog with the click that opens it. If the import fails, shows `problem` as a toast, leaves the screen as it
 * is, and tries again at the next click. Not a `lazyPart`, because that remembers a failure.
 */
export function useLoadedDialog<Props>(
  load: () => Promise<ComponentType<Props>>,
  problem: string,
): LoadedDialog<Props> {
  const [loaded, setLoaded] = useState<{ Part: ComponentType<Props> } | null>(null);
  const open = async () => {
    try {
      const Part = await load();
      setLoaded({ Part });
    } catch {
      toast('bad', problem);
    }
  };
  return { Part: loaded?.Part ?? null, open: () => void open(), close: () => setLoaded(null) };
}
