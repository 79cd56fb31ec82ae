import { inputWith } from '@cip/contracts/runs/run-texts';
import type { RunEnd, RunPiece } from '@cip/contracts/runs/runs';
import type { Program, Progress, Sandbox } from '../sandbox/sandbox-types.ts';
import { LifeSigns } from './life-signs.ts';
import { LocalExecution } from './local-execution.ts';
import { newRunId } from '../state/run-id.ts';
import type { SendRunEvent } from '../state/run-room.ts';
import { RunSender } from './run-sender.ts';
import { pause } from '../../../shared/pause.ts';

export interface OwnRunEvents {
  progress: (progress: Progress) => void;
  piece: (piece: RunPiece) => void;
  /** The number of the line that the program waits for; null once it has it. */
  asking: (ask: number | null) => void;
  ended: (end: RunEnd) => void;
  /** The server refuses the rest of it. */
  refused: () => void;
}

/** A run that this device executes. Its output is shown immediately, and sent once the server has the run. */
export class OwnRun {
  /** When it was requested by this device's clock, in milliseconds since 1970. */
  readonly #at = Date.now();
  /** When the server had it at the latest, if it had it; absent if there was no link. */
  #hadAt: number | undefined;
  #id: string;
  #program: Program;
  readonly #events: OwnRunEvents;
  readonly #execution: LocalExecution;
  readonly #sender: RunSender;
  #pieces: RunPiece[] = [];
  #end: RunEnd | null = null;
  readonly #signs: LifeSigns;
  #isOffline = false;

  constructor(
    id: string,
    program: Program,
    room: { request: SendRunEvent; openSandbox: () => Promise<Sandbox> },
    events: OwnRunEvents,
  ) {
    this.#id = id;
    this.#program = program;
    this.#events = events;
    this.#sender = new RunSender(id, room.request, events.refused);
    this.#signs = new LifeSigns({ due: () => void this.#keepAlive(), asking: events.asking });
    this.#execution = new LocalExecution(room.openSandbox, {
      progress: (progress) => {
        this.#signs.noteProgress(progress);
        events.progress(progress);
      },
      output: (stream, text) => this.#add(stream, text),
      asking: () => this.#signs.noteAsk(),
      ended: (end) => this.#finish(end),
    });
    void this.#execution.start(program);
  }

  get id(): string {
    return this.#id;
  }

  /**
   * When it was requested, for its entry (ms since 1970): later than by the server's clock, so that the whole run
   * counts as later than the lost run that it replaces.
   */
  get requestedAt(): number {
    return this.#hadAt ?? this.#at;
  }

  get program(): Program {
    return this.#program;
  }

  get pieces(): readonly RunPiece[] {
    return this.#pieces;
  }

  get end(): RunEnd | null {
    return this.#end;
  }

  /** Whether the server has all of it. */
  get isDelivered(): boolean {
    return this.#sender.outcome === 'delivered';
  }

  /** Whether the server refuses the rest of it. */
  get isRefused(): boolean {
    return this.#sender.outcome === 'refused';
  }

  /** Resolves when the sandbox is free of it. */
  whenIdle(): Promise<void> {
    return this.#execution.whenIdle();
  }

  /** Resolves when it is delivered, at the latest after `withinMs`. */
  async whenDelivered(withinMs: number): Promise<void> {
    if (this.#end === null || this.isDelivered) return;
    await Promise.race([this.#sender.done, pause(withinMs)]);
  }

  /** Sends the part that the server does not have yet. Call it when the server has the run, and on each new link. */
  connect(): void {
    this.#hadAt ??= Date.now();
    this.#sender.connect();
    if (this.#end === null) this.#signs.begin();
    if (this.#signs.ask !== undefined) void this.#keepAlive();
  }

  /** Call it when the link is down. The reply to its start may have got lost. */
  disconnect(): void {
    if (!this.#isOffline) this.#hadAt ??= Date.now();
    this.#sender.disconnect();
  }

  /** Whether the server does not follow it, so that it is entered as a whole once it has ended. */
  get isOffline(): boolean {
    return this.#isOffline;
  }

  /** Goes on without the server, under another id if the server may have had it: it ends that one by itself. */
  detach(): void {
    this.#sender.disconnect();
    this.#signs.end();
    if (!this.#isOffline && this.#hadAt !== undefined) this.#id = newRunId();
    this.#isOffline = true;
  }

  /** Executes another text or other files instead, before anything was sent. */
  restart(text: Pick<Program, 'code' | 'files' | 'tests'>): void {
    this.#program = { ...this.#program, files: undefined, tests: undefined, ...text };
    this.#pieces = [];
    this.#end = null;
    this.#signs.endAsk();
    this.#sender.reset();
    void this.#execution.start(this.#program);
  }

  /** Gives the program an answer. If it is for another line, or a second one, it changes nothing. */
  answer(ask: number, text: string | null): void {
    if (!this.#signs.takeAnswer(ask)) return;
    if (text !== null) this.#program = { ...this.#program, stdin: inputWith(this.#program.stdin, text) };
    this.#execution.answer(text);
  }

  stop(): void {
    this.#execution.stop();
  }

  /** Stops without a result. */
  discard(): void {
    this.#execution.discard();
    this.#sender.disconnect();
    this.#signs.end();
  }

  async #keepAlive(): Promise<void> {
    if (!this.#sender.isOpen) return;
    const { ask } = this.#signs;
    const reply = await this.#sender.keepAlive({ loaded: this.#signs.takeLoaded(), ask });
    if (reply?.isStopping) this.stop();
    if (reply?.answer && ask !== undefined) this.answer(ask, reply.answer.text);
  }

  #add(stream: RunPiece['stream'], text: string): void {
    const piece = { seq: this.#pieces.length, at: Math.max(0, Date.now() - this.#at), stream, text };
    this.#pieces.push(piece);
    this.#sender.add(piece);
    this.#events.piece(piece);
  }

  #finish(end: RunEnd): void {
    this.#signs.end();
    this.#signs.endAsk();
    this.#end = end;
    this.#sender.finish(end);
    this.#events.ended(end);
  }
}
