import { Button } from '../../../shared/ui/joy/Button.tsx';
import { Dialog } from '../../../shared/ui/overlay/Dialog.tsx';
import styles from './LinkCode.module.css';
import { LinkSquares } from './LinkSquares.tsx';
import { copyLink, shareLink } from './share-link.ts';

/** The candidate's link as a QR code. */
export function LinkCode({ link, onClose }: { link: string; onClose: () => void }) {
  const buttons = (
    <>
      <Button look="primary" onClick={() => void shareLink(link)}>
        Share link
      </Button>
      <Button onClick={() => void copyLink(link)}>Copy link</Button>
      <Button look="quiet" onClick={onClose}>
        Close
      </Button>
    </>
  );
  return (
    <Dialog title="Candidate link" onClose={onClose} actions={buttons} width={420}>
      <p className={styles.lead}>Point the camera of the candidate’s device at this code.</p>
      <LinkSquares link={link} className={styles.code} />
      <code className={styles.link}>{link}</code>
    </Dialog>
  );
}
