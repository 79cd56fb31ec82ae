import { useNavigate } from '@tanstack/react-router';
import { Button } from '../../shared/ui/form/Button.tsx';
import { useDocumentTitle } from '../../shared/ui/use-document-title.ts';
import { Wordmark } from '../../shared/ui/Wordmark.tsx';
import styles from './errors.module.css';

/** Shown for an unknown URL. */
export function NotFoundScreen() {
  const navigate = useNavigate();
  useDocumentTitle('Page not found');
  return (
    <main className={styles.screen}>
      <Wordmark />
      <h1>Page not found</h1>
      <p>There is nothing at this address. If a link brought you here, ask for it again.</p>
      <Button look="primary" onClick={() => void navigate({ to: '/' })}>
        Go to the main page
      </Button>
    </main>
  );
}
