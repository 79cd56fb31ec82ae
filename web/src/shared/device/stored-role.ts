import type { Role } from '@cip/contracts/accounts/roles';
import { storedAccount } from './stored-account.ts';

/** Returns the role of the account that is stored on this device; the owner's account names no user. */
export const storedRole = (): Role => storedAccount()?.user?.role ?? 'owner';

/** Returns true if the stored account interviews; a coordinator only plans. */
export const isInterviewer = (): boolean => storedRole() !== 'coordinator';
