import { randomUUID } from 'node:crypto';
import { DEFAULT_CODE } from '@cip/contracts/documents';
import * as Y from 'yjs';
import type { Database } from '../../../platform/database/database.ts';
import { AppError } from '../../../errors.ts';
import type { FrameBus, FrameListener } from '../../../platform/redis/frame-bus.ts';
import type { Metrics } from '../../../platform/metrics.ts';
import { base64 } from '../yjs/base64.ts';
import { isIssued, isIssuedTo, newClientId } from '../yjs/client-ids.ts';
import { CursorSeats } from './cursor-limits.ts';
import { applyLog, replayDocument, textOf } from '../log/document-replay.ts';
import { checkOpening, DocumentWork, isUnreadable, structsOf } from '../yjs/integration-budget.ts';
import { awaitAppends, readLog, type NewUpdate } from '../log/documents.repository.ts';
import type { FoldQueue } from '../log/compaction-queue.ts';
import { Grants } from './write-permissions.ts';
import type { LogReader } from '../log/log-reader.ts';
import type { PushText } from '../fulltext/full-text-client.ts';
import { PlainReaders } from '../fulltext/full-text-clients.ts';
import { checkRepeated } from '../yjs/repeated-text.ts';
import { Replica, TOLD_BEFORE } from './replica.ts';
import { changeOf, deltaGrowth, type Delta } from '../fulltext/text-delta.ts';
import { goesOn, readTypedText, type TypedText } from '../yjs/typed-text.ts';
import { UnloggedEdits } from './unlogged-edits.ts';
import {
  areClaimed,
  claimClients,
  decodeSent,
  guardLength,
  guardTyped,
  guardUpdate,
  isNext,
  resync,
  type ClientClaims,
} from '../yjs/update-guard.ts';
import { UpdateReader, type Receive } from './update-reader.ts';
import type { UpdateLog } from '../log/update-log.ts';
import type { LoggedUpdate } from '../log/packed-log.ts';
import { newOperationOfNode, SERVER, writtenBy } from '../log/update-author.ts';

/** What one open document needs of its node. */
export interface DocumentHost {
  db: Database;
  log: UpdateLog;
  reader: LogReader;
  folds: FoldQueue;
  bus: FrameBus;
  metrics: Pick<Metrics, 'editToAck' | 'editToPeer'>;
  /** Lets a document go that would hold up this node. */
  quarantine(interviewId: string): void;
}

/** A node replays the log into a snapshot after it has written so many rows of a document. */
const FOLD_EVERY_ROWS = 1_000;

const BUS_ORIGIN = Symbol('bus');

/** A document of fewer items opens within some 100 ms whatever they are. */
const CHECK_OPENING_FROM = 2_000;
/** A larger one is checked again when it has grown by this factor, so that checking costs as much as growing. */
const CHECK_OPENING_GROWTH = 1.25;

/**
 * One open document on this node: a replica, who reads it here, and the way of an edit. Invariants:
 * I1 an edit is acknowledged after it and all it depends on are committed to the log (the acknowledging node
 *    logs edits of others that it only heard of);
 * I2 clients keep and repeat what was not acknowledged; repeating anything, late or out of order, is harmless;
 * I3 no acknowledgement depends on Redis; frames that were missed are read from the log.
 */
export class LiveDocument implements FrameListener {
  readonly interviewId: string;
  readonly #host: DocumentHost;
  readonly #channel: string;
  readonly #replica = new Replica();
  readonly #readers = new Map<string, UpdateReader>();
  readonly #plain = new PlainReaders();
  readonly #grants = new Grants();
  readonly #cursors = new CursorSeats();
  readonly #unlogged = new UnloggedEdits();
  #claims: ClientClaims = new Map();
  #work = new DocumentWork();
  /** How many structs it had when its opening was last checked. */
  #checkedStructs = 0;
  #settledId = 0;
  #recentId = 0;
  #loggedNumber = 0;
  readonly #reading = new Set<'recent' | 'unsettled'>();
  #rowsSinceFold = 0;

  private constructor(host: DocumentHost, interviewId: string) {
    this.#host = host;
    this.interviewId = interviewId;
    this.#channel = `document:${interviewId}`;
    const { doc, text } = this.#replica;
    doc.clientID = newClientId(SERVER);
    doc.on('update', (update: Uint8Array, origin: unknown, _doc: Y.Doc, { beforeState }: Y.Transaction) => {
      if (origin !== TOLD_BEFORE) this.#relay(base64(update), origin, () => beforeState);
    });
    text.observe((event) => {
      if (this.#plain.isFollowing) this.#plain.documentChanged(changeOf(event));
    });
  }

  /** Opens a document from its log. It hears of other nodes before it loads, so that nothing falls between. */
  static async open(host: DocumentHost, interviewId: string): Promise<LiveDocument> {
    const document = new LiveDocument(host, interviewId);
    await host.bus.listen(document.#channel, document);
    try {
      const { claims, settledId, work } = await replayDocument(host.db, interviewId, document.#replica.doc);
      for (const [client, participant] of document.#claims) claims.set(client, participant);
      document.#claims = claims;
      document.#work = work;
      document.#settledId = settledId;
      document.#recentId = settledId;
    } catch (error) {
      document.close();
      throw error;
    }
    return document;
  }

  get text(): string {
    return textOf(this.#replica.doc);
  }

  /** How many sockets of this node read the document. */
  get readerCount(): number {
    return this.#readers.size + this.#plain.size;
  }

  /**
   * What the document has beyond a client's state, and the state the client is to send the rest of, both as base64;
   * `present` are the people in the room. Throws `invalid` for a state that is none.
   */
  exchange(
    stateVector: Uint8Array,
    by: { readerId: string; participantId: string },
    present: ReadonlySet<string>,
  ): { update: string; stateVector: string } {
    const had = decodeState(stateVector);
    this.#checkOpening();
    const wanted = this.#grants.opened(by, had, { ours: this.#replica.state(), claims: this.#claims, present });
    return {
      update: base64(Y.encodeStateAsUpdate(this.#replica.doc, stateVector)),
      stateVector: base64(Y.encodeStateVector(wanted)),
    };
  }

  /** From now on the reader gets every edit of others as base64; one that is slow gets their sum when it is not. */
  read(readerId: string, receive: Receive): void {
    this.#readers.get(readerId)?.close();
    this.#plain.remove(readerId);
    const difference = (state: Map<number, number>) =>
      base64(Y.encodeStateAsUpdate(this.#replica.doc, Y.encodeStateVector(state)));
    this.#readers.set(readerId, new UpdateReader(receive, difference));
  }

  /** From now on the reader gets full texts, the first at once unless the document is untouched. */
  readPlain(readerId: string, participantId: string, push: PushText): void {
    this.stopReading(readerId);
    this.#grants.openedPlain(readerId, participantId);
    const reader = this.#plain.add(readerId, participantId, () => this.text, push);
    if (this.text !== DEFAULT_CODE) reader.pushNow();
  }

  stopReading(readerId: string): void {
    this.#grants.left(readerId);
    this.#cursors.leave(readerId);
    this.#readers.get(readerId)?.close();
    this.#readers.delete(readerId);
    this.#plain.depart(readerId);
  }

  /** The texts that plain clients of a participant are taken to show. */
  shownTo(participantId: string): string[] {
    return this.#plain.shownTo(participantId);
  }

  /**
   * Notes that a reader shows its cursor under a client id. Throws `invalid` when that is not its participant's,
   * `limit_reached` when the participant shows too many.
   */
  showCursor(client: number, { readerId, participantId }: { readerId: string; participantId: string }): void {
    const isOwn = isIssued(client) ? isIssuedTo(client, participantId) : this.#claims.get(client) === participantId;
    if (!isOwn) throw new AppError('invalid', 'The cursor belongs to somebody else.');
    this.#cursors.take(client, { readerId, participantId });
    this.#grants.shown(readerId, client);
  }

  /** Takes an edit of a client. Settles when it may be acknowledged; throws when it is refused. */
  edit(update: Uint8Array, by: { opId: string; participantId: string; readerId: string | null }): Promise<void> {
    this.#host.log.checkRoom();
    const author = { participantId: by.participantId, ...(by.readerId !== null && this.#grants.of(by.readerId)) };
    const typed = this.#plain.isFollowing ? null : readTypedText(update);
    const isTyped = typed !== null && guardTyped(this.#replica, this.#claims, author, typed);
    const decoded = isTyped ? null : decodeSent(update);
    const part = decoded ? guardUpdate(this.#replica, this.#claims, author, update, decoded) : update;
    if (decoded) checkRepeated(this.#replica.doc, decoded);
    if (!isTyped || !goesOn(typed))
      this.#work.admit(this.#replica.doc, part, by.participantId, part === update ? decoded : null);
    if (isTyped) this.#type(update, typed, { encoded: base64(update), origin: by.readerId });
    else Y.applyUpdate(this.#replica.doc, part, by.readerId);
    // Text of somebody who is not known yet is logged as nobody's, or every node would take it for the sender's.
    const participantId = areClaimed(this.#claims, part) ? by.participantId : null;
    if (part === update) return this.#record({ opId: by.opId, participantId, bytes: update });
    // Under an id of its own: the edit comes again, whole, when what it lacks is there.
    return this.#record({ opId: randomUUID(), participantId, bytes: part }).then(() => Promise.reject(resync()));
  }

  /** Takes a full text of a plain reader as an edit. Settles when it may be acknowledged; throws when it is refused. */
  async editPlain(readerId: string, code: string): Promise<void> {
    this.#host.log.checkRoom();
    const reader = this.#plain.get(readerId);
    // It has not been shown the text yet: what is not taken must not be acknowledged.
    if (!reader) throw resync();
    const settling = reader.settle(() => awaitAppends(this.#host.db, this.interviewId).then(() => this.#catchUp()));
    if (settling) await settling;
    // It may have left meanwhile.
    if (this.#plain.get(readerId) !== reader) throw resync();
    const recorded: Promise<void>[] = [];
    reader.receive(code, (edit) => {
      if (edit.ops.length === 0) return;
      guardLength(this.#replica.length, deltaGrowth(edit));
      const bytes = this.#applyDelta(edit, readerId);
      recorded.push(this.#record({ opId: newOperationOfNode(), participantId: reader.participantId, bytes }));
    });
    await Promise.all(recorded);
  }

  /** A copy of the document that is wholly in the log, on which an edit of `owner` is logged before it is shown. */
  async loggedCopy(owner: string): Promise<Y.Doc> {
    await this.#host.log.append(this.#unlogged.list());
    await this.#host.log.flush();
    this.#checkOpening();
    const copy = new Y.Doc();
    copy.clientID = newClientId(owner);
    Y.applyUpdate(copy, Y.encodeStateAsUpdate(this.#replica.doc));
    return copy;
  }

  /** Shows an edit that is in the log already, here and on the other nodes. */
  show(update: NewUpdate): void {
    Y.applyUpdate(this.#replica.doc, update.bytes, null);
    this.#claim(update);
    this.#loggedNumber = this.#publish(update);
  }

  onFrame({ sender, number, payload }: { sender: string; number: number; payload: string }): void {
    const [sentAt = '', logged = '', opId = '', participantId = '', data = ''] = payload.split('|');
    this.#host.metrics.editToPeer.observe(Math.max(0, Date.now() - Number(sentAt)) / 1_000);
    const bytes = Buffer.from(data, 'base64');
    const update = { interviewId: this.interviewId, opId, participantId: participantId || null, bytes };
    this.#unlogged.heard(update, { sender, number, logged: Number(logged) });
    const typed = this.#plain.isFollowing ? null : readTypedText(bytes);
    this.#claim(update);
    if (typed && isNext(this.#replica, typed) && goesOn(typed))
      return this.#type(bytes, typed, { encoded: data, origin: BUS_ORIGIN });
    this.#orQuarantine(() => this.#work.follow(this.#replica.doc, [bytes], BUS_ORIGIN));
  }

  onGap(): void {
    this.#readOnce('recent', () => this.#catchUpRecent());
  }

  /** Holds the document against its log: what was on its way for so long that nobody waited for it is here now. */
  reconcile(): void {
    this.#readOnce('unsettled', () => this.#catchUp());
  }

  close(): void {
    this.#host.bus.leave(this.#channel);
    for (const readerId of this.#readers.keys()) this.stopReading(readerId);
    this.#plain.close();
    this.#replica.destroy();
  }

  #claim(update: NewUpdate): void {
    const writer = writtenBy(update);
    if (writer) claimClients(this.#claims, writer, update.bytes);
  }

  // The replica may learn of typed text later: the readers get it as it came.
  #type(update: Uint8Array, typed: TypedText, relayed: { encoded: string; origin: unknown }): void {
    this.#relay(relayed.encoded, relayed.origin, () => this.#replica.state());
    this.#replica.type(update, typed);
  }

  // A failed read is tried again when the gap is told again, the next half second without Redis, or the next minute.
  #readOnce(what: 'recent' | 'unsettled', read: () => Promise<void>): void {
    if (this.#reading.has(what)) return;
    this.#reading.add(what);
    void read()
      .catch(() => {})
      .finally(() => this.#reading.delete(what));
  }

  async #catchUp(): Promise<void> {
    const { updates, settledId, recentId } = await readLog(this.#host.db, this.interviewId, this.#settledId);
    this.#apply(updates);
    this.#settledId = Math.max(this.#settledId, settledId);
    this.#recentId = Math.max(this.#recentId, recentId);
  }

  async #catchUpRecent(): Promise<void> {
    const { updates, recentId } = await this.#host.reader.read(this.interviewId, this.#recentId);
    this.#apply(updates);
    this.#recentId = Math.max(this.#recentId, recentId);
  }

  #apply(updates: LoggedUpdate[]): void {
    const into = { doc: this.#replica.doc, claims: this.#claims, work: this.#work };
    this.#orQuarantine(() => applyLog(into, updates));
  }

  // Pages integrate what they are told in another order than it was typed in.
  #checkOpening(): void {
    const structs = structsOf(this.#replica.doc);
    if (structs < CHECK_OPENING_FROM || structs < this.#checkedStructs * CHECK_OPENING_GROWTH) return;
    this.#orQuarantine(() => checkOpening(this.#replica.doc));
    this.#checkedStructs = structs;
  }

  // What costs too much was taken by several nodes at the same moment, or before there was a limit.
  #orQuarantine(act: () => void): void {
    try {
      act();
    } catch (error) {
      if (isUnreadable(error)) this.#host.quarantine(this.interviewId);
      throw error;
    }
  }

  #record({ opId, participantId, bytes }: Omit<NewUpdate, 'interviewId'>): Promise<void> {
    const update = { interviewId: this.interviewId, opId, participantId, bytes };
    const number = this.#publish(update);
    const heardOf = this.#unlogged.list();
    const since = performance.now();
    return this.#host.log.append([...heardOf, update]).then(() => {
      this.#host.metrics.editToAck.observe((performance.now() - since) / 1_000);
      this.#fold(heardOf.length + 1);
      this.#loggedNumber = Math.max(this.#loggedNumber, number);
      this.#unlogged.logged(heardOf);
    });
  }

  // Now and then the log is replayed into a snapshot, so that whoever opens the document next has little to read.
  #fold(rows: number): void {
    this.#rowsSinceFold += rows;
    if (this.#rowsSinceFold < FOLD_EVERY_ROWS) return;
    this.#rowsSinceFold = 0;
    this.#host.folds.add(this.interviewId);
  }

  #publish({ opId, participantId, bytes }: NewUpdate): number {
    return this.#host.bus.publish(
      this.#channel,
      () => `${Date.now()}|${this.#loggedNumber}|${opId}|${participantId ?? ''}|${base64(bytes)}`,
    );
  }

  #relay(update: string, origin: unknown, before: () => Map<number, number>): void {
    for (const [readerId, reader] of this.#readers) if (readerId !== origin) reader.documentChanged(update, before);
  }

  // The update that the change made; captured here since Yjs tells it only to listeners.
  #applyDelta(edit: Delta, readerId: string): Uint8Array {
    let made: Uint8Array | undefined;
    const capture = (update: Uint8Array) => (made = update);
    const { doc, text } = this.#replica;
    doc.on('update', capture);
    doc.transact(() => text.applyDelta(edit.ops), readerId);
    doc.off('update', capture);
    if (!made) throw new Error('An edit that changes something makes an update.');
    claimClients(this.#claims, SERVER, made);
    return made;
  }
}

function decodeState(stateVector: Uint8Array): Map<number, number> {
  try {
    return Y.decodeStateVector(stateVector);
  } catch {
    throw new AppError('invalid', 'The state of the document is not valid.');
  }
}
