import { OfflineWait } from '../offline/OfflineWait.tsx';

/** A candidate's link without a network: nothing to do but to keep the page open. */
export function CandidateOffline() {
  return (
    <OfflineWait title="Code Share">
      Keep this page open: your interview opens by itself once this device is online again.
    </OfflineWait>
  );
}
