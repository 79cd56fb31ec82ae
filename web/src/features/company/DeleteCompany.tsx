import type { Company } from '@cip/contracts/accounts/company';
import { useState } from 'react';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { Dialog } from '../../shared/ui/overlay/Dialog.tsx';
import { Problem } from '../../shared/ui/feedback/Problem.tsx';
import { PasswordField } from '../../shared/ui/joy/PasswordField.tsx';
import { TextField } from '../../shared/ui/joy/TextField.tsx';
import { useForm } from '../../shared/form/use-form.ts';
import { removeCompany } from './company.calls.ts';
import styles from './company.module.css';
import { SettingsSection } from './SettingsSection.tsx';

interface DeleteCompanyProps {
  company: Company;
  /** Called once the company is deleted. */
  onDeleted: () => void;
}

/** Renders the section that deletes the company, with its confirmation. */
export function DeleteCompany({ company, onDeleted }: DeleteCompanyProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <SettingsSection title="Delete company" text="With all its data, for good.">
      <div>
        <Button look="dangerOutlined" onClick={() => setOpen(true)}>
          Delete company
        </Button>
      </div>
      {isOpen && <DeleteDialog company={company} onDeleted={onDeleted} onClose={() => setOpen(false)} />}
    </SettingsSection>
  );
}

function DeleteDialog({ company, onDeleted, onClose }: DeleteCompanyProps & { onClose: () => void }) {
  const form = useForm({
    initial: { confirmation: '', password: '' },
    validate: ({ confirmation, password }) => ({
      confirmation: confirmation.trim() === company.name ? undefined : 'This is not the name of your company.',
      password: password === '' ? 'Current password is required' : undefined,
    }),
    submit: async ({ confirmation, password }) => {
      await removeCompany(password, confirmation);
      onDeleted();
    },
    fallback: 'Failed to delete the company',
  });
  return (
    <Dialog
      role="alertdialog"
      title={`Delete ${company.name}?`}
      {...(!form.busy && { onClose })}
      onSubmit={form.submit}
      actions={
        <>
          <Button type="submit" look="danger" busy={form.busy} busyText="Deleting...">
            Delete for good
          </Button>
          <Button look="quiet" disabled={form.busy} onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Problem text={form.problem} />
        <Consequences />
        <TextField
          label={`Type ${company.name} to confirm`}
          required
          autoComplete="off"
          {...form.field('confirmation')}
        />
        <PasswordField label="Current Password" required autoComplete="current-password" {...form.field('password')} />
      </div>
    </Dialog>
  );
}

function Consequences() {
  return (
    <>
      <ul className={styles.consequences}>
        <li>Running sessions end now, and everyone in them is disconnected.</li>
        <li>All sessions, code, notes and candidates are deleted.</li>
        <li>You and all interviewers are signed out, and the accounts are deleted.</li>
        <li>A paid plan ends now, without a refund.</li>
      </ul>
      <p className={styles.text}>This can’t be undone. Export your data first.</p>
    </>
  );
}
