import { useEffect, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { isOfInputMethod } from '../../shared/input-method.ts';

/** Marks an option of a list below a search field: the arrow keys move the mark, and Enter chooses. */
export function useMarkedOption<T>(options: readonly T[], idOf: (index: number) => string, choose: (of: T) => void) {
  const [at, setAt] = useState(0);
  const index = Math.min(at, options.length - 1);
  const id = index >= 0 ? idOf(index) : undefined;
  useEffect(() => {
    if (id !== undefined) document.getElementById(id)?.scrollIntoView({ block: 'nearest' });
  }, [id]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (isOfInputMethod(event.nativeEvent)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const marked = options[index];
    if (step !== undefined) setAt((index + step + options.length) % Math.max(1, options.length));
    else if (event.key !== 'Enter') return;
    else if (marked !== undefined) choose(marked);
    event.preventDefault();
  };
  return { id, index, markFirst: () => setAt(0), onKeyDown };
}
