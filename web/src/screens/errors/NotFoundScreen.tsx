import { TextLink } from '../../shared/ui/TextLink.tsx';
import { useDocumentTitle } from '../../shared/ui/use-document-title.ts';
import { Wordmark } from '../../shared/ui/Wordmark.tsx';
import styles from './errors.module.css';

/** Shown for an unknown URL. */
export function NotFoundScreen() {
  useDocumentTitle('Page not found');
  return (
    <main className={styles.screen}>
      <Wordmark />
      <h1>Page not found</h1>
      <p>There is nothing at this address. If a link brought you here, ask for it again.</p>
      <TextLink to="/" className={styles.way}>
        Go to the main page
      </TextLink>
    </main>
  );
}
