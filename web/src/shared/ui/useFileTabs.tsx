import { useState } from 'react';
import type { ReactNode } from 'react';
import type { NamedText } from '../code/code-copy.ts';
import styles from './file-tabs.module.css';
import { Tabs } from './Tabs.tsx';

interface ShownFile {
  /** Undefined if there is one file. */
  name?: string;
  content: string;
  tabs?: ReactNode;
}

/** Returns the file of a code that its tabs show, at first the first one; a single file is the code and has no tabs. */
export function useFileTabs({ code, files }: { code: string; files?: readonly NamedText[] | undefined }): ShownFile {
  const [chosen, setChosen] = useState<string>();
  const shown = files?.find(({ name }) => name === chosen) ?? files?.[0];
  if (!files || !shown) return { content: code };
  const tabs = (
    <div className={styles.scroll}>
      <Tabs label="Files" size="sm" names={files.map(({ name }) => name)} chosen={shown.name} onChoose={setChosen} />
    </div>
  );
  return { ...shown, tabs };
}
