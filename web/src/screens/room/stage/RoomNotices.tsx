import { useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import styles from '../room.module.css';

/**
 * Shows notices over the editor's lower edge, and marks the `main` around them with `data-noticed` while there are
 * some. Not `:has()`, because with it each new line of the editor computes the style of the whole room.
 */
export function RoomNotices({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = box;
    const main = current?.closest('main');
    if (!current || !main) return;
    const mark = () => main.toggleAttribute('data-noticed', current.childElementCount > 0);
    mark();
    // Each notice comes and goes by itself.
    const observer = new MutationObserver(mark);
    observer.observe(current, { childList: true });
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={box} className={styles.notices}>
      {children}
    </div>
  );
}
