import { createAtom } from '@tanstack/store';

/** A request that the user confirm their identity, while a call waits for it. */
interface ReauthenticationRequest {
  confirmed: Promise<boolean>;
  settle: (isConfirmed: boolean) => void;
}

/** The open request, or null. */
export const reauthenticationRequest = createAtom<ReauthenticationRequest | null>(null);
let hosts = 0;

/** Registers a component that shows requests; returns the function that unregisters it. */
export function hostReauthentication(): () => void {
  hosts += 1;
  return () => void (hosts -= 1);
}

/**
 * Lets the user confirm their identity; resolves to true if they did. Concurrent calls share the request. Resolves to
 * false if no component shows it.
 */
export function askToReauthenticate(): Promise<boolean> {
  const open = reauthenticationRequest.get();
  if (open) return open.confirmed;
  if (hosts === 0) return Promise.resolve(false);
  const { promise: confirmed, resolve } = Promise.withResolvers<boolean>();
  const settle = (isConfirmed: boolean) => {
    reauthenticationRequest.set(null);
    resolve(isConfirmed);
  };
  reauthenticationRequest.set({ confirmed, settle });
  return confirmed;
}
