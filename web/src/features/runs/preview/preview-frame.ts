import type { FromPreview, ToPreview } from '../../../../runner/preview/messages.ts';
import { PREVIEW_URL } from '../sandbox/run-assets.ts';
import { readPreviewMessage } from './preview-message.ts';

/** A preview may send this many messages within a second; an honest one collects its output and sends 50. */
const MESSAGES_PER_SECOND_MAX = 500;
const SECOND_MS = 1_000;
/** How long a program may take to show that it is still there (ms). */
const ANSWER_WITHIN_MS = 500;
const FLOOD = 'The program sent too much.';

export interface PreviewFrame {
  readonly element: HTMLIFrameElement;
  /** The files of packages that were sent to it. */
  readonly files: Set<string>;
  /** Whether it has opened, and is not lost. */
  readonly isReady: boolean;
  send(message: ToPreview): void;
  /** Sends its messages to a listener. */
  listen(listener: FrameListener): void;
  /** Removes the frame, and with it everything that runs in it. */
  remove(): void;
}

export interface FrameListener {
  message(message: Exclude<FromPreview, { type: 'pong' }>): void;
  /** The frame was removed, for a reason in words. */
  lost(why: string): void;
}

/**
 * Opens the frame of a preview in `host`, unseen beside what is there. Its origin is opaque by the header of its
 * document, because with the attribute the service worker could not serve it offline. Once it has confirmed that, it
 * gets the attribute too, because the header holds for one document only. `most` are the messages that it may send
 * within a second.
 */
export function openPreviewFrame(host: HTMLElement, most = MESSAGES_PER_SECOND_MAX): PreviewFrame {
  const { port1, port2 } = new MessageChannel();
  const element = Object.assign(document.createElement('iframe'), { src: PREVIEW_URL, allow: '' });
  element.referrerPolicy = 'no-referrer';
  element.hidden = true;
  const waiting: ToPreview[] = [];
  const watch = new AbortController();
  let listener: FrameListener | undefined;
  let isOpen = false;
  let loads = 0;
  let leaving: ReturnType<typeof setTimeout> | undefined;
  const isFlood = createCounter(most);
  const frame: PreviewFrame = {
    element,
    files: new Set(),
    get isReady() {
      return isOpen && !watch.signal.aborted;
    },
    listen: (next) => void (listener = next),
    send: (message) => void (isOpen ? port1.postMessage(message) : waiting.push(message)),
    remove() {
      clearTimeout(leaving);
      watch.abort();
      port1.close();
      element.remove();
    },
  };
  const lose = (why: string) => {
    frame.remove();
    listener?.lost(why);
  };
  const hear = ({ source, data }: MessageEvent<unknown>) => {
    if (source === null || source !== element.contentWindow) return;
    if (isFlood()) return lose(FLOOD);
    if (isOpen || !isIsolated(data)) return;
    isOpen = true;
    element.contentWindow.postMessage('port', '*', [port2]);
    element.setAttribute('sandbox', 'allow-scripts allow-forms');
    for (const message of waiting) port1.postMessage(message);
  };
  port1.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (watch.signal.aborted) return;
    if (isFlood()) return lose(FLOOD);
    const message = readPreviewMessage(data);
    if (message?.type === 'pong') clearTimeout(leaving);
    else if (message !== null) listener?.message(message);
  });
  port1.start();
  const look = () => {
    if (++loads === 1) return;
    // WebKit also reports a link to a place on the same page, whose program still answers.
    clearTimeout(leaving);
    leaving = setTimeout(() => lose('The program left its page.'), ANSWER_WITHIN_MS);
    port1.postMessage({ type: 'ping' });
  };
  element.addEventListener('load', look, { signal: watch.signal });
  window.addEventListener('message', hear, { signal: watch.signal });
  host.append(element);
  return frame;
}

/** Returns a function that counts a message, and returns whether they are more than `most` within a second. */
function createCounter(most: number): () => boolean {
  let since = 0;
  let messages = 0;
  return () => {
    const now = performance.now();
    if (now - since > SECOND_MS) [since, messages] = [now, 0];
    return ++messages > most;
  };
}

function isIsolated(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'hello' in data && data.hello === 'null';
}
