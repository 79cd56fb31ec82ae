import type { QuestionRequests } from '@cip/contracts/questions/question-events';
import type { QuestionTransport } from '../../../features/questions/room/shown-questions.ts';
import type { RoomConnection } from '../../../features/rooms/room-connection.ts';

/** Returns the requests about questions over a room's connection. */
export function questionTransport(connection: RoomConnection): QuestionTransport {
  return {
    read: (payload) => connection.request<QuestionRequests['read']>('question:read', payload),
    show: (payload) => connection.request<QuestionRequests['show']>('question:show', payload),
    bringToFront: (payload) => connection.request<QuestionRequests['bringToFront']>('question:front', payload),
    report: (payload) => connection.request<QuestionRequests['report']>('question:tested', payload),
    shareHidden: (payload) => connection.request<QuestionRequests['shareHidden']>('question:share-hidden', payload),
    putAside: (payload) => connection.request<QuestionRequests['putAside']>('question:put-aside', payload),
    hide: (payload) => connection.request<QuestionRequests['hide']>('question:hide', payload),
  };
}
