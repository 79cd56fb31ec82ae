import type { RunEnd } from '@cip/contracts/runs/runs';
import type { Program } from '../sandbox/sandbox-types.ts';
import type { LatestRun } from './latest-run.ts';
import type { OfflineEntries } from './offline-entries.ts';
import { OwnRun } from './own-run.ts';
import type { RunRoom } from './run-room.ts';

/** What the executions of a page work on. */
export interface DeviceRunsOptions {
  room: RunRoom;
  latest: LatestRun;
  entries: OfflineEntries;
  /** Reads the room's latest run from the server. */
  read: () => void;
}

/** The runs that this device executes, one at a time, and delivers or enters later. */
export class DeviceRuns {
  readonly #room: RunRoom;
  readonly #latest: LatestRun;
  readonly #entries: OfflineEntries;
  readonly #read: () => void;
  #own: OwnRun | null = null;
  /** The run that used the sandbox last. */
  #executed: OwnRun | null = null;

  constructor({ room, latest, entries, read }: DeviceRunsOptions) {
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

  /** Executes a program as a run of this device; a run before it is no longer the device's. */
  execute(id: string, what: Pick<Program, 'language' | 'code' | 'stdin' | 'isInteractive'>): OwnRun {
    const { dataSet, limitMs } = this.#latest.state;
    const settings = { dataSet: dataSet?.sql ?? null, ...(limitMs !== null && { limitMs }) };
    const { request } = this.#room;
    const earlier = this.#executed;
    const openSandbox = async () => {
      // It executes one program at a time.
      await earlier?.whenIdle();
      return this.#room.openSandbox();
    };
    const own: OwnRun = new OwnRun(
      id,
      { ...what, ...settings },
      { request, openSandbox },
      {
        progress: (progress) => this.#latest.run?.id === own.id && this.#latest.set({ progress }),
        piece: (piece) => this.#latest.add(own.id, piece),
        asking: (ask) => this.#latest.run?.id === own.id && this.#latest.set({ ask }),
        ended: (end) => this.#ended(own, end),
      },
    );
    this.#own = own;
    this.#executed = own;
    return own;
  }

  /** Returns the run of before, which goes on until it is discarded. */
  release(): OwnRun | null {
    const own = this.#own;
    this.#own = null;
    return own;
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
    this.release()?.discard();
  }

  disconnect(): void {
    this.#own?.disconnect();
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
