import type { Run, RunEnd } from '@cip/contracts/runs';
import type { Program } from '../sandbox/sandbox-types.ts';
import type { LatestRun } from './latest-run.ts';
import type { OfflineEntries } from './offline-entries.ts';
import { OwnRun } from './own-run.ts';
import { claimDelay } from './place.ts';
import { hashOf, newRunId } from './run-id.ts';
import type { RunRoom } from './run-room.ts';

/** A run that is pressed while the end of the one before is on its way waits for that at most so long (ms). */
const DELIVERY_WITHIN_MS = 2_000;

interface StartOptions {
  language: string;
  place: 'here' | 'elsewhere' | 'engine';
  stdin: string;
}

interface OwnRunsOptions {
  room: RunRoom;
  latest: LatestRun;
  entries: OfflineEntries;
  /** Reads the room's latest run from the server. */
  read: () => void;
}

/** The runs that this page starts or executes; one at a time. */
export class OwnRuns {
  readonly #room: RunRoom;
  readonly #latest: LatestRun;
  readonly #entries: OfflineEntries;
  readonly #read: () => void;
  #own: OwnRun | null = null;
  /** The run that used the sandbox last. */
  #executed: OwnRun | null = null;
  /** The run that this page requested from another device. */
  #requested: string | null = null;
  #isClosed = false;

  constructor({ room, latest, entries, read }: OwnRunsOptions) {
    this.#room = room;
    this.#latest = latest;
    this.#entries = entries;
    this.#read = read;
  }

  /** Returns the run that this device executes or delivers, if it is this one. */
  find(id: string | undefined): OwnRun | null {
    return this.#own?.id === id ? this.#own : null;
  }

  /** The run whose result the server does not have yet. */
  get undelivered(): OwnRun | null {
    return this.#own?.isDelivered === false ? this.#own : null;
  }

  /** Whether this page requested the run from another device. */
  isRequested(id: string): boolean {
    return this.#requested === id;
  }

  /** Starts a run of the document's text; its output is shown before the server has it. */
  async start({ language, place, stdin }: StartOptions): Promise<void> {
    const code = this.#room.text();
    const run = this.#newRun(language, code, place === 'here');
    const earlier = this.#own;
    this.#own = null;
    this.#latest.restart(run);
    if (place === 'here') this.#execute(run.id, { language, code, stdin });
    this.#requested = place === 'elsewhere' ? run.id : null;
    if (run.isOffline) return this.find(run.id)?.detach();
    await earlier?.whenDelivered(DELIVERY_WITHIN_MS);
    earlier?.discard();
    await this.#request(run, { stdin, place });
  }

  /** Executes an earlier run's text and input here. */
  async startAgain(of: Run): Promise<void> {
    const { transport, device, notify } = this.#room;
    const { language } = of;
    const id = newRunId();
    const ack = await transport.start({ id, language, stdin: '', hash: of.hash, place: 'here', device, of: of.id });
    if (!ack.ok) return notify(ack.error.message);
    if (!ack.isNew || ack.text === null) return this.#watch(ack.run);
    this.#latest.show(ack.run);
    this.#execute(id, { language, code: ack.text, stdin: ack.stdin ?? '' }).connect();
  }

  /** Takes over a run that was offered to the room's devices, unless a better device does so first. */
  async claim(id: string, language: string): Promise<void> {
    if (this.isRequested(id)) return;
    const delay = await claimDelay(this.#room, language);
    if (delay === null) return;
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
    const { run } = this.#latest;
    if (run?.id !== id || run.runner || run.end || this.#isClosed) return;
    const ack = await this.#room.transport.claim({ id, device: this.#room.device });
    if (!ack.ok || this.#isClosed) return;
    this.#latest.show(ack.run);
    this.#execute(id, { language, code: ack.text, stdin: ack.stdin }).connect();
  }

  /** Continues without the server, which ended the run meanwhile or never had it: the result is entered later. */
  continueAlone(own: OwnRun): void {
    const { run } = this.#latest;
    const isShown = run?.id === own.id;
    own.detach();
    if (isShown) this.#latest.set({ run: { ...run, id: own.id, isOffline: true, end: own.end } });
    if (own.end) void this.#enter(own, own.end);
  }

  /** Stops the execution without a result. */
  discard(): void {
    this.#own?.discard();
    this.#own = null;
  }

  disconnect(): void {
    this.#own?.disconnect();
  }

  close(): void {
    this.#isClosed = true;
    this.discard();
  }

  #newRun(language: string, code: string, isHere: boolean): Run {
    const { self, isConnected } = this.#room.state.get();
    const id = newRunId();
    const by = { id: self?.id ?? id, name: self?.name ?? this.#room.userName };
    const runner = isHere ? { ...by, device: this.#room.device } : null;
    const requestedAt = new Date().toISOString();
    const about = { isOffline: !isConnected, of: null, end: null };
    return { id, language, by, runner, requestedAt, hash: hashOf(code), ...about };
  }

  async #request(run: Run, { stdin, place }: Pick<StartOptions, 'stdin' | 'place'>): Promise<void> {
    const { device, transport } = this.#room;
    const { id, hash, language } = run;
    const ack = await transport.start({ id, language, stdin, hash, place, device });
    if (this.#latest.run?.id !== id || this.#isClosed) return;
    if (!ack.ok) return this.#notStarted(ack.error);
    if (ack.run.id !== id) return this.#watch(ack.run);
    const own = this.find(id);
    if (own && ack.text !== null) {
      // The document changed on its way: everyone sees the server's text run.
      this.#latest.restart(ack.run);
      own.restart(ack.text);
    } else this.#latest.show(ack.run);
    own?.connect();
  }

  #notStarted({ code, message }: { code: string; message: string }): void {
    // Reading shows whether the server has the run.
    if (code === 'unavailable') return this.#read();
    this.discard();
    this.#latest.show(null);
    this.#room.notify(message);
    this.#read();
  }

  /** Shows a run that another page started first. */
  #watch(run: Run): void {
    this.discard();
    this.#latest.show(run);
    this.#read();
  }

  #execute(id: string, what: Pick<Program, 'language' | 'code' | 'stdin'>): OwnRun {
    const { dataSet, limitMs } = this.#latest.state;
    const settings = { dataSet: dataSet?.sql ?? null, ...(limitMs !== null && { limitMs }) };
    const { transport } = this.#room;
    const earlier = this.#executed;
    const openSandbox = async () => {
      // It executes one program at a time.
      await earlier?.whenIdle();
      return this.#room.openSandbox();
    };
    const own: OwnRun = new OwnRun(
      id,
      { ...what, ...settings },
      { transport, openSandbox },
      {
        progress: (progress) => this.#latest.run?.id === own.id && this.#latest.set({ progress }),
        piece: (piece) => this.#latest.add(own.id, piece),
        ended: (end) => this.#ended(own, end),
      },
    );
    this.#own = own;
    this.#executed = own;
    return own;
  }

  #ended(own: OwnRun, end: RunEnd): void {
    this.#latest.end(own.id, end);
    if (own.isOffline) void this.#enter(own, end);
  }

  async #enter(own: OwnRun, end: RunEnd): Promise<void> {
    const { code: text, stdin, language } = own.program;
    const { id, pieces, at } = own;
    const { device, state } = this.#room;
    if (this.#own === own) this.#own = null;
    const run = { id, language, text, stdin, device, pieces: [...pieces], end };
    await this.#entries.keep({ run, at });
    if (state.get().isConnected && (await this.#entries.enterAll())) this.#read();
  }
}
