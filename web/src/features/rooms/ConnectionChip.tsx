import { StatusChip } from '../../shared/ui/feedback/StatusChip.tsx';

interface ConnectionChipProps {
  isConnected: boolean;
  /** The interview is over, so being disconnected is no fault. */
  isOver: boolean;
}

/** Connected or Disconnected: two words, always in the same place. */
export function ConnectionChip({ isConnected, isOver }: ConnectionChipProps) {
  if (isConnected) return <StatusChip tone="good">Connected</StatusChip>;
  return <StatusChip tone={isOver ? 'plain' : 'bad'}>Disconnected</StatusChip>;
}
