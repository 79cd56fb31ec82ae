import { playsBack } from '@cip/contracts/playback/playback-access';
import { serverNow } from '../../shared/api/server-time.ts';
import { storedAccount } from '../../shared/device/stored-account.ts';

/** Returns whether the plan of the signed-in company plays a session back, by its end; true if that is unknown. */
export function mayPlayBack(endedAt: string | null): boolean {
  const company = storedAccount()?.company;
  if (!company) return true;
  const { subscription_status: status, plan } = company;
  return status === 'active' && (!plan || playsBack(plan, endedAt, serverNow()));
}

/** Returns whether that plan has review links and files of playbacks; true if that is unknown. */
export function maySharePlayback(): boolean {
  const company = storedAccount()?.company;
  return !company || (company.subscription_status === 'active' && company.plan?.recording_enabled !== false);
}
