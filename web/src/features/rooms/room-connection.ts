import { ACCOUNT_DELETED_MESSAGE } from '@cip/contracts/auth';
import { OFFLINE_MAX_MS } from '@cip/contracts/document-events';
import type { changeLanguage, openDocument, updateDocument } from '@cip/contracts/document-events';
import type { Ack } from '@cip/contracts/events';
import { ENDED_MESSAGE, HEARTBEAT_MS, REMOVED_MESSAGE } from '@cip/contracts/rooms';
import type { heartbeat, subscribe, TypingMode } from '@cip/contracts/rooms';
import { noteServerTime } from '../../shared/api/server-time.ts';
import {
  BURST_ATTEMPTS,
  BURST_PAUSE_MS,
  EDIT_ANSWER_MS,
  ENTER_ANSWER_MS,
  HEARTBEAT_ANSWER_MS,
  NEXT_BURST_MAX_MS,
  NEXT_BURST_MS,
  SLEPT_MS,
  UPLOAD_CHARS_PER_MS,
  UPLOAD_FREE_CHARS,
  UPLOAD_MAX_MS,
} from './limits.ts';
import type { DocumentChannel } from './document-channel.ts';
import { handleServerEvent } from './room-events.ts';
import type { RoomState } from './room-state.ts';
import type { AnyAck, Dial, Identity, Link, ServerEvents } from './socket-link.ts';

const UNAVAILABLE: AnyAck = { ok: false, error: { code: 'unavailable', message: 'There is no connection.' } };

/**
 * The wire of one room, without React. It keeps exactly one link, tries again in bursts for as long as it is started,
 * and calls itself connected only when room and document are open on the present link.
 */
export class RoomConnection {
  readonly #identity: Identity;
  readonly #dial: Dial;
  readonly #listeners = new Set<() => void>();
  #document: DocumentChannel | null = null;
  #state: RoomState;
  #link: Link | null = null;
  #isStarted = false;
  #refusedToken: string | undefined;
  /** The end was announced, and what is held back is being put away before the link goes. */
  #isEnding = false;
  #failures = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #heartbeat: ReturnType<typeof setTimeout> | undefined;
  #uploadingChars = 0;

  constructor(identity: Identity, initial: Pick<RoomState, 'typingMode' | 'language'>, dial: Dial) {
    this.#identity = identity;
    this.#dial = dial;
    this.#state = {
      ...initial,
      isConnected: false,
      activity: 'Connecting…',
      error: null,
      participants: [],
      self: null,
      ended: null,
      barred: null,
      isRemoved: false,
      announcement: '',
    };
  }

  /** For useSyncExternalStore. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** For useSyncExternalStore. */
  readonly getSnapshot = (): RoomState => this.#state;

  /** Connects and stays connected until `stop`. */
  start(document: DocumentChannel): void {
    this.#document = document;
    this.#isStarted = true;
    this.#failures = 0;
    this.#connect();
  }

  /** Leaves the room. */
  stop(): void {
    this.#isStarted = false;
    if (this.#state.isConnected) {
      void this.#link?.request('unsubscribe', { channel: this.#identity.roomCode }, ENTER_ANSWER_MS);
    }
    this.#drop();
    this.#set({ isConnected: false });
  }

  /** Tries again now: the browser came online, the page came back, or the person asks or types. */
  nudge(): void {
    if (!this.#isStarted || this.#link !== null || this.#state.ended) return;
    // The same token is refused again.
    if (this.#state.barred && this.#identity.authToken() === this.#refusedToken) return;
    this.#failures = 0;
    this.#connect();
  }

  /** Asks at once whether the link still lives; a page that slept cannot know. */
  probe(): void {
    if (this.#link === null) return this.nudge();
    clearTimeout(this.#heartbeat);
    void this.#beat(this.#link);
  }

  open(stateVector: string): Promise<Ack<typeof openDocument>> {
    return this.#request('document:open', { stateVector }, ENTER_ANSWER_MS) as Promise<Ack<typeof openDocument>>;
  }

  async update(id: string, update: string): Promise<Ack<typeof updateDocument>> {
    this.#uploadingChars += update.length;
    const ack = await this.#request('document:update', { id, update }, EDIT_ANSWER_MS);
    this.#uploadingChars -= update.length;
    return ack;
  }

  async changeLanguage(language: string): Promise<Ack<typeof changeLanguage>> {
    const ack = await this.#request('document:language', { language }, ENTER_ANSWER_MS);
    if (ack.ok) this.#set({ language });
    return ack;
  }

  moveCursor(clientId: number, update: string): void {
    this.#link?.hint('document:awareness', { clientId, update });
  }

  noteOffline(id: string, forMs: number): Promise<AnyAck> {
    return this.#request('document:offline', { id, forMs: Math.min(forMs, OFFLINE_MAX_MS) }, ENTER_ANSWER_MS);
  }

  /** Sets the typing mode for everybody; only an interviewer may. */
  async changeTypingMode(mode: TypingMode): Promise<AnyAck> {
    const ack = await this.#custom('typingModeChanged', { mode });
    if (ack.ok) this.#set({ typingMode: mode });
    return ack;
  }

  /** Tells everybody that the interview is over; the server ends it. Only an interviewer may. */
  async endInterview(): Promise<AnyAck> {
    return this.#custom('sessionEnded', { message: ENDED_MESSAGE, endedBy: this.#identity.userName });
  }

  /** Puts a candidate out of the room for good. Only an interviewer may. */
  removeParticipant(participantId: string): Promise<AnyAck> {
    return this.#request('participant:remove', { participantId }, ENTER_ANSWER_MS);
  }

  /** Takes the end as told by another way than the wire. */
  markEnded(message: string, endedBy: string): void {
    this.#finish({ ended: { message, endedBy }, announcement: 'The session has ended.' });
  }

  #markRemoved(): void {
    const ended = { message: REMOVED_MESSAGE, endedBy: '' };
    this.#finish({ ended, isRemoved: true, announcement: REMOVED_MESSAGE });
  }

  #finish(how: Pick<RoomState, 'ended' | 'announcement'> & { isRemoved?: true }): void {
    if (this.#state.ended) return;
    this.#set({ ...how, isConnected: false, activity: '', error: null });
    this.#drop();
  }

  #connect(): void {
    this.#drop();
    this.#set({ isConnected: false, barred: null, activity: this.#state.self ? 'Reconnecting…' : 'Connecting…' });
    const link: Link = this.#dial(this.#identity, {
      onUp: () => void this.#enter(link),
      onDown: (reason) => (reason?.code ? this.#refused(link, reason) : this.#lost(link, reason?.message ?? null)),
      onEvent: (event, data, ack) => this.#onEvent(event, data, ack),
    });
    this.#link = link;
  }

  async #enter(link: Link): Promise<void> {
    const { roomCode, authToken } = this.#identity;
    const token = authToken();
    const payload = { channel: roomCode, ...(token && { authToken: token }) };
    const entered = (await link.request('subscribe', payload, ENTER_ANSWER_MS)) as Ack<typeof subscribe>;
    if (this.#link !== link) return;
    if (!entered.ok) return this.#refused(link, entered.error);
    this.#set({ self: entered.participant, typingMode: entered.typingMode });
    const opened = await this.#document?.open(entered.participant);
    if (this.#link !== link || !opened) return;
    if (!opened.ok) return this.#refused(link, opened.error);
    this.#failures = 0;
    this.#set({ isConnected: true, activity: '', error: null, language: opened.language, announcement: 'Connected.' });
    this.#heartbeat = setTimeout(() => void this.#beat(link), HEARTBEAT_MS);
    void this.#custom('getParticipants', {}).then((ack) => {
      if (ack.ok && 'participants' in ack && this.#link === link)
        this.#set({ participants: ack.participants as never });
    });
  }

  #refused(link: Link, { code, message }: { code?: string; message: string }): void {
    if (this.#link !== link) return;
    if (code === 'ended') return this.markEnded(ENDED_MESSAGE, '');
    if (code === 'removed') return this.#markRemoved();
    const barred = barredBy(code, message);
    if (barred) return this.#bar(barred);
    link.cut();
    this.#lost(link, message);
  }

  /** Stays out until there is another token: asking again with this one changes nothing. */
  #bar(barred: NonNullable<RoomState['barred']>): void {
    this.#refusedToken = this.#identity.authToken();
    this.#drop();
    this.#set({ barred, isConnected: false, activity: '', error: null, announcement: 'Disconnected.' });
  }

  async #beat(link: Link): Promise<void> {
    const asked = performance.now();
    const patienceMs = HEARTBEAT_ANSWER_MS + uploadMs(this.#uploadingChars);
    const ack = (await link.request('heartbeat', {}, patienceMs)) as Ack<typeof heartbeat>;
    if (this.#link !== link) return;
    if (ack.ok && ack.at !== undefined) noteServerTime({ from: ack.at, to: ack.at, sentAt: asked });
    const slept = performance.now() - asked > patienceMs + SLEPT_MS;
    // Any answer is a sign of life, a refusal too.
    if (!ack.ok && ack.error.code === 'unavailable' && !slept) {
      link.cut();
      return this.#lost(link, null);
    }
    this.#heartbeat = setTimeout(() => void this.#beat(link), slept ? 0 : HEARTBEAT_MS);
  }

  #lost(link: Link, message: string | null): void {
    if (this.#link !== link || this.#isEnding) return;
    const wasConnected = this.#state.isConnected;
    this.#drop();
    if (!this.#isStarted || this.#state.ended) return;
    this.#failures++;
    const isBurstOver = this.#failures % BURST_ATTEMPTS === 0;
    const activity = isBurstOver ? 'Trying again in a moment…' : 'Reconnecting…';
    const error = message === null ? this.#state.error : `Connection error: ${message}`;
    this.#set({
      isConnected: false,
      activity,
      error,
      ...(wasConnected && { announcement: 'Disconnected. Reconnecting.' }),
    });
    this.#retry = setTimeout(
      () => this.#connect(),
      isBurstOver ? restAfter(this.#failures / BURST_ATTEMPTS) : BURST_PAUSE_MS,
    );
  }

  #drop(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#heartbeat);
    const link = this.#link;
    this.#link = null;
    link?.cut();
    this.#document?.close();
  }

  #onEvent(event: keyof ServerEvents, data: unknown, ack: () => void): void {
    if (event === 'server:draining') {
      this.#failures = 0;
      return this.#connect();
    }
    if (event === 'participant:removed') return this.#markRemoved();
    if (event === 'sessionEnded') {
      this.#isEnding = true;
      const { message, endedBy } = data as { message?: string; endedBy?: string };
      const finish = () => this.markEnded(message || ENDED_MESSAGE, endedBy ?? '');
      return void this.#document?.flush().then(finish, finish);
    }
    const change = handleServerEvent(this.#document, event, data, ack);
    if (change) this.#set(change);
  }

  #custom(event: string, data: object): Promise<AnyAck> {
    const token = this.#identity.authToken();
    const payload = { ...(token && { authToken: token }), event, channel: this.#identity.roomCode, data };
    return this.#request('custom:event', payload, ENTER_ANSWER_MS);
  }

  async #request(event: string, payload: object, timeoutMs: number): Promise<AnyAck> {
    return (await this.#link?.request(event, payload, timeoutMs)) ?? UNAVAILABLE;
  }

  #set(change: Partial<RoomState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

/** How much longer an answer takes behind edits that are still on their way, in milliseconds. */
function uploadMs(chars: number): number {
  return Math.min(Math.max(0, chars - UPLOAD_FREE_CHARS) / UPLOAD_CHARS_PER_MS, UPLOAD_MAX_MS);
}

/** Why a refusal is final for this page and its token; null when the server is to be asked again. */
function barredBy(code: string | undefined, message: string): RoomState['barred'] {
  if (code === 'unauthenticated') return message === ACCOUNT_DELETED_MESSAGE ? 'account deleted' : 'signed out';
  if (code === 'unreadable') return 'unreadable';
  return code === 'not_found' || code === 'forbidden' ? 'no access' : null;
}

/** How long to rest after so many bursts, in milliseconds; spread, so that a room's people do not come all at once. */
function restAfter(bursts: number): number {
  return Math.min(NEXT_BURST_MS * 2 ** (bursts - 1), NEXT_BURST_MAX_MS) * (0.75 + Math.random() / 4);
}
