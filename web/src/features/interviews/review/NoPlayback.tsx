import { PLAYBACK_DAYS } from '@cip/contracts/playback/playback-access';
import { storedAccount } from '../../../shared/device/stored-account.ts';
import { TextLink } from '../../../shared/ui/TextLink.tsx';
import styles from './review.module.css';

/** Shows why an ended session cannot be played back; the owner gets a link to the plans. */
export function NoPlayback() {
  const account = storedAccount();
  const { plan, subscription_status: status } = account?.company ?? {};
  return (
    <p className={styles.meta}>
      {status === 'active' && plan
        ? `The ${plan.name} plan plays a session back for ${PLAYBACK_DAYS} days after its end.`
        : 'Playback needs an active plan.'}{' '}
      {account && !account.user && <TextLink to="/subscription-plans">View plans</TextLink>}
    </p>
  );
}
