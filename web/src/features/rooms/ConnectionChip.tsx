import { StatusChip } from '../../shared/ui/StatusChip.tsx';
import type { RoomState } from './room-state.ts';

/** Connected or Disconnected: two words, always in the same place. */
export function ConnectionChip({ isConnected }: Pick<RoomState, 'isConnected'>) {
  return <StatusChip tone={isConnected ? 'good' : 'bad'}>{isConnected ? 'Connected' : 'Disconnected'}</StatusChip>;
}
