import type { SessionEnd } from '@cip/contracts/rooms/rooms';

/** DELETED_MESSAGE and CLOSED_MESSAGE by their verbs, because their texts would cost the phone's room its bytes. */
const GONE = / has (delet|clos)ed /;

/** Returns true if nothing is left of a session that ended: no receipt, details or scorecard. */
export const isGone = ({ message }: SessionEnd) => GONE.test(message);
