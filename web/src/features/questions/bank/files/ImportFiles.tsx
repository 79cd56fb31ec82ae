import type { Starter } from '@cip/contracts/questions/starters';
import { useRef, useState } from 'react';
import { Button } from '../../../../shared/ui/joy/Button.tsx';
import styles from '../form/question-editor.module.css';
import { importFiles } from './import-files.ts';

interface ImportFilesProps {
  starter: Starter;
  onImport: (starter: Starter) => void;
}

/** Whether this browser lets users pick a folder; phones mostly do not. */
const PICKS_FOLDERS = 'webkitdirectory' in HTMLInputElement.prototype;

/** Renders the buttons that read files or a folder of this device into a starter, and what became of them. */
export function ImportFiles({ starter, onImport }: ImportFilesProps) {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const [outcome, setOutcome] = useState({ text: '', isBad: false });
  const read = async (input: HTMLInputElement) => {
    const picked = [...(input.files ?? [])];
    // Otherwise the same file could not be picked again.
    input.value = '';
    if (picked.length === 0) return;
    const imported = await importFiles(starter, picked);
    if ('problem' in imported) return setOutcome({ text: imported.problem, isBad: true });
    onImport(imported.starter);
    setOutcome({ text: imported.report, isBad: false });
  };
  const pick = (input: HTMLInputElement | null) => input?.click();
  return (
    <>
      <input ref={files} type="file" multiple hidden aria-label="Files" onChange={({ target }) => void read(target)} />
      <Button size="sm" look="quiet" onClick={() => pick(files.current)}>
        Import files…
      </Button>
      {PICKS_FOLDERS && (
        <>
          <input
            ref={(input) => {
              folder.current = input;
              if (input) input.webkitdirectory = true;
            }}
            type="file"
            hidden
            aria-label="Folder"
            onChange={({ target }) => void read(target)}
          />
          <Button size="sm" look="quiet" onClick={() => pick(folder.current)}>
            Import a folder…
          </Button>
        </>
      )}
      <p role="status" className={outcome.isBad ? styles.problem : styles.status}>
        {outcome.text}
      </p>
    </>
  );
}
