import { useEffect } from 'react';

/** Sets the title of the browser tab. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Code Interview Platform`;
  }, [title]);
}
