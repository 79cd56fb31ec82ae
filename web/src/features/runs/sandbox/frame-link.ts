import type { FromFrame, ToFrame } from '../../../../runner/messages.ts';
import { FRAME_URL } from './run-assets.ts';

/**
 * How often the frame has to answer (ms), and how many unanswered questions mean that it is dead. With three, a program
 * on a busy laptop with WebKit was said to have crashed; with more than the ten seconds of a run, none would be.
 */
const PING_EVERY_MS = 1_000;
const UNANSWERED_MAX = 6;
/** The same while it compiles a runtime, because its files are megabytes and no program runs in it then. */
const UNANSWERED_LOADING_MAX = 30;
/** How long the frame may take to open (ms). */
const OPEN_WITHIN_MS = 15_000;

/** A connection to an isolated frame. */
export interface FrameLink {
  send(message: ToFrame, transfer?: Transferable[]): void;
  /** Removes the frame, and with it everything that runs in it. */
  remove(): void;
}

interface FrameListener {
  message(message: FromFrame): void;
  /** The frame has not opened, or does not answer any more; its link is of no more use. */
  dead(): void;
}

/**
 * Opens an isolated frame. Its origin is opaque by the header of its document, not by an attribute, because with the
 * attribute the service worker could not serve it offline. The page sends it nothing before it has confirmed that.
 */
export function openFrame(listener: FrameListener): FrameLink {
  const { port1, port2 } = new MessageChannel();
  const frame = Object.assign(document.createElement('iframe'), { hidden: true, src: FRAME_URL, allow: '' });
  frame.referrerPolicy = 'no-referrer';
  frame.title = 'Runs code';
  const waiting: [ToFrame, Transferable[]][] = [];
  let isOpen = false;
  let openedBy = performance.now() + OPEN_WITHIN_MS;
  let unanswered = 0;
  let loading = 0;

  const post = (message: ToFrame, transfer: Transferable[] = []) => {
    if (isOpen) port1.postMessage(message, transfer);
    else waiting.push([message, transfer]);
  };
  const link: FrameLink = {
    send(message, transfer = []) {
      if (message.type === 'load') loading++;
      post(message, transfer);
    },
    remove() {
      clearInterval(timer);
      window.removeEventListener('message', greet);
      port1.close();
      frame.remove();
    },
  };
  const greet = ({ source, data }: MessageEvent<unknown>) => {
    if (isOpen || source === null || source !== frame.contentWindow || !isIsolated(data)) return;
    isOpen = true;
    frame.contentWindow.postMessage('port', '*', [port2]);
    for (const [message, transfer] of waiting) post(message, transfer);
  };
  port1.addEventListener('message', ({ data }: MessageEvent<FromFrame>) => {
    unanswered = 0;
    if (data.type === 'loaded') loading--;
    if (data.type !== 'pong') listener.message(data);
  });
  port1.start();
  let lastTick = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    // A computer that slept, or a page in the background, sent no pings meanwhile.
    const hasPaused = now - lastTick > 2 * PING_EVERY_MS;
    if (hasPaused) openedBy += now - lastTick;
    lastTick = now;
    if (hasPaused) unanswered = 0;
    const isDead = isOpen ? unanswered >= (loading > 0 ? UNANSWERED_LOADING_MAX : UNANSWERED_MAX) : now > openedBy;
    if (isDead) {
      link.remove();
      listener.dead();
      return;
    }
    if (!isOpen) return;
    unanswered++;
    post({ type: 'ping' });
  }, PING_EVERY_MS);
  window.addEventListener('message', greet);
  document.body.append(frame);
  return link;
}

function isIsolated(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'hello' in data && data.hello === 'null';
}
