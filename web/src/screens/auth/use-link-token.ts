import { useEffect, useState } from 'react';

/** Returns the token behind the # of a mail's link, or ''; it is taken out of the address, so it stays in no history. */
export function useLinkToken(): string {
  const [token] = useState(() => /^#([\w-]{43})$/.exec(window.location.hash)?.[1] ?? '');
  useEffect(() => window.history.replaceState(window.history.state, '', window.location.pathname), []);
  return token;
}
