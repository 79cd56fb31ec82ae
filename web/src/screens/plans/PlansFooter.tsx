import { useState } from 'react';
import { useSupportEmail } from '../../shared/support.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { Dialog } from '../../shared/ui/Dialog.tsx';
import styles from './plans.module.css';

const TEXTS = {
  Privacy: [
    'We keep what an interview needs: the company account, its interviewers, the names candidates give, and the code with its edits.',
    'Nothing is loaded from other sites, and there is no tracking. Deleting an interview deletes its code with it.',
  ],
  Terms: [
    'A plan is billed per month or per year, as its card says, and sets how many interviews run at once and in a month.',
    'You can change the plan at any time. An interview that is running is never cut off by billing.',
  ],
};

/** The small print under the plans. */
export function PlansFooter() {
  const [open, setOpen] = useState<keyof typeof TEXTS | null>(null);
  const supportEmail = useSupportEmail();
  const close = () => setOpen(null);
  return (
    <footer className={styles['footer']}>
      <Button look="quiet" size="sm" onClick={() => setOpen('Privacy')}>
        Privacy
      </Button>
      <Button look="quiet" size="sm" onClick={() => setOpen('Terms')}>
        Terms
      </Button>
      <a href={`mailto:${supportEmail}`}>Contact</a>
      {open !== null && (
        <Dialog title={open} onClose={close} actions={<Button onClick={close}>Close</Button>}>
          {TEXTS[open].map((text) => (
            <p key={text} className={styles['print']}>
              {text}
            </p>
          ))}
        </Dialog>
      )}
    </footer>
  );
}
