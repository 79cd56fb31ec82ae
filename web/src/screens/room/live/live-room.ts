import { isStartingText, startingText } from '@cip/contracts/rooms/starting-text';
import { replaceFrom } from '../../../features/documents/sync/edits/replace-from.ts';
import type { PublicInterview } from '@cip/contracts/interviews/public-interviews';
import { oneFile, type FileList } from '@cip/contracts/rooms/files';
import type { TypingMode } from '@cip/contracts/rooms/rooms';
import { createAtom } from '@tanstack/store';
import { singlePaneQuery } from '../../../features/documents/editor/single-pane.ts';
import type { EditorHandle } from '../../../features/documents/editor/languages/editor-pane.ts';
import type { AboutRoom } from '../../../features/documents/device/kept-room.ts';
import { namedForCopies } from '../../../features/documents/files/filled-files.ts';
import { LiveCode } from '../../../features/documents/sync/live-code.ts';
import { ShownQuestions, type ShownState } from '../../../features/questions/room/shown-questions.ts';
import { RoomConnection } from '../../../features/rooms/connection/room-connection.ts';
import type { RoomState } from '../../../features/rooms/connection/room-state.ts';
import { createConnectSocket } from '../../../features/rooms/connection/socket-link.ts';
import type { Identity } from '../../../features/rooms/connection/socket-link.ts';
import { RoomPanes } from './room-panes.ts';
import type { TestRunner } from '../../../features/questions/tests/test-runner.ts';
import type { Preview } from '../../../features/runs/preview/preview.ts';
import type { SharedSandbox } from '../../../features/runs/sandbox/shared-sandbox.ts';
import type { RunSession } from '../../../features/runs/session/run-session.ts';
import { TOKEN_KEY } from '../../../shared/device/storage-keys.ts';
import { toast, toastRefusal } from '../../../shared/ui/feedback/toast-store.ts';

/** How long leaving waits for the acks of the last edits (ms). */
const LEAVE_WITHIN_MS = 1_500;

/** The part of an interview that a room needs. */
type InterviewOfRoom = Pick<PublicInterview, 'room_code' | 'code_editor_data'> & {
  /** Only interviewers know it. */
  id?: string;
  /** The room's state, if it was stored for typing offline. */
  shown?: ShownState;
  /** The room's files, if they were stored with its state. */
  files?: FileList;
};

/** Executes the runs of a room. */
export interface RoomRuns {
  session: RunSession;
  preview: Preview;
  /** Lends the sandbox to the tests of a question. */
  lendSandbox: SharedSandbox['lend'];
}

/** The functions of a room's questions besides showing them. */
export interface RoomQuestions {
  /** Runs tests on this device. */
  runner: TestRunner;
  /** Call it after the room's language has changed. */
  languageChanged: (languages: { from: string; to: string }) => void;
}

/** Removes data that a room does not need, because the device may be lost. */
const NOT_KEPT = { notes: null, candidate_email: null };

/** One visit to a room: its connection and its code, linked to each other and to the page's events. */
export class LiveRoom {
  readonly connection: RoomConnection;
  readonly code: LiveCode;
  /** The interview from the page's request. */
  readonly interview: InterviewOfRoom;
  readonly userType: Identity['userType'];
  readonly identity: Identity;
  /** Executes runs, once it is loaded. */
  readonly runs = createAtom<RoomRuns | null>(null);
  /** The questions that the room shows, once they are read. */
  readonly shownQuestions: ShownQuestions;
  /** Tests questions, once it is loaded. */
  readonly questions = createAtom<RoomQuestions | null>(null);
  /** The editor while it is shown, for keys that lead to it. */
  readonly editor = createAtom<EditorHandle | null>(null);
  readonly #left = new AbortController();
  readonly panes = new RoomPanes(window.matchMedia(singlePaneQuery()), this.#left.signal);

  constructor(
    identity: Identity,
    initial: Pick<RoomState, 'typingMode' | 'language' | 'rule' | 'completion'>,
    interview: InterviewOfRoom,
  ) {
    this.interview = interview;
    this.identity = identity;
    this.userType = identity.userType;
    const files = interview.files ?? oneFile(initial.language);
    this.connection = new RoomConnection(identity, { ...initial, files }, createConnectSocket());
    this.shownQuestions = new ShownQuestions(
      (name, payload) => this.connection.request(name, payload),
      this.connection.store,
      interview.shown,
    );
    this.connection.listen(this.shownQuestions.handlers);
    this.onLeave(() => this.shownQuestions.close());
    this.code = new LiveCode(identity.roomCode, this.connection);
    this.code.gate.mode = initial.typingMode;
    this.connection.store.subscribe(() => this.#followRoom());
    this.#followPage();
    const { participantId } = identity;
    // Restores offline edits of an earlier page first, with or without a connection.
    if (participantId !== undefined) this.code.resume(participantId, { isAway: interview.shown !== undefined });
    this.code.keep(() => aboutRoom(this));
    this.shownQuestions.store.subscribe(() => this.code.keepSoon());
    this.connection.start(this.code);
  }

  /** Sends the last edits and leaves the room. */
  async leave(): Promise<void> {
    this.#left.abort();
    this.code.insertAside();
    await this.code.flush();
    if (this.connection.store.get().isConnected) await this.code.save(LEAVE_WITHIN_MS);
    this.connection.stop();
    await this.code.destroy();
  }

  /** Calls the listener when this visit ends. */
  onLeave(listener: () => void): void {
    this.#left.signal.addEventListener('abort', listener);
  }

  #followRoom(): void {
    this.code.keepSoon();
    const { typingMode, participants, isConnected, waiting } = this.connection.store.get();
    // The editor is hidden, and what was typed without a connection is an edit like those before.
    if (waiting) this.code.insertAside();
    this.code.colors.learn(participants);
    if (this.code.gate.mode !== typingMode) this.code.gate.mode = typingMode;
    const followed = this.code.following.get();
    if (isConnected && !participants.some(({ id }) => id === followed)) this.code.follow(null);
    if (isConnected) this.code.cursors.retainOnly(new Set(participants.map(({ id }) => id)));
  }

  #followPage(): void {
    const options = { signal: this.#left.signal };
    const flush = () => void this.code.flush();
    const probe = () => this.connection.probe();
    window.addEventListener('online', probe, options);
    // Another tab has signed in or out.
    window.addEventListener('storage', ({ key }) => key === TOKEN_KEY && this.connection.nudge(), options);
    window.addEventListener('pageshow', probe, options);
    window.addEventListener('pagehide', flush, options);
    document.addEventListener('visibilitychange', () => (document.hidden ? flush() : probe()), options);
  }
}

/** Lets the user type offline. Resolves to false if this device cannot store it. */
export function keepTyping(room: LiveRoom): Promise<boolean> {
  return room.code.typeOffline(aboutRoom(room));
}

/** Returns the data that this device stores of a room besides its text. */
function aboutRoom({ connection, interview, shownQuestions }: LiveRoom): AboutRoom {
  const { language, rule, completion, files } = connection.store.get();
  const code_editor_data = interview.code_editor_data.map((data) => ({ ...data, language }));
  const shown = shownQuestions.store.get();
  const kept = { ...interview, code_editor_data, rule, completion, files, shown, ...NOT_KEPT };
  return { language, interview: kept, files: namedForCopies(files) };
}

/** Records that the user formatted the code, so that the playback shows no paste; without a connection nothing is. */
export async function recordFormatted({ code, connection }: LiveRoom): Promise<void> {
  await code.flush();
  if (connection.store.get().isConnected) await connection.request('document:formatted', {});
}

/** Sets the typing mode of the room. Shows the reason if the server refuses. */
export async function changeTypingMode({ connection }: LiveRoom, mode: TypingMode): Promise<void> {
  await toastRefusal(connection.changeTypingMode(mode));
}

/** Changes the language for all participants, and sends held lines. Shows the reason if the server refuses. */
export async function changeLanguage({ code, connection, questions }: LiveRoom, language: string): Promise<void> {
  void code.flush();
  const { language: before } = connection.store.get();
  const ack = await connection.changeLanguage(language);
  if (!ack.ok) return toast('bad', ack.error.message);
  // In another language the comment of an untouched document would be an error.
  if (isStartingText(code.text)) replaceFrom(code.gate, { from: 0, text: startingText(language) });
  questions.get()?.languageChanged({ from: before, to: language });
}
