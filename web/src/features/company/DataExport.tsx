import { useState } from 'react';
import { messageOf } from '../../shared/api/api-error.ts';
import { saveFile } from '../../shared/device/save-file.ts';
import { Button } from '../../shared/ui/form/Button.tsx';
import { downloadCompany } from './company.calls.ts';
import styles from './company.module.css';
import type { Outcome } from './useOutcome.ts';

/** Renders the export of all the company's data. */
export function DataExport({ outcome }: { outcome: Outcome }) {
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    outcome.dismiss();
    try {
      saveFile(await downloadCompany(), 'company-data.zip');
    } catch (error) {
      outcome.show('bad', messageOf(error, 'Failed to export your data'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={styles.part}>
      <h3>Export</h3>
      <p className={styles.text}>A ZIP archive: JSON of everything, and the code of every session as a file.</p>
      <Button busy={busy} busyText="Exporting..." onClick={() => void start()}>
        Export All Data
      </Button>
    </div>
  );
}
