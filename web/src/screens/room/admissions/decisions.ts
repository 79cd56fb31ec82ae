import { toast } from '../../../shared/ui/feedback/toast-store.ts';
import { decidedBefore } from '../../../features/rooms/decided-before.ts';
import type { LiveRoom } from '../live/live-room.ts';

/** A candidate whom a decision is about. */
export interface Candidate {
  id: string;
  name: string;
}

type Decision = 'room:admit' | 'room:send-back' | 'room:reject';

/** Decides about a candidate. A toast shows a failure, or the colleague who decided before. */
export async function decide({ connection }: LiveRoom, decision: Decision, { id, name }: Candidate): Promise<void> {
  const ack = await connection.request(decision, { participantId: id });
  if (!ack.ok) toast('bad', ack.error.message);
  else if (!ack.isNew) toast('good', decidedBefore(name, ack));
}

/** Switches "Ask before admitting". A toast shows a failure. */
export async function setAsking({ connection }: LiveRoom, isOn: boolean): Promise<void> {
  const ack = await connection.request('room:ask-before-admitting', { isOn });
  if (!ack.ok) toast('bad', ack.error.message);
}

/** Locks or unlocks the room. A toast shows a failure. */
export async function setLocked({ connection }: LiveRoom, isLocked: boolean): Promise<void> {
  const ack = await connection.request('room:lock', { isLocked });
  if (!ack.ok) toast('bad', ack.error.message);
}
