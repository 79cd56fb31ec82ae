import { useEffect, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { isOfInputMethod } from '../../shared/input-method.ts';

/**
 * Marks an option of a list below a search field: the arrow keys move the mark, and Enter chooses. The mark stays at
 * its option if others arrive above it.
 */
export function useMarkedOption<T>(options: readonly T[], idOf: (option: T) => string, choose: (of: T) => void) {
  // Null is the first one.
  const [at, setAt] = useState<string | null>(null);
  const ids = options.map(idOf);
  const index = Math.max(0, at === null ? 0 : ids.indexOf(at));
  const id = ids[index];
  useEffect(() => {
    if (id !== undefined) document.getElementById(id)?.scrollIntoView({ block: 'nearest' });
  }, [id]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (isOfInputMethod(event.nativeEvent)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const marked = options[index];
    if (step !== undefined) setAt(ids.at((index + step) % Math.max(1, ids.length)) ?? null);
    else if (event.key !== 'Enter') return;
    else if (marked !== undefined) choose(marked);
    event.preventDefault();
  };
  return { id, index, markFirst: () => setAt(null), onKeyDown };
}
