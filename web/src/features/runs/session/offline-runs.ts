import type { Payload } from '@cip/contracts/protocol/events';
import type { enterRun } from '@cip/contracts/runs/runs';

/** A run without a connection, until the server has it. */
export interface OfflineRun {
  run: Omit<Payload<typeof enterRun>, 'agoMs'>;
  /** When it was requested by this device's clock, in milliseconds since 1970. */
  at: number;
}

/** A participant's runs of one room that the server does not have. A device that refuses storage keeps none. */
export interface OfflineRuns {
  add(run: OfflineRun): Promise<void>;
  list(): Promise<OfflineRun[]>;
  remove(id: string): Promise<void>;
}
