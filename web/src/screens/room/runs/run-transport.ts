import type { RunRequests } from '@cip/contracts/runs/runs';
import type { RoomConnection } from '../../../features/rooms/room-connection.ts';
import type { RunTransport } from '../../../features/runs/session/run-room.ts';

/** Returns the requests of runs over a room's connection. */
export function transportOver(connection: RoomConnection): RunTransport {
  return {
    start: (payload) => connection.request<RunRequests['start']>('run:start', payload),
    claim: (payload) => connection.request<RunRequests['claim']>('run:claim', payload),
    addOutput: (payload) => connection.request<RunRequests['addOutput']>('run:output', payload),
    keepAlive: (payload) => connection.request<RunRequests['keepAlive']>('run:alive', payload),
    end: (payload) => connection.request<RunRequests['end']>('run:end', payload),
    answer: (payload) => connection.request<RunRequests['answer']>('run:answer', payload),
    stop: (payload) => connection.request<RunRequests['stop']>('run:stop', payload),
    read: (payload) => connection.request<RunRequests['read']>('run:read', payload),
    allow: (payload) => connection.request<RunRequests['allow']>('run:allow', payload),
    attachDataSet: (payload) => connection.request<RunRequests['attachDataSet']>('run:data-set', payload),
    setInput: (payload) => connection.request<RunRequests['setInput']>('run:input', payload),
    enter: (payload) => connection.request<RunRequests['enter']>('run:enter', payload),
  };
}
