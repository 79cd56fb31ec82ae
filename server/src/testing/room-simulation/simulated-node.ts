import type { FrameListener } from '../../platform/redis/frame-bus.ts';
import type { DocumentHost } from '../../features/documents/live/document-host.ts';
import { LiveDocument } from '../../features/documents/live/live-document.ts';
import { LOG_ORIGIN } from '../../features/documents/log/document-replay.ts';
import type { NewUpdate } from '../../features/documents/log/log.repository.ts';
import { unpackUpdates, SERVER_ID_HEX, type LoggedUpdate } from '../../features/documents/log/packed-log.ts';
import { SEED_OP_ID, SEED_UPDATE } from '../../features/documents/log/seed.ts';
import { SERVER_AUTHOR, updateAuthor } from '../../features/documents/log/update-author.ts';
import { EditGuard } from '../../features/documents/yjs/edit-guard.ts';

const INTERVIEW_ID = '00000000-0000-4000-8000-000000000000';
const UNKNOWN_ID_HEX = '0'.repeat(32);

/** The log of one document in memory: it keeps the first of several edits with one operation id. */
export class SimulatedLog {
  readonly #rows = new Map<string, NewUpdate>([
    [SEED_OP_ID, { interviewId: INTERVIEW_ID, opId: SEED_OP_ID, participantId: null, bytes: SEED_UPDATE }],
  ]);

  add(updates: readonly NewUpdate[]): void {
    for (const update of updates) if (!this.#rows.has(update.opId)) this.#rows.set(update.opId, update);
  }

  /** Returns the rows as the database packs them and a node reads them. */
  read(): LoggedUpdate[] {
    return unpackUpdates([Buffer.concat([...this.#rows.values()].map(pack))]).updates;
  }
}

function pack(row: NewUpdate): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(row.bytes.length);
  const author = updateAuthor(row);
  const id = author === SERVER_AUTHOR ? SERVER_ID_HEX : (author?.replaceAll('-', '') ?? UNKNOWN_ID_HEX);
  return Buffer.concat([length, Buffer.from(id, 'hex'), row.bytes]);
}

/** What the nodes of a simulation share. */
export interface SharedState {
  log: SimulatedLog;
  /** The texts of the files that exist. */
  texts: readonly string[];
  /** Nodes that run or have crashed; the place of a node is its name as a sender of frames. */
  nodes: SimulatedNode[];
}

/** A node with the product's open document; its appends, reads and frames wait until the simulation lets them go. */
export class SimulatedNode {
  readonly #shared: SharedState;
  #appends: { updates: NewUpdate[]; settled: PromiseWithResolvers<void> }[] = [];
  #caughtUp: (() => void)[] = [];
  #frames: Parameters<FrameListener['onFrame']>[0][] = [];
  #listener: FrameListener | undefined;
  #sent = 0;
  #document: LiveDocument | undefined;

  private constructor(shared: SharedState) {
    this.#shared = shared;
  }

  /** Starts a node, which opens the document from the log. */
  static async start(shared: SharedState): Promise<SimulatedNode> {
    const node = new SimulatedNode(shared);
    shared.nodes.push(node);
    node.#document = await LiveDocument.open(node.#host(), INTERVIEW_ID);
    return node;
  }

  get document(): LiveDocument {
    if (!this.#document) throw new Error('The node is still opening the document.');
    return this.#document;
  }

  /** Commits everything that waits; without `answers`, nobody learns of it. */
  commit(answers = true): void {
    const appends = this.#appends.splice(0);
    for (const { updates, settled } of appends) {
      this.#shared.log.add(updates);
      if (answers) settled.resolve();
    }
  }

  /** Lets reads go on that wait for the appends of other nodes. */
  catchUp(): void {
    for (const resolve of this.#caughtUp.splice(0)) resolve();
  }

  /** Delivers the frames of other nodes, or loses them, which the bus notices. */
  deliver(isLost: boolean): void {
    const frames = this.#frames.splice(0);
    if (isLost) this.#listener?.onGap();
    else for (const frame of frames) this.#listener?.onFrame(frame);
  }

  /** Stops for good: what was not committed is gone. */
  crash(): void {
    this.document.close();
    this.#appends = [];
  }

  #host(): DocumentHost {
    const { log, texts, nodes } = this.#shared;
    const part = () => ({ updates: log.read(), rowCount: 0, settledId: 0, recentId: 0 });
    return {
      metrics: { editToAck: { observe() {} }, editToPeer: { observe() {} } },
      compactions: { add() {} },
      quarantine: () => {},
      log: {
        checkRoom() {},
        flush: () => Promise.resolve(),
        append: (updates) => {
          const settled = Promise.withResolvers<void>();
          this.#appends.push({ updates, settled });
          return settled.promise;
        },
      },
      reader: {
        read: () => Promise.resolve(part()),
        readAlone: () => Promise.resolve(part()),
        awaitAppends: () => new Promise((resolve) => void this.#caughtUp.push(resolve)),
        listTexts: () => Promise.resolve([...texts]),
        replay: (_id, doc) => Promise.resolve({ guard: replayLog(log, doc), settledId: 0, isLong: false }),
      },
      bus: {
        listen: (_channel, listener) => {
          this.#listener = listener;
          return Promise.resolve();
        },
        leave: () => (this.#listener = undefined),
        publish: (_channel, payload) => {
          const frame = { sender: `${nodes.indexOf(this)}`, number: ++this.#sent, payload: payload() };
          for (const node of nodes) if (node !== this && node.#listener) node.#frames.push(frame);
          return frame.number;
        },
      },
    };
  }
}

/** Replays a log into a document, as a node does. Returns the door for further edits. */
export function replayLog(log: SimulatedLog, doc: Parameters<EditGuard['tryReplay']>[0]): EditGuard {
  const guard = new EditGuard();
  if (!guard.tryReplay(doc, log.read(), LOG_ORIGIN)) throw new Error('The log is too long for a simulation.');
  return guard;
}
