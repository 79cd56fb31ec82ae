import { useState } from 'react';
import type { ComponentType } from 'react';
import { toast } from './ui/feedback/toast-store.ts';

interface LoadedDialog<Props> {
  /** What was asked for, while it is open and once its files are here. */
  Part: ComponentType<Props> | null;
  open: () => void;
  close: () => void;
}

/**
 * A dialog whose files come with the click that asks for it. Where they do not come, a toast says `problem`, the
 * screen stays as it is, and the next click tries again.
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
