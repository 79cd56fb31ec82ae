import { DEFAULT_CODE } from '@cip/contracts/rooms/starting-text';
import * as Y from 'yjs';
import { AppError } from '../../../errors.ts';
import type { FrameListener } from '../../../platform/redis/frame-bus.ts';
import type { FullTextSocket } from '../fulltext/full-text-client.ts';
import { FullTextClients } from '../fulltext/full-text-clients.ts';
import { countPlaces, deltaGrowth, deltaOf } from '../fulltext/text-delta.ts';
import { LOG_ORIGIN, textOf, textsOf } from '../log/document-replay.ts';
import type { NewUpdate } from '../log/log.repository.ts';
import type { LoggedUpdate } from '../log/packed-log.ts';
import { editOperationId, newNodeOperationId, SERVER_AUTHOR, updateAuthor } from '../log/update-author.ts';
import { base64 } from '../yjs/base64.ts';
import { newClientId } from '../yjs/client-ids.ts';
import { countStructs } from '../yjs/count-structs.ts';
import { isUnreadable, resyncRequired, UnknownFile } from '../yjs/edit-errors.ts';
import { EditGuard } from '../yjs/edit-guard.ts';
import { newDocument } from '../yjs/new-document.ts';
import type { TypedText } from '../yjs/typed-text.ts';
import { CursorLimits } from './cursor-limits.ts';
import type { DocumentHost } from './document-host.ts';
import { decodeFrame } from './edit-frame.ts';
import { channelOf, EditLog } from './edit-log.ts';
import { LateEdits } from './late-edits.ts';
import { LogFollower } from './log-follower.ts';
import { ALREADY_RELAYED, Replica } from './replica.ts';
import { UpdateReader, type UpdateSocket } from './update-reader.ts';
import { WritePermissions } from './write-permissions.ts';

interface EditAuthor {
  participantId: string;
  socketId: string | null;
  isCandidate?: boolean;
}

const noop = () => {};
const BUS_ORIGIN = Symbol('bus');

/** About how many base64 characters an item of a document has. */
const CHARS_PER_STRUCT = 27;

/**
 * One open document on this node: its replica, its readers here, and the path of an edit. Invariants: I1 an edit is
 * acknowledged only after it and everything it depends on are committed to the log (the acknowledging node also logs
 * edits that it only received from other nodes); I2 clients keep every edit until it is acknowledged, and repeat it;
 * applying an edit twice, late or out of order is harmless; I3 no acknowledgement depends on Redis: if frames are
 * missed, they are read from the log.
 */
export class LiveDocument implements FrameListener {
  readonly interviewId: string;
  readonly #host: DocumentHost;
  readonly #replica = new Replica();
  readonly #readers = new Map<string, UpdateReader>();
  readonly #fullTextClients = new FullTextClients();
  readonly #permissions = new WritePermissions();
  readonly #cursors = new CursorLimits();
  readonly #log: EditLog;
  readonly #follower: LogFollower;
  readonly #late: LateEdits;
  #guard = new EditGuard();
  /** True while edits are logged that a crashed node may not have logged. */
  #isRelogging = false;
  /** The whole document as base64, until the next edit, because all clients without any text get the same. */
  #whole: string | null = null;

  private constructor(host: DocumentHost, interviewId: string) {
    this.#host = host;
    this.interviewId = interviewId;
    this.#log = new EditLog(host, interviewId);
    this.#follower = new LogFollower(host, interviewId, (updates) => this.#applyAccepted(updates, LOG_ORIGIN));
    this.#late = new LateEdits(async () => this.#replica.addFiles(await host.reader.listTexts(interviewId)));
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
    await host.bus.listen(channelOf(interviewId), document);
    try {
      const { guard, settledId, isLong } = await host.reader.replay(interviewId, document.#replica.doc);
      for (const [client, participant] of document.#guard.claims) guard.claims.set(client, participant);
      document.#guard = guard;
      document.#follower.startAfter(settledId);
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

  /** The texts of all files by name. */
  get texts(): ReadonlyMap<string, string> {
    return textsOf(this.#replica.doc);
  }

  /** Number of sockets of this node that read the document. */
  get clientCount(): number {
    return this.#readers.size + this.#fullTextClients.size;
  }

  /**
   * Returns the part of the document beyond a client's state, and the state beyond which the client must send, both as
   * base64. `present` are the participants in the room; `awaitsEdits` is true if the client has edits which this node
   * lacks, and which one of them has to send. Throws `invalid` if the state vector cannot be decoded.
   */
  exchange(
    stateVector: Uint8Array,
    by: { socketId: string; participantId: string },
    present: ReadonlySet<string>,
  ): { update: string; stateVector: string; awaitsEdits: boolean } {
    const had = decodeState(stateVector);
    this.#orQuarantine(() => this.#guard.checkOpening(this.#replica.doc));
    const ours = this.#replica.state();
    const wanted = this.#permissions.add(by, had, { ours, claims: this.#guard.claims, present });
    const awaitsEdits = [...wanted].some(([client, clock]) => clock > (ours.get(client) ?? 0));
    // First, because this applies text that waits in the replica.
    const { doc } = this.#replica;
    const update = had.size > 0 ? base64(Y.encodeStateAsUpdate(doc, stateVector)) : (this.#whole ??= encodeWhole(doc));
    return { update, stateVector: base64(Y.encodeStateVector(wanted)), awaitsEdits };
  }

  /** The cost of opening this document, in characters: about as many as if it is sent whole. */
  get openingCost(): number {
    return countStructs(this.#replica.doc) * CHARS_PER_STRUCT;
  }

  /**
   * Sends the socket every further edit of others as base64; if the reader is slow, it gets one difference for all it
   * missed.
   */
  subscribe(socketId: string, socket: UpdateSocket): void {
    this.#readers.get(socketId)?.close();
    this.#fullTextClients.remove(socketId);
    const difference = (state: Map<number, number>) =>
      base64(Y.encodeStateAsUpdate(this.#replica.doc, Y.encodeStateVector(state)));
    this.#readers.set(socketId, new UpdateReader(socket, difference));
  }

  /** Whether a socket gets every edit of others. */
  isReadBy(socketId: string): boolean {
    return this.#readers.has(socketId);
  }

  /** Sends the socket full texts, the first immediately except if its client shows the document, which is untouched. */
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
   * Records that a socket shows its cursor under a client id. Throws `invalid` if the id is not its participant's,
   * `limit_reached` if the participant shows too many cursors.
   */
  showCursor(client: number, { socketId, participantId }: { socketId: string; participantId: string }): void {
    if (!this.#guard.owns(participantId, client))
      throw new AppError('invalid', 'The cursor belongs to another participant.');
    this.#cursors.add(client, { socketId, participantId });
    this.#permissions.addCursor(socketId, client);
  }

  /** Applies and relays an edit of a client. Resolves when it may be acknowledged; throws if it is refused. */
  edit(update: Uint8Array, by: EditAuthor): Promise<void> {
    this.#host.log.checkRoom(this.interviewId);
    const late = () => this.#late.add(by.participantId, () => this.#editNow(update, by));
    if (this.#late.whenApplied(by.participantId)) return late();
    try {
      return this.#editNow(update, by);
    } catch (error) {
      if (error instanceof UnknownFile) return late();
      throw error;
    }
  }

  /** Resolves when a participant's edits that came before are applied or refused; undefined if they are. */
  whenApplied(participantId: string): Promise<void> | undefined {
    return this.#late.whenApplied(participantId);
  }

  #editNow(update: Uint8Array, by: EditAuthor): Promise<void> {
    const { socketId, ...sender } = by;
    const author = { ...sender, ...(socketId !== null && this.#permissions.of(socketId)) };
    const { lacksUpdates } = this.#replica;
    const { part, isWhole, typed, isClaimed } = this.#guard.check(this.#replica, update, author, this.#mayBeTyped);
    if (typed) this.#applyTyped(part, typed, { encoded: base64(part), origin: by.socketId });
    // It may release text of others, which its author lacks as well.
    else Y.applyUpdate(this.#replica.doc, part, lacksUpdates ? null : by.socketId);
    // Logged without a participant if an author is unknown, because nodes would attribute the edit to its sender.
    const participantId = isClaimed ? by.participantId : null;
    const appended = this.#log.append({ opId: editOperationId(part), participantId, bytes: part });
    // The client sends the whole edit again once nothing is missing.
    return isWhole ? appended : appended.then(() => Promise.reject(resyncRequired()));
  }

  /**
   * Applies a full text of a full-text client as an edit. Resolves when it may be acknowledged; throws if it is
   * refused.
   */
  async editFullText(socketId: string, code: string, by: Pick<EditAuthor, 'isCandidate'> = {}): Promise<void> {
    this.#host.log.checkRoom(this.interviewId);
    const client = this.#fullTextClients.get(socketId);
    // The text has no base if there is no subscription; an edit that is not applied must not be acknowledged.
    if (!client) throw resyncRequired();
    const catchingUp = client.catchUpOnce(() => this.#follower.catchUp());
    if (catchingUp) await catchingUp;
    // The client may have left meanwhile.
    if (this.#fullTextClients.get(socketId) !== client) throw resyncRequired();
    const appended: Promise<void>[] = [];
    client.receive(code, (edit) => {
      if (edit.ops.length === 0) return;
      const change = { growth: deltaGrowth(edit), places: countPlaces(edit) };
      this.#guard.checkText(this.#replica, change, { participantId: client.participantId, ...by });
      const bytes = this.#replica.applyDelta(edit, socketId);
      this.#guard.claim({ writer: SERVER_AUTHOR, bytes });
      appended.push(this.#log.append({ opId: newNodeOperationId(), participantId: client.participantId, bytes }));
    });
    await Promise.all(appended);
  }

  /**
   * Returns a copy of the document once it is fully logged; an edit of `owner` on it can be logged before it is shown.
   */
  async loggedCopy(owner: string): Promise<Y.Doc> {
    this.#orQuarantine(() => this.#guard.checkOpening(this.#replica.doc));
    // Taken before the log is awaited, because edits that arrive meanwhile may not be logged when this returns.
    const copy = newDocument();
    copy.clientID = newClientId(owner);
    Y.applyUpdate(copy, Y.encodeStateAsUpdate(this.#replica.doc));
    await this.#log.appendAll();
    return copy;
  }

  /** Applies an edit that is already in the log, here and on the other nodes. */
  applyLogged(update: NewUpdate): void {
    Y.applyUpdate(this.#replica.doc, update.bytes, null);
    this.#guard.claim(acceptedEdit(update));
    // The frame does not count as logged, because earlier ones may not be in the log yet.
    this.#log.publish(update);
  }

  onFrame({ sender, number, payload }: { sender: string; number: number; payload: string }): void {
    const { sentAt, logged, opId, participantId, encoded } = decodeFrame(payload);
    this.#host.metrics.editToPeer.observe(Math.max(0, Date.now() - sentAt) / 1_000);
    const bytes = Buffer.from(encoded, 'base64');
    const update = { interviewId: this.interviewId, opId, participantId, bytes };
    this.#log.addReceived(update, { sender, number, logged });
    const edit = acceptedEdit(update);
    const typed = this.#mayBeTyped ? this.#guard.acceptTyped(this.#replica, edit) : null;
    if (typed) this.#applyTyped(bytes, typed, { encoded, origin: BUS_ORIGIN });
    else this.#applyAccepted([edit], BUS_ORIGIN);
  }

  /** Applies everything that was in the log at the call. Rejects if the database does not respond. */
  catchUp(): Promise<void> {
    return this.#follower.catchUp();
  }

  onGap(): void {
    this.#follower.readRecent();
  }

  /**
   * Applies rows of the log that committed so late that nothing waited for them, and logs edits of a node that crashed
   * before it logged them.
   */
  reconcile(): void {
    this.#follower.readUnsettled();
    // Once at a time, because a stalled log keeps all that waits.
    if (this.#isRelogging) return;
    this.#isRelogging = true;
    // If it fails, the next reconciliation tries again.
    void this.#log
      .appendUnlogged()
      .catch(noop)
      .finally(() => (this.#isRelogging = false));
  }

  close(): void {
    this.#host.bus.leave(channelOf(this.interviewId));
    for (const socketId of this.#readers.keys()) this.unsubscribe(socketId);
    this.#fullTextClients.close();
    this.#replica.destroy();
  }

  // Not if full-text clients wait for it, or if it may release other text.
  get #mayBeTyped(): boolean {
    return !this.#fullTextClients.hasViews && !this.#replica.lacksUpdates;
  }

  // The replica may apply typed text later; the readers get the update as it came.
  #applyTyped(update: Uint8Array, typed: TypedText, relayed: { encoded: string; origin: unknown }): void {
    this.#relay(relayed.encoded, relayed.origin, () => this.#replica.state());
    this.#replica.type(update, typed);
  }

  #applyAccepted(edits: LoggedUpdate[], origin: unknown): void {
    this.#orQuarantine(() => this.#guard.apply(this.#replica.doc, edits, origin));
  }

  // A document over the budget was accepted by several nodes concurrently, or before there was a limit.
  #orQuarantine(apply: () => void): void {
    try {
      apply();
    } catch (error) {
      if (isUnreadable(error)) this.#host.quarantine(this.interviewId);
      throw error;
    }
  }

  #relay(update: string, origin: unknown, before: () => Map<number, number>): void {
    for (const [socketId, reader] of this.#readers) if (socketId !== origin) reader.onUpdate(update, before);
  }
}

const acceptedEdit = (update: NewUpdate): LoggedUpdate => ({ writer: updateAuthor(update), bytes: update.bytes });

const encodeWhole = (doc: Y.Doc) => base64(Y.encodeStateAsUpdate(doc));

function decodeState(stateVector: Uint8Array): Map<number, number> {
  try {
    return Y.decodeStateVector(stateVector);
  } catch {
    throw new AppError('invalid', 'The state of the document is not valid.');
  }
}
