import { saveFile } from '../../shared/device/save-file.ts';
import { useAction } from '../../shared/form/use-action.ts';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { downloadCompany } from './company.calls.ts';
import styles from './company.module.css';
import { OutcomeNotice } from './OutcomeNotice.tsx';
import { useOutcome } from './useOutcome.ts';

/** Renders the export of all the company's data. */
export function DataExport() {
  const outcome = useOutcome();
  const { busy, start } = useAction({
    run: async () => saveFile(await downloadCompany(), 'company-data.zip'),
    failure: () => 'Failed to export your data',
    report: outcome.report,
  });
  return (
    <div className={styles.part}>
      <h4>Export</h4>
      <p className={styles.text}>A ZIP archive: JSON of everything, and the code of every session as a file.</p>
      <Button busy={busy} busyText="Exporting..." onClick={() => start()}>
        Export all data
      </Button>
      <OutcomeNotice outcome={outcome} />
    </div>
  );
}
