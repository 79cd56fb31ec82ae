import type { RoomFile } from '@cip/contracts/rooms/files';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import styles from './FileNames.module.css';
import { Tabs } from './Tabs.tsx';
import { SMALL_SCREEN } from '../theme/breakpoints.ts';
import { useMedia } from '../theme/use-media.ts';

interface FileNamesProps {
  files: readonly RoomFile[];
  /** The text of the shown file. */
  shown: string;
  onShow: (root: string) => void;
  /** Returns what stands behind the name of the file with a text. */
  mark?: (root: string) => ReactNode;
  /** Returns the description of the file with a text, for screen readers. */
  describe?: (root: string) => string | undefined;
  /** Prefix of the ids of the tabs and of the element that shows the file, `…-panel`. */
  id?: string;
}

/** Renders the files of a session as tabs, or as a list on a phone; the shown one is in view. */
export function FileNames({ files, shown, onShow, mark, describe, id }: FileNamesProps) {
  const isSmall = useMedia(SMALL_SCREEN);
  const scrolling = useRef<HTMLDivElement>(null);
  const listed = files.map(({ root, name }) => `${root} ${name}`).join('\n');
  useEffect(() => {
    const box = scrolling.current;
    const current = box?.querySelector('[aria-selected=true], [aria-current=true]');
    if (box && current) scrollTo(box, current);
  }, [shown, listed]);
  const rootOf = (name: string) => files.find((file) => file.name === name)?.root ?? shown;
  return (
    <div ref={scrolling} className={styles.scroll}>
      {isSmall ? (
        <ul aria-label="Files" className={styles.list}>
          {files.map(({ root, name }) => (
            <li key={root}>
              <button
                type="button"
                aria-current={root === shown}
                // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- ARIA 1.3 has it for every role.
                aria-description={describe?.(root)}
                onClick={() => onShow(root)}
              >
                {name}
                {mark?.(root)}
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <Tabs
          label="Files"
          size="sm"
          names={files.map(({ name }) => name)}
          chosen={files.find(({ root }) => root === shown)?.name ?? ''}
          onChoose={(name) => onShow(rootOf(name))}
          {...(id !== undefined && { id })}
          {...(mark && { mark: (name: string) => mark(rootOf(name)) })}
          {...(describe && { describe: (name: string) => describe(rootOf(name)) })}
        />
      )}
    </div>
  );
}

/** Scrolls a box until an element in it is in view; `scrollIntoView` would move the page too. */
function scrollTo(box: Element, element: Element): void {
  const [outer, inner] = [box.getBoundingClientRect(), element.getBoundingClientRect()];
  if (inner.left < outer.left) box.scrollLeft += inner.left - outer.left;
  else if (inner.right > outer.right) box.scrollLeft += inner.right - outer.right;
}
