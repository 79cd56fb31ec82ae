import * as admissions from '@cip/contracts/interviews/admissions';
import { changeLanguage, moveCursor, noteOffline, openDocument } from '@cip/contracts/rooms/document-events';
import { runTestOnEngine } from '@cip/contracts/questions/engine-tests';
import * as questions from '@cip/contracts/questions/question-events';
import { TESTS_MAX } from '@cip/contracts/questions/questions';
import * as runs from '@cip/contracts/runs/runs';
import { reportTests } from '@cip/contracts/questions/test-reports';
import { changeRule } from '@cip/contracts/rooms/rules';
import { removeParticipant, sessionEnded, subscribe, typingModeChanged, unsubscribe } from '@cip/contracts/rooms/rooms';
import { TokenBucket } from './token-bucket.ts';

/** Events of one participant per second and per burst: 40 edits, 20 cursor moves and the rest stay below. */
const EVENTS_PER_SECOND = 80;
const EVENTS_BURST = 240;
/** Base64 characters of edits of one participant per second (128 KB of bytes) and per burst (a full paste). */
const UPDATE_CHARS_PER_SECOND = 175_000;
const UPDATE_CHARS_BURST = 2_000_000;
/** Characters of `codeChange` texts per second and per burst: 50 KB eight times a second fits. */
const TEXT_CHARS_PER_SECOND = 1_000_000;
const TEXT_CHARS_BURST = 4_000_000;
/** Refused events per second and per burst before the connection is closed: a client that slows down stays. */
const REFUSALS_PER_SECOND = 20;
const REFUSALS_BURST = 2_000;

/**
 * Limits on events that cost more than an edit, per participant. Opening a document may return the whole text; the
 * others query the database or broadcast to the room. The bursts allow four devices that reconnect at once, and a user
 * who tries one language after the other.
 */
const COSTLY_EVENTS: ReadonlyMap<string, { perSecond: number; burst: number }> = new Map([
  [openDocument.name, { perSecond: 4, burst: 40 }],
  [moveCursor.name, { perSecond: 40, burst: 80 }],
  [changeLanguage.name, { perSecond: 2, burst: 10 }],
  [noteOffline.name, { perSecond: 1, burst: 20 }],
  [subscribe.name, { perSecond: 2, burst: 20 }],
  [unsubscribe.name, { perSecond: 2, burst: 20 }],
  [typingModeChanged.name, { perSecond: 2, burst: 10 }],
  [removeParticipant.name, { perSecond: 2, burst: 20 }],
  // Pieces may come faster than PIECES_PER_SECOND after a reconnect; a repeated or entered run carries whole texts.
  [runs.startRun.name, { perSecond: 1, burst: 10 }],
  [runs.claimRun.name, { perSecond: 1, burst: 10 }],
  [runs.addOutput.name, { perSecond: 2 * runs.PIECES_PER_SECOND, burst: 4 * runs.PIECES_PER_SECOND }],
  [runs.keepRunAlive.name, { perSecond: 2, burst: 10 }],
  [runs.endRun.name, { perSecond: 1, burst: 10 }],
  [runs.answerRun.name, { perSecond: 2, burst: 10 }],
  [runs.stopRun.name, { perSecond: 2, burst: 10 }],
  [runs.readRuns.name, { perSecond: 2, burst: 20 }],
  [runs.allowRuns.name, { perSecond: 1, burst: 10 }],
  [runs.attachDataSet.name, { perSecond: 1, burst: 5 }],
  // A device collects what is typed for half a second.
  [runs.setInput.name, { perSecond: 3, burst: 6 }],
  [runs.enterRun.name, { perSecond: 1, burst: 10 }],
  // A read may return all questions; showing one may send a megabyte of data to the room.
  [questions.readQuestions.name, { perSecond: 2, burst: 20 }],
  [questions.showQuestion.name, { perSecond: 1, burst: 10 }],
  [questions.bringToFront.name, { perSecond: 1, burst: 10 }],
  [questions.hideQuestion.name, { perSecond: 2, burst: 10 }],
  [questions.shareHidden.name, { perSecond: 1, burst: 10 }],
  [questions.putAside.name, { perSecond: 0.5, burst: 5 }],
  // Tests take longer than this, and every report is stored and read by the whole room.
  [reportTests.name, { perSecond: 0.5, burst: 5 }],
  // The engine takes longer; only refusals come as fast, of all tests of a question.
  [runTestOnEngine.name, { perSecond: 2, burst: TESTS_MAX }],
  [admissions.admitCandidate.name, { perSecond: 4, burst: 40 }],
  [admissions.sendCandidateBack.name, { perSecond: 2, burst: 20 }],
  [admissions.rejectCandidate.name, { perSecond: 2, burst: 20 }],
  [admissions.askBeforeAdmitting.name, { perSecond: 1, burst: 10 }],
  [admissions.lockRoom.name, { perSecond: 1, burst: 10 }],
  [changeRule.name, { perSecond: 1, burst: 10 }],
  [sessionEnded.name, { perSecond: 1, burst: 5 }],
]);

/** Limits the events of one participant over all their sockets on this node. */
export class EventLimits {
  readonly #events = new TokenBucket(EVENTS_PER_SECOND, EVENTS_BURST);
  readonly #updates = new TokenBucket(UPDATE_CHARS_PER_SECOND, UPDATE_CHARS_BURST);
  readonly #texts = new TokenBucket(TEXT_CHARS_PER_SECOND, TEXT_CHARS_BURST);
  readonly #refusals = new TokenBucket(REFUSALS_PER_SECOND, REFUSALS_BURST);
  /** Created by the first event of each name: an idle participant costs no memory for them. */
  readonly #costly = new Map<string, TokenBucket>();

  /** Counts an event. Returns false when it is beyond a limit. */
  take(event: string, payload: unknown): boolean {
    return (
      this.#events.take() &&
      this.#takeCostly(eventNameOf(event, payload)) &&
      this.#updates.take(lengthOf(payload, 'update')) &&
      this.#texts.take(lengthOf(field(payload, 'data'), 'code'))
    );
  }

  #takeCostly(name: string): boolean {
    const limit = COSTLY_EVENTS.get(name);
    if (!limit) return true;
    const bucket = this.#costly.get(name) ?? new TokenBucket(limit.perSecond, limit.burst);
    this.#costly.set(name, bucket);
    return bucket.take();
  }

  /** Counts a refused event. Returns false when there were too many. */
  takeRefusal(): boolean {
    return this.#refusals.take();
  }
}

/** Returns the name of an event; for `custom:event`, the name in its payload. */
function eventNameOf(event: string, payload: unknown): string {
  const custom = event === 'custom:event' ? field(payload, 'event') : undefined;
  return typeof custom === 'string' ? custom : event;
}

function lengthOf(value: unknown, name: string): number {
  const text = field(value, name);
  return typeof text === 'string' ? text.length : 0;
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
