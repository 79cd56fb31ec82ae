import type { DataSet, Run, RunEnd, RunFile, RunPiece } from '@cip/contracts/runs/runs';
import type { AckOf, PayloadOf } from '@cip/contracts/client-events';
import type { ErrorBody } from '@cip/contracts/protocol/errors';
import { hashedText } from '@cip/contracts/runs/run-texts';
import { createAtom } from '@tanstack/store';
import { hashOf } from '../state/run-id.ts';
import type { OfflineRun } from '../state/run-room.ts';
import { RunSession } from '../session/run-session.ts';
import type { Runtime } from '../sandbox/runtimes.ts';
import type { RunRoom, RunRoomState, RunEvent, SendRunEvent } from '../state/run-room.ts';
import { FakeSandbox } from './fake-sandbox.ts';

const UNAVAILABLE = { ok: false, error: { code: 'unavailable', message: 'There is no connection.' } } as const;
const FORBIDDEN = { ok: false, error: { code: 'forbidden', message: 'Not the device of this run.' } } as const;
const RESYNC = { ok: false, error: { code: 'resync', message: 'A piece is missing.' } } as const;
const CONFLICT = { ok: false, error: { code: 'conflict', message: 'The program does not wait.' } } as const;
const INVALID: { ok: false; error: ErrorBody } = {
  ok: false,
  error: { code: 'invalid', message: 'A field is not known.', errors: { tests: ['Unknown field'] } },
};
const OK = { ok: true } as const;

interface StoredRun {
  run: Run;
  text: string;
  files?: RunFile[];
  stdin: string;
  pieces: RunPiece[];
  asks: number;
  answer?: { text: string | null };
}

/** The server's side of runs, for all pages of one room; follows the contract. */
export class FakeRunServer {
  isAllowed = true;
  dataSet: DataSet | null = null;
  stdin = '';
  engineLanguages: string[] = [];
  limitMs = 10_000;
  /** Whether it is of the release that refuses the names of packages, and tests. */
  isPrevious = false;
  /** Whether its database is away, so that it takes no run. */
  isStalled = false;
  /** Whether it is of a release that knows one file. */
  hasOneFile = false;
  text = 'print(1)';
  /** Files besides the one with the text. */
  further: RunFile[] = [];
  readonly runs: StoredRun[] = [];
  /** Runs that were asked to stop. */
  readonly stopping = new Set<string>();
  readonly pages: FakePage[] = [];
  /** Names of the requests that arrived, in order. */
  readonly requests: string[] = [];

  /** All files, or nothing if there is one, as in replies. */
  files(text: string, further = this.further): { files?: RunFile[] } {
    return further.length > 0 ? { files: [{ name: 'main.py', content: text }, ...further] } : {};
  }

  get latest(): StoredRun | undefined {
    const byStart = this.runs.toSorted((a, b) => a.run.requestedAt.localeCompare(b.run.requestedAt));
    return this.active ?? byStart.at(-1);
  }

  get active(): StoredRun | undefined {
    return this.runs.find(({ run }) => run.end === null);
  }

  find(id: string): StoredRun | undefined {
    return this.runs.find(({ run }) => run.id === id);
  }

  end(id: string, end: RunEnd): void {
    const stored = this.find(id);
    if (!stored || stored.run.end) return;
    stored.run = { ...stored.run, end };
    for (const page of this.pages) page.emit('run:ended', { id, end });
  }
}

type PageOptions = Partial<
  Pick<RunRoom, 'device' | 'isInterviewer' | 'runtimes' | 'isRefusingOthers'> & { isConnected: boolean; text: string }
>;

const KNOWN: Record<string, Runtime> = {
  python: { language: 'python', label: 'Python', bytes: 5_000_000, laptopOnly: false },
  javascript: { language: 'javascript', label: 'JavaScript', bytes: 3_000, laptopOnly: false },
  sql: { language: 'sql', label: 'SQL', bytes: 5_400_000, laptopOnly: true, as: 'sqlite' },
  'c++': { language: 'c++', label: 'C++', bytes: 21_000_000, laptopOnly: true },
  sqlite: { language: 'sqlite', label: 'SQLite', bytes: 410_000, laptopOnly: false },
};

const RUNTIMES: RunRoom['runtimes'] = {
  runtimeOf: (language) => KNOWN[language] ?? null,
  isCached: () => Promise.resolve(false),
};
/** One participant's page with the product's session, a fake sandbox and a fake link to the server. */
export class FakePage {
  readonly sandbox = new FakeSandbox();
  readonly state;
  readonly session: RunSession;
  readonly notices: string[] = [];
  /** Time until a request arrives at the server. */
  latencyMs = 0;
  /** Time until a reply arrives at this page. */
  replyMs = 0;
  /** Whether the server's replies get lost on a link that stays. */
  losesReplies = false;
  /** Whether events of the server get lost. */
  isDeaf = false;
  readonly disk = new Map<string, OfflineRun>();
  text: string;
  /** The files besides the one with the text, as this page has them. */
  further: RunFile[];
  /** The lines that the others have not sent. */
  unsentLines = '';
  readonly #onText = new Set<() => void>();
  readonly #server: FakeRunServer;
  readonly #self: { id: string; name: string };

  constructor(server: FakeRunServer, name: string, options: PageOptions = {}) {
    const { isConnected = true, text = server.text, device = 'laptop', isInterviewer = false } = options;
    this.#server = server;
    this.#self = { id: `participant-${name}`, name };
    this.text = text;
    this.further = server.further;
    this.state = createAtom<RunRoomState>({
      isConnected,
      language: 'python',
      self: this.#self,
      participants: [],
      ended: null,
    });
    server.pages.push(this);
    this.session = new RunSession({
      request: this.#requests(),
      state: this.state,
      isInterviewer,
      userName: name,
      text: () => this.text,
      files: () => server.files(this.text, this.further).files,
      onTextChange: (listener) => {
        this.#onText.add(listener);
        return () => this.#onText.delete(listener);
      },
      labelOf: (language) => KNOWN[language]?.label ?? language,
      unsentLines: () => this.unsentLines,
      flush: () => Promise.resolve(),
      device,
      runtimes: options.runtimes ?? RUNTIMES,
      openSandbox: () => Promise.resolve(this.sandbox),
      offlineRuns: {
        add: (run) => Promise.resolve(void this.disk.set(run.run.id, run)),
        list: () => Promise.resolve([...this.disk.values()]),
        remove: (id) => Promise.resolve(void this.disk.delete(id)),
      },
      isRefusingOthers: options.isRefusingOthers ?? (() => false),
      notify: (message) => void this.notices.push(message),
    });
    for (const page of server.pages) page.setRoom({ participants: server.pages.map((each) => each.#self) });
  }

  setRoom(change: Partial<RunRoomState>): void {
    this.state.set((state) => ({ ...state, ...change }));
  }

  type(text: string): void {
    this.text = text;
    for (const listener of this.#onText) listener();
  }

  get shown() {
    return this.session.store.get();
  }

  get output(): string {
    return this.shown.pieces.map(({ text }) => text).join('');
  }

  emit<E extends keyof RunSession['handlers']>(event: E, data: Parameters<RunSession['handlers'][E]>[0]): void {
    if (this.state.get().isConnected && !this.isDeaf)
      (this.session.handlers[event] as (value: typeof data) => void)(data);
  }

  /** Sends events to the server as over a link. */
  #requests(): SendRunEvent {
    const handlers = this.#handlers();
    return async (name, payload) => {
      if (this.latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, this.latencyMs));
      if (!this.state.get().isConnected) return UNAVAILABLE;
      this.#server.requests.push(name);
      const answer = handlers[name](payload);
      if (this.replyMs > 0) await new Promise((resolve) => setTimeout(resolve, this.replyMs));
      return this.state.get().isConnected && !this.losesReplies ? answer : UNAVAILABLE;
    };
  }

  #handlers(): { [Name in RunEvent]: (payload: PayloadOf<Name>) => AckOf<Name> } {
    const server = this.#server;
    const others = () => server.pages.filter((page) => page !== this);
    const isRunner = (id: string) => server.find(id)?.run.runner?.id === this.#self.id;
    return {
      'run:start': ({ id, language, stdin, hash, place, device, of, tests: wanted }) => {
        if (server.isPrevious && wanted) return INVALID;
        const known = server.find(id) ?? server.active;
        if (known) return { ...OK, run: known.run, isNew: false, text: null, stdin: null };
        const earlier = of === undefined ? undefined : server.find(of);
        const runner = place === 'here' ? { ...this.#self, device } : null;
        const tests = earlier ? earlier.run.tests : wanted;
        if (tests && !wanted) return FORBIDDEN;
        const run: Run = {
          id,
          language,
          by: this.#self,
          runner,
          requestedAt: new Date().toISOString(),
          hash,
          isOffline: false,
          of: of ?? null,
          ...(tests && { tests }),
          end: null,
        };
        const text = earlier?.text ?? server.text;
        const files = earlier ? pickFiles(earlier) : server.files(text);
        server.runs.push({ run, text, ...files, stdin, pieces: [], asks: 0 });
        for (const page of others()) page.emit('run:started', run);
        if (place === 'elsewhere') for (const page of server.pages) page.emit('run:offered', { id, language });
        const isSame = hashOf(hashedText(text, files.files)) === hash && !earlier;
        const sent = isSame ? { text: null } : { text, ...files };
        return { ...OK, run, isNew: true, ...sent, stdin: earlier?.stdin ?? null };
      },
      'run:claim': ({ id, device, tests }) => {
        const stored = server.find(id);
        if (server.isPrevious && tests) return INVALID;
        if (!stored || stored.run.runner || stored.run.end) return FORBIDDEN;
        if (stored.run.tests && !tests && !server.isPrevious) return FORBIDDEN;
        const runner = { ...this.#self, device };
        stored.run = { ...stored.run, runner };
        for (const page of server.pages) page.emit('run:claimed', { id, runner });
        return { ...OK, run: stored.run, text: stored.text, ...pickFiles(stored), stdin: stored.stdin };
      },
      'run:output': ({ id, piece }) => {
        const stored = server.find(id);
        if (!stored || stored.run.end || !isRunner(id)) return FORBIDDEN;
        if (piece.seq > stored.pieces.length) return RESYNC;
        if (piece.seq === stored.pieces.length) {
          stored.pieces.push(piece);
          for (const page of others()) page.emit('run:output', { id, piece });
        }
        return OK;
      },
      'run:alive': ({ id, loaded, ask }) => {
        if (loaded !== undefined) for (const page of server.pages) page.emit('run:loading', { id, loaded });
        const stored = server.find(id);
        const isStopping = server.stopping.has(id);
        if (!stored || ask === undefined) return { ...OK, isStopping };
        if (ask === stored.asks) return { ...OK, isStopping, ...(stored.answer && { answer: stored.answer }) };
        stored.asks = ask;
        delete stored.answer;
        for (const page of server.pages) page.emit('run:asked', { id, ask });
        return { ...OK, isStopping };
      },
      'run:end': ({ id, end }) => {
        if (!isRunner(id)) return FORBIDDEN;
        if (server.isPrevious && (end.packages || end.tests)) return INVALID;
        server.end(id, end);
        return server.find(id)?.run.end?.reason === end.reason ? OK : CONFLICT;
      },
      'run:answer': ({ id, ask, text }) => {
        const stored = server.find(id);
        if (!stored || stored.answer || stored.asks !== ask || stored.run.end) return CONFLICT;
        stored.answer = { text };
        for (const page of server.pages) page.emit('run:answered', { id, ask, text });
        return OK;
      },
      'run:stop': ({ id }) => {
        server.stopping.add(id);
        for (const page of server.pages) page.emit('run:stopping', { id, by: this.#self });
        return OK;
      },
      'run:read': () => {
        const { isAllowed, dataSet, stdin, engineLanguages, limitMs, latest } = server;
        const settings = { isAllowed, dataSet, stdin, engineLanguages, limitMs };
        const ask = latest && latest.asks > 0 && !latest.answer ? latest.asks : null;
        return { ...OK, ...settings, run: latest?.run ?? null, pieces: latest?.pieces ?? [], ask };
      },
      'run:allow': ({ isAllowed }) => {
        server.isAllowed = isAllowed;
        for (const page of server.pages) page.emit('run:allowed', { isAllowed });
        return OK;
      },
      'run:data-set': ({ dataSet }) => {
        server.dataSet = dataSet;
        for (const page of server.pages) page.emit('run:data-set', { dataSet });
        return OK;
      },
      'run:input': ({ stdin }) => {
        server.stdin = stdin;
        for (const page of server.pages) page.emit('run:input', { stdin });
        return OK;
      },
      'run:enter': ({ id, language, text, files, stdin, device, agoMs, tests, pieces, end }) => {
        if (server.isStalled) return UNAVAILABLE;
        if (server.find(id)) return OK;
        if (server.hasOneFile && files) return INVALID;
        if (server.isPrevious && (tests || end.packages || end.tests)) return INVALID;
        const run: Run = {
          id,
          language,
          by: this.#self,
          runner: { ...this.#self, device },
          requestedAt: new Date(Date.now() - agoMs).toISOString(),
          hash: hashOf(hashedText(text, files)),
          isOffline: true,
          of: null,
          ...(tests && { tests }),
          end,
        };
        server.runs.push({ run, text, ...(files && { files }), stdin, pieces, asks: 0 });
        for (const page of server.pages) page.emit('run:started', run);
        return OK;
      },
    };
  }
}

const pickFiles = ({ files }: StoredRun) => (files ? { files } : {});
