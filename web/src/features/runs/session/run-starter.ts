import type { Run } from '@cip/contracts/runs/runs';
import type { DeviceRuns } from './device-runs.ts';
import type { LatestRun } from './latest-run.ts';
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

interface RunStarterOptions {
  room: RunRoom;
  latest: LatestRun;
  runs: DeviceRuns;
  /** Reads the room's latest run from the server. */
  read: () => void;
}

/** The runs that this page asks the server for: new ones, repeated ones, and those that others offer. */
export class RunStarter {
  readonly #room: RunRoom;
  readonly #latest: LatestRun;
  readonly #runs: DeviceRuns;
  readonly #read: () => void;
  /** The run that this page requested from another device. */
  #requested: string | null = null;
  #isClosed = false;

  constructor({ room, latest, runs, read }: RunStarterOptions) {
    this.#room = room;
    this.#latest = latest;
    this.#runs = runs;
    this.#read = read;
  }

  /** Whether this page requested the run from another device. */
  isRequested(id: string): boolean {
    return this.#requested === id;
  }

  /** Starts a run of the document's text; its output is shown before the server has it. */
  async start({ language, place, stdin }: StartOptions): Promise<void> {
    const code = this.#room.text();
    const run = this.#newRun(language, code, place === 'here');
    const earlier = this.#runs.release();
    this.#latest.restart(run, this.#room.unsentLines());
    if (place === 'here') this.#runs.execute(run.id, { language, code, stdin, isInteractive: stdin === '' });
    this.#requested = place === 'elsewhere' ? run.id : null;
    if (run.isOffline) return this.#runs.find(run.id)?.detach();
    await earlier?.whenDelivered(DELIVERY_WITHIN_MS);
    earlier?.discard();
    await this.#request(run, { stdin, place });
  }

  /** Executes an earlier run's text and input here. */
  async startAgain(of: Run): Promise<void> {
    const { request, device, notify } = this.#room;
    const { language } = of;
    const id = newRunId();
    const ack = await request('run:start', {
      id,
      language,
      stdin: '',
      hash: of.hash,
      place: 'here',
      device,
      of: of.id,
    });
    if (!ack.ok) return notify(ack.error.message);
    if (!ack.isNew || ack.text === null) return this.#watch(ack.run);
    this.#latest.show(ack.run);
    this.#runs.execute(id, { language, code: ack.text, stdin: ack.stdin ?? '' }).connect();
  }

  /** Takes over a run that was offered to the room's devices, unless a better device does so first. */
  async claim(id: string, language: string): Promise<void> {
    if (this.isRequested(id)) return;
    const delay = await claimDelay(this.#room, language);
    if (delay === null) return;
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
    const { run } = this.#latest;
    if (run?.id !== id || run.runner || run.end || this.#isClosed) return;
    const ack = await this.#room.request('run:claim', { id, device: this.#room.device });
    if (!ack.ok || this.#isClosed) return;
    this.#latest.show(ack.run);
    const { text: code, stdin } = ack;
    this.#runs.execute(id, { language, code, stdin, isInteractive: stdin === '' }).connect();
  }

  close(): void {
    this.#isClosed = true;
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
    const { device, request } = this.#room;
    const { id, hash, language } = run;
    const ack = await request('run:start', { id, language, stdin, hash, place, device });
    if (this.#latest.run?.id !== id || this.#isClosed) return;
    if (!ack.ok) return this.#notStarted(ack.error);
    if (ack.run.id !== id) return this.#watch(ack.run);
    const own = this.#runs.find(id);
    if (own && ack.text !== null) {
      // The document changed on its way: everyone sees the server's text run.
      this.#latest.restart(ack.run, this.#room.unsentLines());
      own.restart(ack.text);
    } else this.#latest.show(ack.run);
    own?.connect();
  }

  #notStarted({ code, message }: { code: string; message: string }): void {
    // Reading shows whether the server has the run.
    if (code === 'unavailable') return this.#read();
    this.#runs.discard();
    this.#latest.show(null);
    this.#room.notify(message);
    this.#read();
  }

  /** Shows a run that another page started first. */
  #watch(run: Run): void {
    this.#runs.discard();
    this.#latest.show(run);
    this.#read();
  }
}
