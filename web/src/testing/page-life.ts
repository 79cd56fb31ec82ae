type Listening = Parameters<typeof window.addEventListener>;

/** The life of a page that a file of tests has. */
interface PageLife {
  beginTest(): void;
  /** Ends timers and frames of a test. A timer would tell the next test, for example, that a call had no reply. */
  endTest(): void;
  end(): void;
}

/** The interval (ms) in which jsdom draws frames. It is started once for all tests, and ends by itself. */
const JSDOM_FRAME_MS = 1_000 / 60;

/**
 * Starts the life of a page for a file of tests: a closed page has no timers, listeners or channels to other pages, but
 * the next file in this worker has the same window. Libraries outlive a page: so do their listeners.
 */
export function startPage(): PageLife {
  const stops: (() => void)[] = [];
  const { setTimeout, setInterval, requestAnimationFrame } = globalThis;
  const hasFrames = 'requestAnimationFrame' in globalThis;
  const started: (() => void)[] = [];
  let beforeTest = 0;
  const stopTimers = (from: number) => started.splice(from).forEach((stop) => stop());
  type Start = (...call: unknown[]) => number;
  const recorded =
    (start: unknown, stop: (timer: number) => void): Start =>
    (...call) => {
      const timer = (start as Start)(...call);
      if (call[1] !== JSDOM_FRAME_MS) started.push(() => stop(timer));
      return timer;
    };
  const timers = { setTimeout, setInterval, ...(hasFrames && { requestAnimationFrame }) };
  Object.assign(globalThis, {
    setTimeout: recorded(setTimeout, clearTimeout),
    setInterval: recorded(setInterval, clearInterval),
    ...(hasFrames && { requestAnimationFrame: recorded(requestAnimationFrame, cancelAnimationFrame) }),
  });
  stops.push(() => {
    Object.assign(globalThis, timers);
    stopTimers(0);
  });
  stops.push(recordChannels());
  if (typeof window !== 'undefined') stops.push(recordListeners(window), recordListeners(document));
  return {
    beginTest: () => (beforeTest = started.length),
    endTest: () => stopTimers(beforeTest),
    end: () => stops.forEach((stop) => stop()),
  };
}

/** Returns the function that closes the channels opened in between, because pages of one process hear each other. */
function recordChannels(): () => void {
  const { BroadcastChannel } = globalThis;
  const opened: BroadcastChannel[] = [];
  globalThis.BroadcastChannel = class extends BroadcastChannel {
    constructor(name: string) {
      super(name);
      opened.push(this);
    }
  };
  return () => {
    globalThis.BroadcastChannel = BroadcastChannel;
    for (const channel of opened) channel.close();
  };
}

/** Returns the function that removes listeners added in between, except by a library. */
function recordListeners(target: Window | Document): () => void {
  const { addEventListener } = target;
  const added: Listening[] = [];
  const record = (...listening: Listening) => {
    const caller = new Error('Who listens?').stack?.split('\n')[2] ?? '';
    if (!caller.includes('/node_modules/')) added.push(listening);
    addEventListener.call(target, ...listening);
  };
  target.addEventListener = record;
  return () => {
    target.addEventListener = addEventListener;
    for (const [type, listener, options] of added) target.removeEventListener(type, listener, options);
  };
}
