import X from 'lucide-react/icons/x';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Button } from '../../../shared/ui/joy/Button.tsx';
import { IconButton } from '../../../shared/ui/joy/IconButton.tsx';
import { lazyPart } from '../../../shared/ui/loading/lazy-part.tsx';
import { WIDE } from '../../../shared/ui/theme/breakpoints.ts';
import { useMedia } from '../../../shared/ui/theme/use-media.ts';
import { copyLink, hasShareSheet, shareLink } from './share-link.ts';
import styles from './WaitingCard.module.css';

/** The button shows for this long that the link was copied (ms). */
const COPIED_FOR_MS = 2_000;

const COPY = 'Copy invite link';
const COPIED = 'Copied ✓';

const LinkSquares = lazyPart(async () => (await import('./LinkSquares.tsx')).LinkSquares, { fallback: () => null });

export interface WaitingCardProps {
  link: string;
  /** The candidate's name, if it is known. */
  candidate: string | null;
  onClose: () => void;
}

/** Shown over the editor until the candidate joins: the link and the ways to send it. */
export function WaitingCard({ link, candidate, onClose }: WaitingCardProps) {
  const hasSpace = useMedia(WIDE);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_FOR_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = useFocusAtFirst();
  // Without the protocol, and broken before the room code.
  const [host, roomCode] = link.replace(/^\w+:\/\//, '').split(/(?<=\/)(?=[^/]*$)/);
  return (
    <section aria-label="Invitation" className={styles.card}>
      <div className={styles.head}>
        <h2>Waiting for {candidate ?? 'your candidate'}</h2>
        <IconButton label="Hide invitation" size="sm" onClick={onClose}>
          <X size={18} aria-hidden />
        </IconButton>
      </div>
      <code className={styles.link}>
        {host}
        <span>{roomCode}</span>
      </code>
      <div className={styles.ways}>
        <p className={styles.lead}>Send this link. It opens in any browser, without an account.</p>
        <div className={styles.buttons}>
          <Button
            ref={copy}
            look="primary"
            busyText={isCopied ? COPY : COPIED}
            onClick={() => void copyLink(link).then(setCopied)}
          >
            {isCopied ? COPIED : COPY}
          </Button>
          {hasShareSheet() && <Button onClick={() => void shareLink(link)}>Share…</Button>}
        </div>
        {hasSpace && (
          <span className={styles.squares}>
            <Suspense>
              <LinkSquares link={link} />
            </Suspense>
          </span>
        )}
      </div>
    </section>
  );
}

/** Focuses a button: the next step of an interviewer who has just come, unless they have begun another. */
function useFocusAtFirst() {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // In the next frame, because the notice of the missing connection hides the card until it is gone itself.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) button.current?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return button;
}
