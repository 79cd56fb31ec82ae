import { DEFAULT_CODE } from '@cip/contracts/rooms/documents';
import * as Y from 'yjs';
import type { Database } from '../../../platform/database/database.ts';
import { AppError } from '../../../errors.ts';
import type { FrameBus, FrameListener } from '../../../platform/redis/frame-bus.ts';
import type { Metrics } from '../../../platform/metrics.ts';
import { base64 } from '../yjs/base64.ts';
import { isIssued, isIssuedTo, newClientId } from '../yjs/client-ids.ts';
import { CursorLimits } from './cursor-limits.ts';
import { applyLog, replayInto, textOf, SNAPSHOT_EVERY_BYTES } from '../log/document-replay.ts';
import { isUnreadable, resyncRequired } from '../yjs/edit-errors.ts';
import { countStructs } from '../yjs/count-structs.ts';
import { checkOpening, IntegrationBudget } from '../yjs/integration-budget.ts';
import { awaitAppends, readLog, type NewUpdate } from '../log/documents.repository.ts';
import type { CompactionQueue } from '../log/compaction-queue.ts';
import { WritePermissions } from './write-permissions.ts';
import type { LogReader } from '../log/log-reader.ts';
import type { FullTextSocket } from '../fulltext/full-text-client.ts';
import { FullTextClients } from '../fulltext/full-text-clients.ts';
import { checkRepeatedText } from '../yjs/repeated-text.ts';
import { Replica, ALREADY_RELAYED } from './replica.ts';
import { deltaOf, deltaGrowth, type Delta } from '../fulltext/text-delta.ts';
import { continuesOwnText, readTypedText, type TypedText } from '../yjs/typed-text.ts';
import { UnloggedEdits } from './unlogged-edits.ts';
import { areClaimed, claimClients, type ClientClaims } from '../yjs/client-claims.ts';
import { guardLength } from '../yjs/code-length.ts';
import { decodeEdit, guardTyped, guardUpdate, isNext } from '../yjs/update-guard.ts';
import { UpdateReader, type UpdateSocket } from './update-reader.ts';
import type { UpdateLog } from '../log/update-log.ts';
import type { LoggedUpdate } from '../log/packed-log.ts';
import { newDocument } from '../yjs/new-document.ts';
import { editOperationId, newNodeOperationId, SERVER_AUTHOR, updateAuthor } from '../log/update-author.ts';

/** What an open document needs of its node. */
export interface DocumentHost {
  db: Database;
  log: UpdateLog;
  reader: LogReader;
  compactions: CompactionQueue;
  bus: FrameBus;
  metrics: Pick<Metrics, 'editToAck' | 'editToPeer'>;
  /** Closes a document that would block this node. */
  quarantine(interviewId: string): void;
}

/** A node compacts the log of a document into a snapshot after it has appended this many rows. */
const COMPACT_EVERY_ROWS = 1_000;

const BUS_ORIGIN = Symbol('bus');

/** About how many base64 characters an item of a document has. */
const CHARS_PER_STRUCT = 27;

/** A document with fewer items opens within about 100 ms, whatever they are. */
const CHECK_OPENING_FROM = 2_000;
/** A larger document is checked again when it has grown by this factor, so that checking costs as much as growing. */
const CHECK_OPENING_GROWTH = 1.25;

/**
 * One open document on this node: its replica, its readers here, and the path of an edit. Invariants:
 * I1 an edit is acknowledged only after it and everything it depends on are committed to the log (the acknowledging
 *    node also logs edits that it only received from other nodes);
 * I2 clients keep every edit until it is acknowledged, and repeat it; applying an edit twice, late or out of order is
 *    harmless;
 * I3 no acknowledgement depends on Redis; missed frames are read from the log.
 */
export class LiveDocument implements FrameListener {
  readonly interviewId: string;
  readonly #host: DocumentHost;
  readonly #channel: string;
  readonly #replica = new Replica();
  readonly #readers = new Map<string, UpdateReader>();
  readonly #fullTextClients = new FullTextClients();
  readonly #permissions = new WritePermissions();
  readonly #cursors = new CursorLimits();
  readonly #unlogged = new UnloggedEdits();
  #claims: ClientClaims = new Map();
  #budget = new IntegrationBudget();
  /** Number of structs when opening it was last checked. */
  #checkedStructs = 0;
  /** The whole document as base64, until the next edit: whoever comes with nothing gets the same. */
  #whole: string | null = null;
  #settledId = 0;
  #recentId = 0;
  #loggedNumber = 0;
  readonly #reading = new Set<'recent' | 'unsettled'>();
  #rowsSinceCompaction = 0;
  #bytesSinceCompaction = 0;

  private constructor(host: DocumentHost, interviewId: string) {
    this.#host = host;
    this.interviewId = interviewId;
    this.#channel = `document:${interviewId}`;
    const { doc, text } = this.#replica;
    doc.clientID = newClientId(SERVER_AUTHOR);
    doc.on('update', (update: Uint8Array, origin: unknown, _doc: Y.Doc, { beforeState }: Y.Transaction) => {
      this.#whole = null;
      if (origin !== ALREADY_RELAYED) this.#relay(base64(update), origin, () => beforeState);
    });
    text.observe((event) => {
      if (this.#fullTextClients.hasViews) this.#fullTextClients.onChange(deltaOf(event));
    });
  }

  /**
   * Opens a document from its log. Subscribes to the frames of other nodes before it reads the log, so that no edit is
   * missed between.
   */
  static async open(host: DocumentHost, interviewId: string): Promise<LiveDocument> {
    const document = new LiveDocument(host, interviewId);
    await host.bus.listen(document.#channel, document);
    try {
      const { claims, settledId, budget, isLong } = await replayInto(host.db, interviewId, document.#replica.doc);
      for (const [client, participant] of document.#claims) claims.set(client, participant);
      document.#claims = claims;
      document.#budget = budget;
      document.#settledId = settledId;
      document.#recentId = settledId;
      if (isLong) host.compactions.add(interviewId);
    } catch (error) {
      document.close();
      throw error;
    }
    return document;
  }

  get text(): string {
    return textOf(this.#replica.doc);
  }

  /** Number of sockets of this node that read the document. */
  get clientCount(): number {
    return this.#readers.size + this.#fullTextClients.size;
  }

  /**
   * Returns what the document has beyond a client's state, and the state beyond which the client is asked to send, both
   * as base64. `present` are the participants in the room. Throws `invalid` when the state vector cannot be decoded.
   */
  exchange(
    stateVector: Uint8Array,
    by: { socketId: string; participantId: string },
    present: ReadonlySet<string>,
  ): { update: string; stateVector: string } {
    const had = decodeState(stateVector);
    this.#checkOpening();
    const wanted = this.#permissions.add(by, had, { ours: this.#replica.state(), claims: this.#claims, present });
    // First, since text that waits in the replica is applied by this.
    const { doc } = this.#replica;
    const update = had.size > 0 ? base64(Y.encodeStateAsUpdate(doc, stateVector)) : (this.#whole ??= encodeWhole(doc));
    return { update, stateVector: base64(Y.encodeStateVector(wanted)) };
  }

  /** What opening this document costs, as about as many characters as it has when it is sent whole. */
  get openingCost(): number {
    return countStructs(this.#replica.doc) * CHARS_PER_STRUCT;
  }

  /** Sends the socket every further edit of others as base64; a slow reader gets one difference for all it missed. */
  subscribe(socketId: string, socket: UpdateSocket): void {
    this.#readers.get(socketId)?.close();
    this.#fullTextClients.remove(socketId);
    const difference = (state: Map<number, number>) =>
      base64(Y.encodeStateAsUpdate(this.#replica.doc, Y.encodeStateVector(state)));
    this.#readers.set(socketId, new UpdateReader(socket, difference));
  }

  /** Sends the socket full texts, the first at once unless the document is untouched and its client shows that. */
  subscribeFullText(socketId: string, participantId: string, socket: FullTextSocket, showsSeedText = true): void {
    this.unsubscribe(socketId);
    this.#permissions.addFullTextClient(socketId, participantId);
    const client = this.#fullTextClients.add(socketId, participantId, () => this.text, socket);
    if (!showsSeedText || this.text !== DEFAULT_CODE) client.pushNow();
  }

  unsubscribe(socketId: string): void {
    this.#permissions.remove(socketId);
    this.#cursors.remove(socketId);
    this.#readers.get(socketId)?.close();
    this.#readers.delete(socketId);
    this.#fullTextClients.depart(socketId);
  }

  /** Returns the texts that full-text clients of a participant are assumed to show. */
  textsShownTo(participantId: string): string[] {
    return this.#fullTextClients.textsShownTo(participantId);
  }

  /**
   * Records that a socket shows its cursor under a client id. Throws `invalid` when the id is not its participant's,
   * `limit_reached` when the participant shows too many cursors.
   */
  showCursor(client: number, { socketId, participantId }: { socketId: string; participantId: string }): void {
    const isOwn = isIssued(client) ? isIssuedTo(client, participantId) : this.#claims.get(client) === participantId;
    if (!isOwn) throw new AppError('invalid', 'The cursor belongs to another participant.');
    this.#cursors.add(client, { socketId, participantId });
    this.#permissions.addCursor(socketId, client);
  }

  /** Applies and relays an edit of a client. Resolves when it may be acknowledged; throws when it is refused. */
  edit(update: Uint8Array, by: { participantId: string; socketId: string | null }): Promise<void> {
    this.#host.log.checkRoom();
    const author = { participantId: by.participantId, ...(by.socketId !== null && this.#permissions.of(by.socketId)) };
    const typed = this.#fullTextClients.hasViews ? null : readTypedText(update);
    const isTyped = typed !== null && guardTyped(this.#replica, this.#claims, author, typed);
    const decoded = isTyped ? null : decodeEdit(update);
    const part = decoded ? guardUpdate(this.#replica, this.#claims, author, update, decoded) : update;
    if (decoded) checkRepeatedText(this.#replica.doc, decoded);
    if (!isTyped || !continuesOwnText(typed))
      this.#budget.spend(this.#replica.doc, part, by.participantId, part === update ? decoded : null);
    if (isTyped) this.#applyTyped(update, typed, { encoded: base64(update), origin: by.socketId });
    else Y.applyUpdate(this.#replica.doc, part, by.socketId);
    // Logged without a participant when an author is unknown: other nodes would attribute the edit to its sender.
    const participantId = areClaimed(this.#claims, part) ? by.participantId : null;
    const appended = this.#append({ opId: editOperationId(part), participantId, bytes: part });
    // The client sends the whole edit again once nothing is missing.
    return part === update ? appended : appended.then(() => Promise.reject(resyncRequired()));
  }

  /**
   * Applies a full text of a full-text client as an edit. Resolves when it may be acknowledged; throws when it is
   * refused.
   */
  async editFullText(socketId: string, code: string): Promise<void> {
    this.#host.log.checkRoom();
    const client = this.#fullTextClients.get(socketId);
    // Without a subscription the text has no base; an edit that is not applied must not be acknowledged.
    if (!client) throw resyncRequired();
    const catchingUp = client.catchUpOnce(() =>
      awaitAppends(this.#host.db, this.interviewId).then(() => this.#catchUp()),
    );
    if (catchingUp) await catchingUp;
    // The client may have left meanwhile.
    if (this.#fullTextClients.get(socketId) !== client) throw resyncRequired();
    const appended: Promise<void>[] = [];
    client.receive(code, (edit) => {
      if (edit.ops.length === 0) return;
      guardLength(this.#replica.length, deltaGrowth(edit));
      const bytes = this.#applyDelta(edit, socketId);
      appended.push(this.#append({ opId: newNodeOperationId(), participantId: client.participantId, bytes }));
    });
    await Promise.all(appended);
  }

  /**
   * Returns a copy of the document once it is fully logged; an edit of `owner` on it can be logged before it is shown.
   */
  async loggedCopy(owner: string): Promise<Y.Doc> {
    this.#checkOpening();
    // Taken before the log is awaited: edits that arrive meanwhile may not be logged when this returns.
    const copy = newDocument();
    copy.clientID = newClientId(owner);
    Y.applyUpdate(copy, Y.encodeStateAsUpdate(this.#replica.doc));
    await this.#appendUnlogged();
    await this.#host.log.flush();
    // Edits in the copy may have been refused meanwhile.
    if (this.#unlogged.hasRefused) await this.#appendUnlogged();
    return copy;
  }

  /** Applies an edit that is already in the log, here and on the other nodes. */
  applyLogged(update: NewUpdate): void {
    Y.applyUpdate(this.#replica.doc, update.bytes, null);
    this.#claim(update);
    // The frame does not count as logged: earlier ones may not be in the log yet.
    this.#publish(update);
  }

  onFrame({ sender, number, payload }: { sender: string; number: number; payload: string }): void {
    const [sentAt = '', logged = '', opId = '', participantId = '', data = ''] = payload.split('|');
    this.#host.metrics.editToPeer.observe(Math.max(0, Date.now() - Number(sentAt)) / 1_000);
    const bytes = Buffer.from(data, 'base64');
    const update = { interviewId: this.interviewId, opId, participantId: participantId || null, bytes };
    this.#unlogged.addReceived(update, { sender, number, logged: Number(logged) });
    const typed = this.#fullTextClients.hasViews ? null : readTypedText(bytes);
    this.#claim(update);
    if (typed && isNext(this.#replica, typed) && continuesOwnText(typed))
      return this.#applyTyped(bytes, typed, { encoded: data, origin: BUS_ORIGIN });
    this.#orQuarantine(() => this.#budget.apply(this.#replica.doc, [bytes], BUS_ORIGIN));
  }

  onGap(): void {
    this.#readLogOnce('recent', () => this.#catchUpRecent());
  }

  /** Applies rows of the log that committed so late that nothing waited for them. */
  reconcile(): void {
    this.#readLogOnce('unsettled', () => this.#catchUp());
  }

  close(): void {
    this.#host.bus.leave(this.#channel);
    for (const socketId of this.#readers.keys()) this.unsubscribe(socketId);
    this.#fullTextClients.close();
    this.#replica.destroy();
  }

  #claim(update: NewUpdate): void {
    const writer = updateAuthor(update);
    if (writer) claimClients(this.#claims, writer, update.bytes);
  }

  // The replica may apply typed text later; the readers get the update as it came.
  #applyTyped(update: Uint8Array, typed: TypedText, relayed: { encoded: string; origin: unknown }): void {
    this.#relay(relayed.encoded, relayed.origin, () => this.#replica.state());
    this.#replica.type(update, typed);
  }

  // A failed read is retried at the next gap (without Redis every half second) or reconciliation.
  #readLogOnce(what: 'recent' | 'unsettled', read: () => Promise<void>): void {
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
    const into = { doc: this.#replica.doc, claims: this.#claims, budget: this.#budget };
    this.#orQuarantine(() => applyLog(into, updates));
  }

  // Throws for a document that a page cannot open in time: pages integrate edits in another order than the typing
  // order.
  #checkOpening(): void {
    const structs = countStructs(this.#replica.doc);
    if (structs < CHECK_OPENING_FROM || structs < this.#checkedStructs * CHECK_OPENING_GROWTH) return;
    this.#orQuarantine(() => checkOpening(this.#replica.doc));
    this.#checkedStructs = structs;
  }

  // An over-budget document was accepted by several nodes at once, or before there was a limit.
  #orQuarantine(apply: () => void): void {
    try {
      apply();
    } catch (error) {
      if (isUnreadable(error)) this.#host.quarantine(this.interviewId);
      throw error;
    }
  }

  #append({ opId, participantId, bytes }: Omit<NewUpdate, 'interviewId'>): Promise<void> {
    const update = { interviewId: this.interviewId, opId, participantId, bytes };
    const number = this.#publish(update);
    const unlogged = this.#unlogged.list();
    const appending = [...unlogged, update];
    const since = performance.now();
    const appended = () => {
      this.#host.metrics.editToAck.observe((performance.now() - since) / 1_000);
      this.#compactAfter(appending);
      this.#unlogged.remove(unlogged);
      // The edit may build on one that was refused after this one began to wait.
      if (this.#unlogged.hasRefused) return this.#appendUnlogged();
      this.#loggedNumber = Math.max(this.#loggedNumber, number);
    };
    const refused = (error: unknown) => {
      if (!isEnded(error)) this.#unlogged.addRefused(update);
      throw error;
    };
    return this.#host.log.append(appending).then(appended, refused);
  }

  async #appendUnlogged(): Promise<void> {
    const unlogged = this.#unlogged.list();
    await this.#host.log.append(unlogged);
    this.#unlogged.remove(unlogged);
  }

  // Compacts the log regularly, so that the next node that opens the document has few rows to read.
  #compactAfter(logged: NewUpdate[]): void {
    this.#rowsSinceCompaction += logged.length;
    for (const { bytes } of logged) this.#bytesSinceCompaction += bytes.length;
    if (this.#rowsSinceCompaction < COMPACT_EVERY_ROWS && this.#bytesSinceCompaction < SNAPSHOT_EVERY_BYTES) return;
    this.#rowsSinceCompaction = 0;
    this.#bytesSinceCompaction = 0;
    this.#host.compactions.add(this.interviewId);
  }

  #publish({ opId, participantId, bytes }: NewUpdate): number {
    return this.#host.bus.publish(
      this.#channel,
      () => `${Date.now()}|${this.#loggedNumber}|${opId}|${participantId ?? ''}|${base64(bytes)}`,
    );
  }

  #relay(update: string, origin: unknown, before: () => Map<number, number>): void {
    for (const [socketId, reader] of this.#readers) if (socketId !== origin) reader.onUpdate(update, before);
  }

  // Returns the update that an edit makes. Yjs passes it to listeners only.
  #applyDelta(edit: Delta, socketId: string): Uint8Array {
    let made: Uint8Array | undefined;
    const capture = (update: Uint8Array) => (made = update);
    const { doc, text } = this.#replica;
    doc.on('update', capture);
    doc.transact(() => text.applyDelta(edit.ops), socketId);
    doc.off('update', capture);
    if (!made) throw new Error('The edit made no update.');
    claimClients(this.#claims, SERVER_AUTHOR, made);
    return made;
  }
}

function isEnded(error: unknown): boolean {
  return error instanceof AppError && error.code === 'ended';
}

const encodeWhole = (doc: Y.Doc) => base64(Y.encodeStateAsUpdate(doc));

function decodeState(stateVector: Uint8Array): Map<number, number> {
  try {
    return Y.decodeStateVector(stateVector);
  } catch {
    throw new AppError('invalid', 'The state of the document is not valid.');
  }
}
