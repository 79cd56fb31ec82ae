import { useEffect, useId } from 'react';

/** The forms of this page that hold something typed and not saved. */
const unsaved = new Set<string>();

/** True while a form of this page holds something that is not saved. */
export const hasUnsaved = () => unsaved.size > 0;

/** Notes whether a form holds something that is not saved, for as long as the form is there. */
export function useUnsaved(isDirty: boolean): void {
  const id = useId();
  useEffect(() => {
    if (!isDirty) return;
    unsaved.add(id);
    return () => void unsaved.delete(id);
  }, [id, isDirty]);
}
