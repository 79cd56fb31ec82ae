import type { NewUpdate } from '../log/log.repository.ts';
import { base64 } from '../yjs/base64.ts';

/** An edit as nodes send it to each other. */
interface EditFrame extends Pick<NewUpdate, 'opId' | 'participantId'> {
  /** When it was sent (ms since 1970). */
  sentAt: number;
  /** The number of the frame up to which the edits of its sender are in the log. */
  logged: number;
  /** The update as base64. */
  encoded: string;
}

/** Returns an edit as the payload of a frame. */
export function encodeFrame({ opId, participantId, bytes }: NewUpdate, logged: number): string {
  return `${Date.now()}|${logged}|${opId}|${participantId ?? ''}|${base64(bytes)}`;
}

/** Returns the edit of a frame. */
export function decodeFrame(payload: string): EditFrame {
  const [sentAt = '', logged = '', opId = '', participantId = '', encoded = ''] = payload.split('|');
  return { sentAt: Number(sentAt), logged: Number(logged), opId, participantId: participantId || null, encoded };
}
