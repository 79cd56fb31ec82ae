import type {
  addOutput,
  allowRuns,
  attachDataSet,
  claimRun,
  endRun,
  enterRun,
  keepRunAlive,
  readRuns,
  startRun,
  stopRun,
} from '@cip/contracts/runs';
import type { RoomConnection } from '../../../features/rooms/room-connection.ts';
import type { RunTransport } from '../../../features/runs/session/run-room.ts';

/** Returns the requests of runs over a room's connection. */
export function transportOver(connection: RoomConnection): RunTransport {
  return {
    start: (payload) => connection.request<typeof startRun>('run:start', payload),
    claim: (payload) => connection.request<typeof claimRun>('run:claim', payload),
    addOutput: (payload) => connection.request<typeof addOutput>('run:output', payload),
    keepAlive: (payload) => connection.request<typeof keepRunAlive>('run:alive', payload),
    end: (payload) => connection.request<typeof endRun>('run:end', payload),
    stop: (payload) => connection.request<typeof stopRun>('run:stop', payload),
    read: (payload) => connection.request<typeof readRuns>('run:read', payload),
    allow: (payload) => connection.request<typeof allowRuns>('run:allow', payload),
    attachDataSet: (payload) => connection.request<typeof attachDataSet>('run:data-set', payload),
    enter: (payload) => connection.request<typeof enterRun>('run:enter', payload),
  };
}
