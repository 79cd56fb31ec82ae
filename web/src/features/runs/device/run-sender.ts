import { mayPass } from '@cip/contracts/protocol/may-pass';
import type { ClientEvents } from '@cip/contracts/client-events';
import type { EventReply } from '@cip/contracts/protocol/events';
import type { RunEnd, RunPiece } from '@cip/contracts/runs/runs';
import { endWithoutExtras } from './for-previous-release.ts';
import type { SendRunEvent } from '../state/run-room.ts';

/** Pieces in flight together: enough for the rate of output on a slow link. */
const IN_FLIGHT_MAX = 4;
/** Pause before a piece is sent again (ms). */
const RESEND_MS = 400;

type Refusable = { ok: true } | { ok: false; error: { code: string } };

/** Sends a run's pieces and then its end, each until it is acknowledged. Repetitions change nothing on the server. */
export class RunSender {
  readonly #id: string;
  readonly #request: SendRunEvent;
  #unsent: RunPiece[] = [];
  #inFlight = 0;
  #end: RunEnd | null = null;
  #isEnding = false;
  /** Counts links, because replies on an earlier one change nothing. */
  #link = 0;
  #isOpen = false;
  #inTransit: RunPiece[] = [];
  #retry: ReturnType<typeof setTimeout> | undefined;
  #resolveDone: () => void = () => undefined;
  /** Resolves when the server has all of it, or refuses the rest. */
  readonly done = new Promise<void>((resolve) => (this.#resolveDone = resolve));
  #outcome: 'delivered' | 'refused' | null = null;
  readonly #onRefused: () => void;

  /** `onRefused` is called if the server refuses a piece or the end, for instance because it ended the run itself. */
  constructor(id: string, request: SendRunEvent, onRefused: () => void) {
    this.#id = id;
    this.#request = request;
    this.#onRefused = onRefused;
  }

  /** `delivered` if the server has all of it, `refused` if it refuses the rest; null until then. */
  get outcome(): 'delivered' | 'refused' | null {
    return this.#outcome;
  }

  add(piece: RunPiece): void {
    this.#unsent.push(piece);
    this.#pump();
  }

  finish(end: RunEnd): void {
    this.#end = end;
    this.#pump();
  }

  connect(): void {
    this.disconnect();
    this.#isOpen = true;
    this.#pump();
  }

  disconnect(): void {
    this.#link++;
    this.#isOpen = false;
    clearTimeout(this.#retry);
    this.#retry = undefined;
    this.#unsent = [...this.#inTransit, ...this.#unsent];
    this.#inTransit = [];
    this.#inFlight = 0;
    this.#isEnding = false;
  }

  /** Forgets the part that was not sent yet. */
  reset(): void {
    this.disconnect();
    this.#unsent = [];
    this.#end = null;
  }

  /** Whether the server has the run, and can be reached. */
  get isOpen(): boolean {
    return this.#isOpen && this.#outcome === null;
  }

  /** Reports that this device executes the run; resolves with the next step, or null if there is no answer. */
  async keepAlive(state: {
    loaded: number | undefined;
    ask: number | undefined;
  }): Promise<EventReply<ClientEvents['run:alive']> | null> {
    const { loaded, ask } = state;
    const report = { ...(loaded !== undefined && { loaded }), ...(ask !== undefined && { ask }) };
    const ack = await this.#request('run:alive', { id: this.#id, ...report });
    return ack.ok ? ack : null;
  }

  #pump(): void {
    if (!this.isOpen || this.#retry !== undefined) return;
    while (this.#inFlight < IN_FLIGHT_MAX) {
      const piece = this.#unsent.shift();
      if (!piece) break;
      void this.#send(piece);
    }
    if (this.#inFlight === 0 && this.#unsent.length === 0 && this.#end && !this.#isEnding)
      void this.#sendEnd(this.#end);
  }

  async #send(piece: RunPiece): Promise<void> {
    const link = this.#link;
    this.#inFlight++;
    this.#inTransit.push(piece);
    const ack = await this.#request('run:output', { id: this.#id, piece });
    if (link !== this.#link) return;
    this.#inFlight--;
    this.#inTransit = this.#inTransit.filter((each) => each !== piece);
    if (mayPassLater(ack)) this.#resendLater(piece);
    else if (!ack.ok) this.#finishSending('refused');
    this.#pump();
  }

  async #sendEnd(end: RunEnd): Promise<void> {
    const link = this.#link;
    this.#isEnding = true;
    const ack = await this.#request('run:end', { id: this.#id, end });
    if (link !== this.#link) return;
    this.#isEnding = false;
    if (mayPassLater(ack)) this.#resendLater();
    else if (!ack.ok && this.#replaceEnd(end)) this.#pump();
    else this.#finishSending(ack.ok ? 'delivered' : 'refused');
  }

  /** Returns false if there is no end to send in its place. */
  #replaceEnd(end: RunEnd): boolean {
    const other = endWithoutExtras(end);
    if (other !== null) this.#end = other;
    return other !== null;
  }

  #finishSending(outcome: 'delivered' | 'refused'): void {
    // Several pieces in flight may be refused.
    if (this.#outcome !== null) return;
    this.#outcome = outcome;
    this.#resolveDone();
    if (outcome === 'refused') this.#onRefused();
  }

  #resendLater(...pieces: RunPiece[]): void {
    this.#unsent = [...this.#unsent, ...pieces].toSorted((a, b) => a.seq - b.seq);
    this.#retry ??= setTimeout(() => {
      this.#retry = undefined;
      this.#pump();
    }, RESEND_MS);
  }
}

/** Whether the same piece may be accepted later; `resync` requests the piece before, which is on its way. */
function mayPassLater(ack: Refusable): boolean {
  return !ack.ok && (mayPass(ack.error) || ack.error.code === 'resync');
}
