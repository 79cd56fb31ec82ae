import { useQuery } from '@tanstack/react-query';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { useRef, useState } from 'react';
import { formatCountOf } from '../../../shared/format.ts';
import { Button } from '../../../shared/ui/joy/Button.tsx';
import { ActionMenu } from '../../../shared/ui/overlay/ActionMenu.tsx';
import { ConfirmDialog } from '../../../shared/ui/overlay/ConfirmDialog.tsx';
import { Dialog } from '../../../shared/ui/overlay/Dialog.tsx';
import { libraryQuery } from './archive.calls.ts';
import { useArchive, useLibrary } from './use-archive.ts';
import type { SkippedFile } from './use-archive.ts';

/** Renders the actions on all questions: import, export, and the removal of the first library. */
export function BankMenu() {
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState<'import' | 'removal' | null>(null);
  const { data: library } = useQuery(libraryQuery);
  const { load, save, skipped } = useArchive();
  const actions = [
    { label: 'Import questions', disabled: load.busy, onSelect: () => input.current?.click() },
    { label: 'Export questions', disabled: save.busy, onSelect: () => save.start() },
  ];
  const removal = { label: 'Remove the sample questions', danger: true, onSelect: () => setOpen('removal') };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".zip,.md,.markdown,application/zip,text/markdown"
        aria-label="Archive of questions"
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0];
          setOpen('import');
          if (file) load.start(file);
          // Otherwise the same file could not be chosen again.
          target.value = '';
        }}
      />
      <ActionMenu label="Import and export" actions={library?.present ? [...actions, removal] : actions}>
        <Ellipsis size={20} aria-hidden />
      </ActionMenu>
      {open === 'import' && load.problem !== null && (
        <NothingImported problem={load.problem} onClose={() => setOpen(null)} />
      )}
      {open === 'import' && !load.busy && skipped.length > 0 && (
        <Skipped skipped={skipped} onClose={() => setOpen(null)} />
      )}
      {open === 'removal' && <Removal count={library?.present ?? 0} onClose={() => setOpen(null)} />}
    </>
  );
}

function NothingImported({ problem, onClose }: { problem: string; onClose: () => void }) {
  return (
    <Dialog
      role="alertdialog"
      title="Nothing was imported"
      onClose={onClose}
      actions={
        <Button onClick={onClose} autoFocus>
          Close
        </Button>
      }
    >
      <p style={{ overflowWrap: 'anywhere' }}>{problem}</p>
      <p>
        Your questions are unchanged. An import is a Markdown file of a question, or a ZIP archive of them, as Export
        makes it.
      </p>
    </Dialog>
  );
}

function Skipped({ skipped, onClose }: { skipped: SkippedFile[]; onClose: () => void }) {
  return (
    <Dialog
      title={`${formatCountOf(skipped.length, 'file')} skipped`}
      onClose={onClose}
      actions={
        <Button onClick={onClose} autoFocus>
          Close
        </Button>
      }
    >
      <ul style={{ overflowWrap: 'anywhere' }}>
        {skipped.map(({ file, reason }) => (
          <li key={file}>{`${file}: ${reason}`}</li>
        ))}
      </ul>
    </Dialog>
  );
}

function Removal({ count, onClose }: { count: number; onClose: () => void }) {
  const { remove } = useLibrary(onClose);
  return (
    <ConfirmDialog
      title="Remove the sample questions?"
      confirm="Remove"
      confirmBusy="Removing..."
      busy={remove.busy}
      onConfirm={() => remove.start()}
      onCancel={onClose}
    >
      {`${count === 1 ? 'It is' : `All ${count} are`} deleted; those that were shown in an interview are archived. What you changed, or put into a template, stays.`}
    </ConfirmDialog>
  );
}
