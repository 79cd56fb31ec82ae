import * as Y from 'yjs';
import { textsOf } from '../../features/documents/log/document-replay.ts';
import { firstClientId } from '../../features/documents/yjs/client-ids.ts';
import { markOf, Peer } from './peer.ts';

const WIRE = Symbol('wire');

/** An update that carries so many edits, and the marks that they type. */
interface PageEdit {
  update: Uint8Array;
  marks: readonly string[];
  edits: number;
}

/** A page that edits texts through Yjs, and opens the document again if an edit is refused. */
export class PagePeer extends Peer {
  #doc = new Y.Doc();
  #pages = 0;
  readonly #textsAt: (where: number) => readonly string[];
  readonly #present: ReadonlySet<string>;
  #toServer: PageEdit[] = [];
  #toClient: string[] = [];
  /** Own edits without an acknowledgement. */
  #unsaved = 0;

  /** `textsAt` returns the texts that one edit changes; `present` are the participants in the room. */
  constructor(index: number, textsAt: (where: number) => readonly string[], present: ReadonlySet<string>) {
    super(index);
    this.#textsAt = textsAt;
    this.#present = present;
    this.reload();
  }

  get doc(): Y.Doc {
    return this.#doc;
  }

  /** Becomes a new page without anything of the old one, unless the device would have kept edits of it. */
  reload(): void {
    if (this.#unsaved > 0) return;
    this.#doc = new Y.Doc();
    this.#doc.clientID = firstClientId(this.participantId) + this.#pages++;
    // The origin of an own edit is the list of the marks that it types.
    this.#doc.on('update', (update: Uint8Array, marks: unknown) => {
      if (marks === WIRE) return;
      this.#toServer.push({ update, marks: marks as readonly string[], edits: 1 });
      this.#unsaved++;
    });
  }

  protected open(): void {
    const { document } = this.node;
    const { update, stateVector } = document.exchange(Y.encodeStateVector(this.#doc), this.by, this.#present);
    this.#apply(update);
    const wanted = Y.encodeStateAsUpdate(this.#doc, Buffer.from(stateVector, 'base64'));
    this.#toServer = [{ update: wanted, marks: this.#unacknowledged(), edits: this.#unsaved }];
    this.#toClient = [];
    document.subscribe(this.by.socketId, { send: (sent) => void this.#toClient.push(sent), isSlow: () => false });
  }

  type(n: number, where: number): void {
    const texts = this.#textsAt(where).map((name) => ({ text: this.#doc.getText(name), mark: markOf(n, name) }));
    const marks = texts.map(({ mark }) => mark);
    this.typed.push(...marks);
    this.#doc.transact(() => {
      for (const { text, mark } of texts) text.insert(where % (text.length + 1), mark);
    }, marks);
  }

  erase(where: number): string {
    let erased = '';
    this.#doc.transact(() => {
      for (const name of this.#textsAt(where)) {
        const text = this.#doc.getText(name);
        const at = where % (text.length + 1);
        if (at === text.length) continue;
        erased += text.toJSON().charAt(at);
        text.delete(at, 1);
      }
    }, []);
    return erased;
  }

  receive(): boolean {
    const sent = this.#toServer.splice(0);
    for (const edit of sent) void this.#take(edit);
    return sent.length > 0;
  }

  show(): boolean {
    const received = this.#toClient.splice(0);
    for (const update of received) this.#apply(update);
    return received.length > 0;
  }

  /** Returns the marks of its own that it still has. */
  #unacknowledged(): string[] {
    const text = [...textsOf(this.#doc).values()].join('');
    return this.typed.filter((mark) => text.includes(mark) && !this.acknowledged.has(mark));
  }

  async #take({ update, marks, edits }: PageEdit): Promise<void> {
    const { node, by } = this;
    const isTaken = await this.answer(marks, async () => node.document.edit(update, by));
    if (by.socketId !== this.by.socketId) return;
    if (isTaken) this.#unsaved -= edits;
    else this.connect(node);
  }

  #apply(update: string): void {
    Y.applyUpdate(this.#doc, Buffer.from(update, 'base64'), WIRE);
  }
}
