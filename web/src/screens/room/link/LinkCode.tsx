import { encode } from 'uqr';
import { Button } from '../../../shared/ui/form/Button.tsx';
import { Dialog } from '../../../shared/ui/overlay/Dialog.tsx';
import styles from './LinkCode.module.css';
import { copyLink, shareLink } from './share-link.ts';

/** The white border in squares: QR readers need four. */
const QUIET_SQUARES = 4;

/** The candidate's link as a QR code. */
export function LinkCode({ link, onClose }: { link: string; onClose: () => void }) {
  const { size, path } = drawCode(link);
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
      <svg
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label="QR code of the candidate link"
        shapeRendering="crispEdges"
        className={styles.code}
      >
        {/* Black on white in both schemes, or cameras do not read it. */}
        <rect width={size} height={size} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      <code className={styles.link}>{link}</code>
    </Dialog>
  );
}

/** Returns the code as one path of squares; the size includes the white border. */
export function drawCode(link: string): { size: number; path: string } {
  const { size, data } = encode(link, { ecc: 'M', border: QUIET_SQUARES });
  const squares = data.flatMap((row, y) => row.map((isBlack, x) => (isBlack ? `M${x} ${y}h1v1h-1z` : '')));
  return { size, path: squares.join('') };
}
