import { useSupportEmail } from '../../shared/support.ts';
import { TextLink } from '../../shared/ui/TextLink.tsx';
import styles from './plans.module.css';

/** The legal links under the plans. */
export function PlansFooter() {
  const supportEmail = useSupportEmail();
  return (
    <footer className={styles.footer}>
      <TextLink to="/privacy">Privacy</TextLink>
      <TextLink to="/terms">Terms</TextLink>
      <a href={`mailto:${supportEmail}`}>Contact</a>
    </footer>
  );
}
