import { useEffect, useId } from 'react';

/** Ids of the forms of this page with unsaved input. */
const unsaved = new Set<string>();

/** Returns true while a form of this page has unsaved input. */
export const hasUnsaved = () => unsaved.size > 0;

/** Registers a form as having unsaved input or not, for as long as it is mounted. */
export function useUnsaved(isDirty: boolean): void {
  const id = useId();
  useEffect(() => {
    if (!isDirty) return;
    unsaved.add(id);
    return () => void unsaved.delete(id);
  }, [id, isDirty]);
}
