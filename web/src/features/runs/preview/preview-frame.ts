import type { FromPreview, ToPreview } from '../../../../runner/preview/messages.ts';
import { PREVIEW_URL } from '../sandbox/run-assets.ts';
import { readPreviewMessage } from './preview-message.ts';

/** A preview may send this many messages within a second; an honest one collects its output and sends 50. */
const MESSAGES_PER_SECOND_MAX = 500;
const SECOND_MS = 1_000;

/** Why a frame is of no more use: its program left the page, or sent too much. */
export type Loss = 'left' | 'flood';

export interface PreviewFrame {
  readonly element: HTMLIFrameElement;
  send(message: ToPreview): void;
  /** Removes the frame, and with it everything that runs in it. */
  remove(): void;
}

interface FrameListener {
  /** The frame is isolated, and has got what was sent. */
  opened(): void;
  message(message: FromPreview): void;
  /** The frame was removed. */
  lost(why: Loss): void;
}

/**
 * Opens the frame of a preview in `host`. Its origin is opaque by the header of its document, because with the attribute
 * the service worker could not serve it offline. Once it has confirmed that, it gets the attribute too, because the
 * header holds for one document only.
 */
export function openPreviewFrame(host: HTMLElement, listener: FrameListener): PreviewFrame {
  const { port1, port2 } = new MessageChannel();
  const element = Object.assign(document.createElement('iframe'), { src: PREVIEW_URL, title: 'Preview', allow: '' });
  element.referrerPolicy = 'no-referrer';
  const waiting: ToPreview[] = [];
  const watch = new AbortController();
  let isOpen = false;
  let loads = 0;
  const count = createCounter();
  const frame: PreviewFrame = {
    element,
    send: (message) => void (isOpen ? port1.postMessage(message) : waiting.push(message)),
    remove() {
      watch.abort();
      port1.close();
      element.remove();
    },
  };
  const lose = (why: Loss) => {
    frame.remove();
    listener.lost(why);
  };
  const hear = ({ source, data }: MessageEvent<unknown>) => {
    if (source === null || source !== element.contentWindow) return;
    if (count()) return lose('flood');
    if (isOpen || !isIsolated(data)) return;
    isOpen = true;
    element.contentWindow.postMessage('port', '*', [port2]);
    element.setAttribute('sandbox', 'allow-scripts allow-forms');
    for (const message of waiting) port1.postMessage(message);
    listener.opened();
  };
  port1.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (watch.signal.aborted) return;
    if (count()) return lose('flood');
    const message = readPreviewMessage(data);
    if (message !== null) listener.message(message);
  });
  port1.start();
  element.addEventListener('load', () => ++loads > 1 && lose('left'), { signal: watch.signal });
  window.addEventListener('message', hear, { signal: watch.signal });
  host.replaceChildren(element);
  return frame;
}

/** Returns a function that counts a message, and returns whether they are too many. */
function createCounter(): () => boolean {
  let since = 0;
  let messages = 0;
  return () => {
    const now = performance.now();
    if (now - since > SECOND_MS) [since, messages] = [now, 0];
    return ++messages > MESSAGES_PER_SECOND_MAX;
  };
}

function isIsolated(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'hello' in data && data.hello === 'null';
}
