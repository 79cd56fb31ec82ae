import type { FromPreview } from '../../../../runner/preview/messages.ts';
import { readWorkerMessage } from '../../../../runner/frame/worker-message.ts';

const KNOWN: ReadonlySet<string> = new Set(['compiled', 'output', 'needs', 'test', 'end']);

/** Returns a message from a preview, or null if it is none. A program can reach the port, so nothing is trusted. */
export function readPreviewMessage(data: unknown): FromPreview | null {
  if (typeof data !== 'object' || data === null) return null;
  if ('type' in data && data.type === 'key' && 'key' in data) {
    const { key } = data;
    return key === 'run' || key === 'leave' ? { type: 'key', key } : null;
  }
  if ('type' in data && data.type === 'pong') return { type: 'pong' };
  const message = readWorkerMessage(data);
  const isKnown = message !== null && KNOWN.has(message.type);
  return isKnown ? (message as FromPreview) : null;
}
