import { StatusChip } from '../../shared/ui/feedback/StatusChip.tsx';

interface ConnectionChipProps {
  isConnected: boolean;
  /** The interview is over, so a missing connection is no error. */
  isOver: boolean;
}

/** Shows "Connected" or "Disconnected". */
export function ConnectionChip({ isConnected, isOver }: ConnectionChipProps) {
  if (isConnected) return <StatusChip tone="good">Connected</StatusChip>;
  return <StatusChip tone={isOver ? 'plain' : 'bad'}>Disconnected</StatusChip>;
}
