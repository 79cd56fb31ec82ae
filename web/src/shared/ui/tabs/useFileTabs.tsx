import { useState } from 'react';
import type { ReactNode } from 'react';
import type { NamedText } from '../../code/code-copy.ts';
import styles from './file-tabs.module.css';
import { FileNames } from './FileNames.tsx';

interface ShownFile {
  /** Undefined if there is one file. */
  name?: string;
  content: string;
  tabs?: ReactNode;
}

/**
 * Returns the file of a code that its tabs or, on a phone, its list shows, at first the first one; a single file has
 * none.
 */
export function useFileTabs({ code, files }: { code: string; files?: readonly NamedText[] | undefined }): ShownFile {
  const [chosen, setChosen] = useState<string>();
  const shown = files?.find(({ name }) => name === chosen) ?? files?.[0];
  if (!files || !shown) return { content: code };
  const named = files.map(({ name }) => ({ root: name, name }));
  const tabs = (
    <div className={styles.files}>
      <FileNames files={named} shown={shown.name} onShow={setChosen} />
    </div>
  );
  return { ...shown, tabs };
}
