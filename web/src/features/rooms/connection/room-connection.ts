import { REJECTED_MESSAGE } from '@cip/contracts/interviews/admission-messages';
import type { RoomAdmissions } from '@cip/contracts/interviews/admissions';
import { ACCOUNT_DELETED_MESSAGE } from '@cip/contracts/accounts/auth';
import { OFFLINE_MAX_MS } from '@cip/contracts/rooms/document-events';
import type { AckOf, CustomName, EventName, PayloadOf } from '@cip/contracts/client-events';
import { ENDED_MESSAGE, REMOVED_MESSAGE } from '@cip/contracts/rooms/rooms';
import type { SessionEnd, TypingMode } from '@cip/contracts/rooms/rooms';
import type { Rules } from '@cip/contracts/rooms/rules';
import { createAtom } from '@tanstack/store';
import type { Atom } from '@tanstack/store';
import { Bursts } from './bursts.ts';
import { EDIT_TIMEOUT_MS, ENTER_TIMEOUT_MS } from './limits.ts';
import type { DocumentChannel } from './document-channel.ts';
import { Heartbeat } from './heartbeat.ts';
import { filesInLanguage, knownFiles } from './room-files.ts';
import { roomEventHandlers } from './room-events.ts';
import { knownRules, rulesNews, type SentRules } from './room-rules.ts';
import type { RoomState, WaitingState } from './room-state.ts';
import type { ConnectSocket, Identity, ServerEventHandlers, SocketLink } from './socket-link.ts';

type InitialState = Pick<RoomState, 'typingMode' | 'language' | 'rule' | 'completion' | 'files'>;
type ShownWait = WaitingState & SentRules;

const UNAVAILABLE = { ok: false, error: { code: 'unavailable', message: 'There is no connection.' } } as const;

/**
 * The connection to one room, without React. It has at most one link, reconnects in bursts until it is stopped, and is
 * connected only while both the room and the document are open on the present link.
 */
export class RoomConnection {
  readonly store: Atom<RoomState>;
  readonly #identity: Identity;
  readonly #connectSocket: ConnectSocket;
  readonly #handlers: ServerEventHandlers = {
    'room:admissions': (admissions) => this.#showAdmissions(admissions),
    ...roomEventHandlers({
      document: () => this.#document,
      participants: () => this.#state.participants,
      set: (change) => this.#set(change),
      show: (news) => this.#showNews(news),
    }),
    sessionEnded: (data) => this.#flushAndEnd(data),
    'participant:removed': () => this.#markRemoved(this.#state.waiting ? REJECTED_MESSAGE : REMOVED_MESSAGE),
    'room:waiting': (waiting) => this.#wait(waiting),
    'room:rule': (news) => this.#showRules(news),
    'room:completion': (news) => this.#showRules(news),
    'file:changed': (files) => this.#showNews({ files }),
    'file:allowed': ({ isAllowed }) => this.#showNews({ filesAllowed: isAllowed }),
    'document:language': (news) => this.#showNews(news),
    'subscription:succeeded': () => this.#enterAdmitted(),
    'server:draining': () => {
      this.#bursts.restart();
      this.#connect();
    },
  };
  #document: DocumentChannel | null = null;
  #link: SocketLink | null = null;
  #isStarted = false;
  #refusedToken: string | undefined;
  #isEntering = false;
  /** The end was announced; held text is flushed before the link closes. */
  #isEnding = false;
  readonly #bursts = new Bursts(() => this.#connect());
  readonly #heartbeat = new Heartbeat((link) => {
    link.close();
    this.#lost(link, null);
  });
  #chosenLanguage: string | null = null;
  /**
   * The names of the facts that were announced since the last request of them: they are newer than its reply. Rules and
   * the typing mode are requested with `subscribe`, files with `document:open`.
   */
  #announced = new Set<string>();

  constructor(identity: Identity, initial: InitialState, connectSocket: ConnectSocket) {
    this.#identity = identity;
    this.#connectSocket = connectSocket;
    this.store = createAtom<RoomState>({
      ...initial,
      filesAllowed: null,
      isConnected: false,
      activity: 'Connecting…',
      error: null,
      participants: [],
      removed: [],
      self: null,
      ended: null,
      barred: null,
      waiting: null,
      admissions: null,
      isRemoved: false,
      announcement: '',
    });
  }

  get #state(): RoomState {
    return this.store.get();
  }

  /** Connects and stays connected until `stop`. */
  start(document: DocumentChannel): void {
    this.#document = document;
    this.#isStarted = true;
    this.#bursts.restart();
    this.#connect();
  }

  /** Leaves the room. */
  stop(): void {
    this.#isStarted = false;
    if (this.#state.isConnected) {
      void this.request('unsubscribe', { channel: this.#identity.roomCode }, ENTER_TIMEOUT_MS);
    }
    this.#drop();
    this.#set({ isConnected: false });
  }

  /** Reconnects now, because the browser came online, the page came back, or the user requests it or types. */
  nudge(): void {
    if (!this.#isStarted || this.#link !== null || this.#state.ended) return;
    // The server would refuse the same token again.
    if (this.#state.barred && this.#identity.authToken() === this.#refusedToken) return;
    this.#bursts.restart();
    this.#connect();
  }

  /** Sends a heartbeat immediately, because a page that slept does not know whether its link still works. */
  probe(): void {
    if (this.#link === null) return this.nudge();
    this.#heartbeat.start(this.#link, 0);
  }

  /** Adds handlers of the server's events, for parts of the room that load later. */
  listen(handlers: ServerEventHandlers): void {
    Object.assign(this.#handlers, handlers);
    this.#link?.listen(handlers);
  }

  async open(stateVector: string): Promise<AckOf<'document:open'>> {
    for (const fact of ['files', 'filesAllowed', 'language']) this.#announced.delete(fact);
    const reply = await this.request('document:open', { stateVector }, ENTER_TIMEOUT_MS);
    if (reply.ok) this.#set(knownFiles(reply, this.#announced));
    return reply;
  }

  update(id: string, update: string): Promise<AckOf<'document:update'>> {
    const ack = this.request('document:update', { id, update }, EDIT_TIMEOUT_MS);
    return this.#heartbeat.behind(update.length, ack);
  }

  /**
   * Changes the room's language: immediately on this page, because its next run takes it, and back if the server
   * refuses.
   */
  async changeLanguage(language: string): Promise<AckOf<'document:language'>> {
    const { language: before } = this.store.get();
    this.#chosenLanguage = language;
    this.#set({ language });
    const ack = await this.request('document:language', { language }, ENTER_TIMEOUT_MS);
    // A later choice stays, also another participant's: its event may arrive before this reply.
    if (this.#chosenLanguage !== language) return ack;
    if (!ack.ok && this.store.get().language === language) this.#set({ language: before });
    return ack;
  }

  moveCursor(clientId: number, update: string): void {
    this.#link?.emitVolatile('document:awareness', { clientId, update });
  }

  noteOffline(id: string, forMs: number): Promise<AckOf<'document:offline'>> {
    const payload = { id, forMs: Math.min(forMs, OFFLINE_MAX_MS) };
    return this.request('document:offline', payload, ENTER_TIMEOUT_MS);
  }

  /** Sets the typing mode of the room; only an interviewer may. */
  async changeTypingMode(mode: TypingMode): Promise<AckOf<'typingModeChanged'>> {
    const payload = this.#customEvent('typingModeChanged', { mode });
    const ack = await this.#requestCustom(payload);
    if (ack.ok) this.#set({ typingMode: mode });
    return ack;
  }

  /** Ends the interview for the whole room; only an interviewer may. */
  endInterview(): Promise<AckOf<'sessionEnded'>> {
    const data = { message: ENDED_MESSAGE, endedBy: this.#identity.userName };
    const payload = this.#customEvent('sessionEnded', data);
    return this.#requestCustom(payload);
  }

  /** Removes a candidate from the room permanently; only an interviewer may. */
  async removeParticipant(participantId: string): Promise<AckOf<'participant:remove'>> {
    const { removed } = this.#state;
    // First, because the list without them arrives before the acknowledgement.
    this.#set({ removed: [...removed, participantId] });
    const payload = { participantId };
    const ack = await this.request('participant:remove', payload, ENTER_TIMEOUT_MS);
    if (!ack.ok) this.#set({ removed });
    return ack;
  }

  /** Shows who waits, and announces the first candidate who was not listed before. */
  #showAdmissions(admissions: RoomAdmissions): void {
    const known = this.#state.admissions?.waiting ?? [];
    const first = admissions.waiting.find(({ id }) => !known.some((candidate) => candidate.id === id));
    this.#set({ admissions, ...(first && { announcement: `${first.name} is waiting to be let in.` }) });
  }

  /** Shows the end of the interview and disconnects. */
  markEnded(message: string, endedBy: string): void {
    this.#finish({ ended: { message, endedBy }, announcement: 'The session has ended.' });
  }

  #markRemoved(message: string): void {
    this.#finish({ ended: { message, endedBy: '' }, isRemoved: true, announcement: message });
  }

  /** Waits to be admitted on the present link. Text that was typed in the room stays on this device until then. */
  #wait({ rule, completion, ...waiting }: ShownWait): void {
    if (!this.#link || this.#state.ended) return;
    this.#bursts.restart();
    this.#document?.close();
    this.#set({ waiting, isConnected: false, activity: '', error: null, ...knownRules({ rule, completion }) });
    this.#heartbeat.start(this.#link);
  }

  #showRules(news: Partial<Rules>): void {
    for (const name of Object.keys(news)) this.#announced.add(name);
    const announcement = rulesNews(news, this.#state);
    this.#set({ ...news, ...(announcement !== undefined && { announcement }) });
  }

  #showNews(news: Partial<RoomState>): void {
    for (const name of Object.keys(news)) this.#announced.add(name);
    this.#set(news);
  }

  #finish(how: Pick<RoomState, 'ended' | 'announcement'> & { isRemoved?: true }): void {
    if (this.#state.ended) return;
    this.#set({ ...how, isConnected: false, activity: '', error: null, admissions: null });
    this.#drop();
  }

  #connect(): void {
    this.#drop();
    // The server sends the admissions again unless the room is open to everyone.
    this.#set({
      isConnected: false,
      admissions: null,
      barred: null,
      activity: this.#state.self ? 'Reconnecting…' : 'Connecting…',
    });
    const link: SocketLink = this.#connectSocket(this.#identity, {
      onConnect: () => void this.#enter(link),
      onDisconnect: (reason) =>
        reason?.code ? this.#refused(link, reason) : this.#lost(link, reason?.message ?? null),
      handlers: this.#handlers,
    });
    this.#link = link;
  }

  /** Enters after an admission. Each `subscribe` causes this event too. */
  #enterAdmitted(): void {
    if (this.#state.waiting && this.#link && !this.#isEntering) void this.#enter(this.#link);
  }

  async #enter(link: SocketLink): Promise<void> {
    this.#isEntering = true;
    await this.#enterRoom(link);
    if (this.#link === link) this.#isEntering = false;
  }

  async #enterRoom(link: SocketLink): Promise<void> {
    const { roomCode, authToken } = this.#identity;
    const token = authToken();
    const payload = { channel: roomCode, ...(token && { authToken: token }) };
    this.#announced.clear();
    const entered = await link.request('subscribe', payload, ENTER_TIMEOUT_MS);
    if (this.#link !== link) return;
    if (!entered.ok) return this.#refused(link, entered.error);
    const { participant: self } = entered;
    const { typingMode } = this.#announced.has('typingMode') ? this.#state : entered;
    this.#set({ self, typingMode, ...knownRules(entered, this.#announced) });
    const opened = await this.#document?.open(self);
    if (this.#link !== link || !opened) return;
    if (!opened.ok) return this.#refused(link, opened.error);
    this.#bursts.restart();
    const { files } = this.#state;
    const { language } = this.#announced.has('language') ? this.#state : opened;
    const open = { isConnected: true, waiting: null, activity: '', error: null, announcement: 'Connected.' };
    this.#set({ ...open, language, files });
    this.#heartbeat.start(link);
  }

  #refused(link: SocketLink, { code, message }: { code?: string; message: string }): void {
    if (this.#link !== link) return;
    if (code === 'ended') return this.markEnded(ENDED_MESSAGE, '');
    if (code === 'removed') return this.#markRemoved(message);
    // `room:waiting` has the details.
    if (code === 'waiting') return;
    const barred = barredBy(code, message);
    if (barred) return this.#bar(barred);
    link.close();
    this.#lost(link, message);
  }

  /** Stays disconnected until the token changes, because with this one the server refuses again. */
  #bar(barred: NonNullable<RoomState['barred']>): void {
    this.#refusedToken = this.#identity.authToken();
    this.#drop();
    // Nobody knows any more that this candidate waits.
    this.#set({
      barred,
      isConnected: false,
      activity: '',
      error: null,
      waiting: null,
      announcement: 'Disconnected.',
    });
  }

  #lost(link: SocketLink, message: string | null): void {
    if (this.#link !== link || this.#isEnding) return;
    const wasConnected = this.#state.isConnected;
    this.#drop();
    if (!this.#isStarted || this.#state.ended) return;
    const activity = this.#bursts.retry() === 'rest' ? 'Trying again in a moment…' : 'Reconnecting…';
    const error = message === null ? this.#state.error : `Connection error: ${message}`;
    this.#set({
      isConnected: false,
      activity,
      error,
      ...(wasConnected && { announcement: 'Disconnected. Reconnecting.' }),
    });
  }

  #drop(): void {
    this.#bursts.cancel();
    this.#heartbeat.stop();
    const link = this.#link;
    this.#link = null;
    link?.close();
    this.#document?.close();
  }

  #flushAndEnd({ message, endedBy }: SessionEnd): void {
    this.#isEnding = true;
    const finish = () => this.markEnded(message || ENDED_MESSAGE, endedBy || '');
    void this.#document?.flush().then(finish, finish);
  }

  async #requestCustom<N extends CustomName>(payload: PayloadOf<N> & { event: N }): Promise<AckOf<N>> {
    return (await this.#link?.request<N>('custom:event', payload, ENTER_TIMEOUT_MS)) ?? UNAVAILABLE;
  }

  #customEvent<const N extends string, D>(event: N, data: D) {
    const token = this.#identity.authToken();
    return { ...(token && { authToken: token }), event, channel: this.#identity.roomCode, data };
  }

  /** Sends an event. Resolves with `unavailable` while there is no link. */
  async request<N extends EventName>(name: N, payload: PayloadOf<N>, timeoutMs = ENTER_TIMEOUT_MS): Promise<AckOf<N>> {
    return (await this.#link?.request(name, payload, timeoutMs)) ?? UNAVAILABLE;
  }

  #set(change: Partial<RoomState>): void {
    this.store.set((state) => {
      const { language = state.language, files = filesInLanguage(state.files, state.language, language) } = change;
      return { ...state, ...change, files };
    });
  }
}

/** Returns why a refusal is final for this page and its token; null if a retry may succeed. */
function barredBy(code: string | undefined, message: string): RoomState['barred'] {
  if (code === 'unauthenticated') return message === ACCOUNT_DELETED_MESSAGE ? 'account deleted' : 'signed out';
  if (code === 'unreadable') return 'unreadable';
  return code === 'not_found' || code === 'forbidden' ? 'no access' : null;
}
