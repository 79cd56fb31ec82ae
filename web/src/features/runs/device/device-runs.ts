import type { RunEnd } from '@cip/contracts/runs/runs';
import type { Program } from '../sandbox/sandbox-types.ts';
import type { LatestRun } from '../state/latest-run.ts';
import type { OfflineRuns } from './offline-runs.ts';
import { OwnRun } from './own-run.ts';
import type { RunRoom } from '../state/run-room.ts';

/** The dependencies of a page's executions. */
export interface DeviceRunsOptions {
  room: RunRoom;
  latest: LatestRun;
  offline: OfflineRuns;
  /** Reads the room's latest run from the server. */
  read: () => void;
  /** Sends the runs that wait for their entry, if there is a connection. */
  enter: () => void;
}

/** The runs that this device executes, one at a time, and delivers or enters later. */
export class DeviceRuns {
  readonly #options: DeviceRunsOptions;
  #own: OwnRun | null = null;
  /** The run that used the sandbox last. */
  #executed: OwnRun | null = null;

  constructor(options: DeviceRunsOptions) {
    this.#options = options;
  }

  /** Returns the run with this id if this device executes or delivers it. */
  find(id: string | undefined): OwnRun | null {
    return this.#own?.id === id ? this.#own : null;
  }

  /** The run whose result the server does not have yet. */
  get undelivered(): OwnRun | null {
    return this.#own?.isDelivered === false ? this.#own : null;
  }

  /** Executes a program as a run of this device; an earlier run is no longer the device's. */
  execute(
    id: string,
    what: Pick<Program, 'language' | 'code' | 'files' | 'tests' | 'stdin' | 'isInteractive'>,
  ): OwnRun {
    const { dataSet, limitMs } = this.#options.latest.state;
    const settings = { dataSet: dataSet?.sql ?? null, ...(limitMs !== null && { limitMs }) };
    const { request } = this.#options.room;
    const earlier = this.#executed;
    const openSandbox = async () => {
      // The sandbox executes one program at a time.
      await earlier?.whenIdle();
      return this.#options.room.openSandbox();
    };
    const own: OwnRun = new OwnRun(
      id,
      { ...what, ...settings },
      { request, openSandbox },
      {
        progress: (progress) => this.#options.latest.run?.id === own.id && this.#options.latest.set({ progress }),
        piece: (piece) => this.#options.latest.add(own.id, piece),
        asking: (ask) => this.#options.latest.run?.id === own.id && this.#options.latest.set({ ask }),
        ended: (end) => this.#ended(own, end),
        refused: this.#options.read,
      },
    );
    this.#hold(own);
    this.#executed = own;
    return own;
  }

  /** Returns the previous run, which goes on until it is discarded. */
  release(): OwnRun | null {
    const own = this.#own;
    this.#hold(null);
    return own;
  }

  /**
   * Follows the server, which ended a run. If the program still runs, it stops, unless the server only missed its life
   * signs; if the run had another end here, it is entered as a new run.
   */
  follow(own: OwnRun, end: RunEnd): void {
    const isSame = own.end?.reason === end.reason;
    // Only the reply to the end was lost.
    if (isSame && !own.isRefused) own.connect();
    else if (isSame || (own.end === null && end.reason !== 'lost')) {
      this.discard();
      this.#options.latest.end(own.id, end);
    } else this.continueAlone(own);
  }

  /** Continues without the server, because it ended the run meanwhile or never had it; the result is entered later. */
  continueAlone(own: OwnRun): void {
    const { run } = this.#options.latest;
    const isShown = run?.id === own.id;
    own.detach();
    if (own === this.#own) this.#hold(own);
    if (isShown) this.#options.latest.set({ run: { ...run, id: own.id, isOffline: true, end: own.end } });
    if (own.end) void this.#enter(own, own.end);
  }

  /** Lets go of a released run: if the server does not have its result, that is entered later. */
  putAside(own: OwnRun): void {
    if (own.end && !own.isDelivered) this.continueAlone(own);
    else own.discard();
  }

  /** Stops the execution without a result. */
  discard(): void {
    this.release()?.discard();
  }

  disconnect(): void {
    this.#own?.disconnect();
  }

  #hold(own: OwnRun | null): void {
    this.#own = own;
    this.#options.latest.note({ own: own?.id ?? null });
  }

  #ended(own: OwnRun, end: RunEnd): void {
    this.#options.latest.end(own.id, end);
    if (own.isOffline) void this.#enter(own, end);
  }

  async #enter(own: OwnRun, end: RunEnd): Promise<void> {
    const { code: text, files, tests, stdin, language } = own.program;
    const { id, pieces, requestedAt: at } = own;
    const { device } = this.#options.room;
    if (this.#own === own) this.#hold(null);
    const texts = { text, ...(files && { files }), ...(tests && { tests: true as const }) };
    const run = { id, language, ...texts, stdin, device, pieces: [...pieces], end };
    await this.#options.offline.keep({ run, at });
    this.#options.enter();
  }
}
