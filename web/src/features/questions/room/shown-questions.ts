import type { ClientEvents, EventName, SendEvent } from '@cip/contracts/client-events';
import type { EventReply } from '@cip/contracts/protocol/events';
import type { QuestionServerEvents, ShownQuestion } from '@cip/contracts/questions/question-events';
import type { TestsReport } from '@cip/contracts/questions/test-reports';
import { createAtom } from '@tanstack/store';
import type { ReadableStore } from '../../../shared/store.ts';

/**
 * The events about questions, except the run of a test on the engine, which takes longer than an acknowledgement may.
 */
export type QuestionEvent = Exclude<Extract<EventName, `question:${string}`>, 'question:run-test'>;

/** The questions that are shown in the room, with their state. */
export interface ShownState {
  questions: readonly ShownQuestion[];
  /** The question that the room brought to the front. */
  front: string | null;
  /** The latest reports of their tests. */
  reports: readonly TestsReport[];
  /**
   * The questions of which candidates see how many hidden tests pass; absent if an earlier version stored the state.
   */
  sharesHidden?: readonly string[];
  /** How many codes were put aside; absent if an earlier version stored the state. */
  asides?: number;
}

/** How long after a failed request the questions are read again (ms). */
const AGAIN_MS = 2_000;

/** The questions that a room shows. Their contents never change, so each is read once. */
export class ShownQuestions {
  readonly store = createAtom<ShownState>({ questions: [], front: null, reports: [] });
  /** Sends an event about questions over the room's connection. */
  readonly request: SendEvent<QuestionEvent>;
  readonly handlers: QuestionServerEvents = { 'question:changed': () => this.read() };
  readonly #known = new Map<string, ShownQuestion>();
  /** The latest report of each question. */
  readonly #reports = new Map<string, TestsReport>();
  readonly #room: ReadableStore<{ isConnected: boolean }>;
  #unsubscribe: (() => void) | undefined;
  #isReading = false;
  #isStale = false;
  #isConnected = false;
  #again: ReturnType<typeof setTimeout> | undefined;

  /** `stored` is the state that an earlier page of this device showed; it counts until the room is read. */
  constructor(request: SendEvent<QuestionEvent>, room: ReadableStore<{ isConnected: boolean }>, stored?: ShownState) {
    this.request = request;
    this.#room = room;
    if (stored) this.store.set(stored);
  }

  /** Reads the shown questions on this connection of the room, and on each later one. */
  start(): void {
    if (this.#unsubscribe) return;
    const follow = () => {
      const { isConnected } = this.#room.get();
      const isNew = isConnected && !this.#isConnected;
      this.#isConnected = isConnected;
      if (isNew) this.read();
    };
    this.#unsubscribe = this.#room.subscribe(follow).unsubscribe;
    follow();
  }

  /** Reads the shown questions. If it is called during a reading, it reads once more after it. */
  read(): void {
    this.#isStale = true;
    if (!this.#isReading) void this.#readAll();
  }

  close(): void {
    this.#unsubscribe?.();
    clearTimeout(this.#again);
    this.#isConnected = false;
  }

  async #readAll(): Promise<void> {
    clearTimeout(this.#again);
    this.#isReading = true;
    while (this.#isStale && this.#isConnected) {
      this.#isStale = false;
      const reports = [...this.#reports.values()].map(({ id }) => id);
      const ack = await this.request('question:read', { known: [...this.#known.keys(), ...reports] });
      if (ack.ok) this.#show(ack);
      else if (this.#isConnected) this.#again = setTimeout(() => this.read(), AGAIN_MS);
    }
    this.#isReading = false;
  }

  #show({
    shown,
    front,
    questions,
    reports,
    sharesHidden = [],
    asides = 0,
  }: EventReply<ClientEvents['question:read']>): void {
    for (const question of questions) this.#known.set(question.id, question);
    for (const report of reports) this.#reports.set(report.question, report);
    this.store.set({
      questions: shown.flatMap((id) => this.#known.get(id) ?? []),
      front,
      reports: shown.flatMap((id) => this.#reports.get(id) ?? []),
      sharesHidden,
      asides,
    });
  }
}
