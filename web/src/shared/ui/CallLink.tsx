import Video from 'lucide-react/icons/video';
import styles from './CallLink.module.css';

/** Returns the host of a call's link, or null if it is not an https address without credentials. */
export function callHost(link: string | null | undefined): string | null {
  const url = link && URL.canParse(link) ? new URL(link) : null;
  return url?.protocol === 'https:' && url.username === '' && url.password === '' ? url.host : null;
}

/** Renders the link to a video call with its host; nothing for an unsafe address. It opens in another tab. */
export function CallLink({ link }: { link: string | null | undefined }) {
  const host = callHost(link);
  if (!link || host === null) return null;
  return (
    <a
      className={styles.call}
      href={link}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`Join the call at ${host}`}
    >
      <Video size={16} aria-hidden />
      <span>Join the call</span>
      <small>{host}</small>
    </a>
  );
}
