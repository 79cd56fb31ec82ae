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
