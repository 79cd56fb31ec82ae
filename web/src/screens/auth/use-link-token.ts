import { useEffect, useState } from 'react';

/** Shown if the address has no token, as after a reload, while the link itself may be good. */
export const NO_TOKEN = 'This link no longer works here. Please open it in the email again.';

/** Returns the token in the hash of an emailed link, or ''. Removes it from the URL and so from the history. */
export function useLinkToken(): string {
  const [token] = useState(() => /^#([\w-]{43})(?![\w-])/.exec(window.location.hash)?.[1] ?? '');
  useEffect(() => {
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
    // If a second link is pasted into the tab, only the hash changes, and the page begins again with it.
    const begin = () => window.location.reload();
    addEventListener('hashchange', begin);
    return () => removeEventListener('hashchange', begin);
  }, []);
  return token;
}
