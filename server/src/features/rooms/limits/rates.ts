import { FILE_TEXTS } from '@cip/contracts/rooms/text-limits';
import * as admissions from '@cip/contracts/interviews/admissions';
import * as files from '@cip/contracts/rooms/files';
import {
  changeLanguage,
  moveCursor,
  noteFormatted,
  noteOffline,
  openDocument,
} from '@cip/contracts/rooms/document-events';
import { runTestOnEngine } from '@cip/contracts/questions/engine-tests';
import * as questions from '@cip/contracts/questions/question-events';
import { STARTER_FILES_MAX } from '@cip/contracts/questions/starter-limits';
import { TESTS_MAX } from '@cip/contracts/questions/questions';
import { PIECES_PER_SECOND } from '@cip/contracts/runs/run-limits';
import * as runs from '@cip/contracts/runs/runs';
import { reportTests } from '@cip/contracts/questions/test-reports';
import { changeCompletion, changeRule } from '@cip/contracts/rooms/rules';
import {
  getParticipants,
  removeParticipant,
  sessionEnded,
  subscribe,
  typingModeChanged,
  unsubscribe,
} from '@cip/contracts/rooms/rooms';

/** The number of times that something may happen per second on average, and in one burst. */
export interface Rate {
  perSecond: number;
  burst: number;
}

/** The rates of one connection. */
export const CONNECTION = {
  /** Packets: far above the limits on events. */
  packets: { perSecond: 200, burst: 2_000 },
  /** Characters of packets before it joins a room: handshakes and subscriptions with tokens, some of them refused. */
  charsUnjoined: { perSecond: 4_000, burst: 64_000 },
  /** WebSocket pings and pongs: browsers send none, libraries one in 20 s. */
  controlFrames: { perSecond: 0.2, burst: 10 },
} satisfies Record<string, Rate>;

/** The rates of one participant, over all their connections on this node. */
export const PARTICIPANT = {
  /** Events: 40 edits, 20 cursor moves and the rest stay below. */
  events: { perSecond: 80, burst: 240 },
  /** Base64 characters of edits: 128 KB of bytes per second, and a full paste. */
  updateChars: { perSecond: 175_000, burst: 2_000_000 },
  /** Characters of `codeChange` texts: 50 KB eight times a second fits. */
  textChars: { perSecond: 1_000_000, burst: 4_000_000 },
  /** Refused events before the connection is closed; if a client slows down, it stays. */
  refusals: { perSecond: 20, burst: 2_000 },
  /** Characters of packets: the allowed full texts and edits, as JSON escapes them. */
  packetChars: { perSecond: 4_000_000, burst: 16_000_000 },
  /** Characters of large replies: four devices that load a large room together. */
  replyChars: { perSecond: 256_000, burst: 16_000_000 },
} satisfies Record<string, Rate>;

/** The rates of one group of a room on this node. */
export const GROUP = {
  /** Events: twenty people who all type at the limit of one participant. */
  events: { perSecond: 1_000, burst: 4_000 },
  /** Edits relayed, counted once per receiving socket: twenty people, 80 sockets. */
  editsRelayed: { perSecond: 20_000, burst: 60_000 },
  /** Cursor moves relayed, counted likewise; further ones are dropped. */
  cursorsRelayed: { perSecond: 10_000, burst: 20_000 },
  /** Characters of packets: ten people at the limit of one, or a hundred who type. */
  packetChars: { perSecond: 10_000_000, burst: 64_000_000 },
  /** Characters of large replies: twenty people who come back together. */
  replyChars: { perSecond: 1_000_000, burst: 64_000_000 },
} satisfies Record<string, Rate>;

/**
 * Rates of events that cost more than an edit, per participant. Opening a document may return the whole text; the
 * others query the database or broadcast to the room. The bursts allow four devices that reconnect together, and a user
 * who tries one language after the other.
 */
export const EVENT_RATES: ReadonlyMap<string, Rate> = new Map([
  [openDocument.name, { perSecond: 4, burst: 40 }],
  [moveCursor.name, { perSecond: 40, burst: 80 }],
  [changeLanguage.name, { perSecond: 2, burst: 10 }],
  // Two starters of a question, one after the other.
  [files.createFile.name, { perSecond: 2, burst: 2 * STARTER_FILES_MAX }],
  [files.renameFile.name, { perSecond: 2, burst: 10 }],
  // Files that are put aside are deleted, at most all of a room.
  [files.deleteFile.name, { perSecond: 2, burst: FILE_TEXTS.length }],
  [files.restoreFile.name, { perSecond: 2, burst: 10 }],
  [files.allowFiles.name, { perSecond: 1, burst: 10 }],
  [noteOffline.name, { perSecond: 1, burst: 20 }],
  [noteFormatted.name, { perSecond: 1, burst: 10 }],
  [subscribe.name, { perSecond: 2, burst: 20 }],
  [unsubscribe.name, { perSecond: 2, burst: 20 }],
  // A page loads the list when it enters, and gets it with every change.
  [getParticipants.name, { perSecond: 1, burst: 10 }],
  [typingModeChanged.name, { perSecond: 2, burst: 10 }],
  [removeParticipant.name, { perSecond: 2, burst: 20 }],
  // Pieces may come faster than PIECES_PER_SECOND after a reconnect; a repeated or entered run carries whole texts.
  [runs.startRun.name, { perSecond: 1, burst: 10 }],
  [runs.claimRun.name, { perSecond: 1, burst: 10 }],
  [runs.addOutput.name, { perSecond: 2 * PIECES_PER_SECOND, burst: 4 * PIECES_PER_SECOND }],
  [runs.keepRunAlive.name, { perSecond: 2, burst: 10 }],
  [runs.endRun.name, { perSecond: 1, burst: 10 }],
  [runs.answerRun.name, { perSecond: 2, burst: 10 }],
  [runs.stopRun.name, { perSecond: 2, burst: 10 }],
  [runs.readRuns.name, { perSecond: 2, burst: 20 }],
  [runs.allowRuns.name, { perSecond: 1, burst: 10 }],
  [runs.attachDataSet.name, { perSecond: 1, burst: 5 }],
  // A device collects typing for half a second.
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
  [changeCompletion.name, { perSecond: 1, burst: 10 }],
  [sessionEnded.name, { perSecond: 1, burst: 5 }],
]);
