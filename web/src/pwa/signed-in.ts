import { queryClient } from '../shared/api/query-client.ts';
import { keepEngine } from './keep-engine.ts';
import { keepLastKnown } from './last-known.ts';

/** What a signed-in device keeps for the time without a network; returns the way to stop. */
export function keepWhileSignedIn(): () => void {
  void keepEngine();
  return keepLastKnown(queryClient);
}
