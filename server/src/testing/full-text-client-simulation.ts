import { PlainReader } from '../features/documents/fulltext/full-text-client.ts';
import { applyDelta, type Delta } from '../features/documents/fulltext/text-delta.ts';

const START = 'SELECT 1;';
/** Longer than it takes until a changed text is sent, in milliseconds. */
const SENT_AFTER_MS = 50;

/** On its way to the server: a text with the mark that was typed last, if any, or that a text is shown. */
type Sent = { code: string; mark: string | undefined } | { shown: () => void };

/** A plain client that acknowledges what it is sent, with its connection: each way keeps its order and takes its time. */
interface Client {
  reader: PlainReader;
  screen: string;
  toServer: Sent[];
  toClient: { code: string; shown: () => void }[];
  /** Lets the server go on that holds the document against the log for this client. */
  caughtUp: (() => void)[];
}

/** What can happen, as often as it is to be drawn. */
export const READER_STEPS = [
  'type',
  'type',
  'erase',
  'receive',
  'receive',
  'show',
  'show',
  'wait',
  'catch up',
  'lose',
] as const;

/** One thing that happens to one client; `where` says at which place of its text, or how its connection is lost. */
export type ReaderStep = [client: number, what: (typeof READER_STEPS)[number], where: number];

/** What went wrong, of marks that nobody erased. */
export interface ReaderOutcome {
  /** Acknowledged, and not in the document. */
  lost: number;
  doubled: number;
  /** Clients that show another text. */
  diverged: number;
}

/**
 * Three plain clients of one document who type and erase marks, lose their connection and come back: to the same node,
 * or from a node that is lost, whose last edits this one learns of when it asks the log.
 */
class ReaderWorld {
  document = START;
  readonly typed: string[] = [];
  readonly acknowledged = new Set<string>();
  readonly erased = new Set<string>();
  /** What lost nodes have logged and this one has not heard of. */
  #unheard: Delta[] = [];
  readonly clients: Client[] = [0, 1, 2].map((index) => this.#join(index));

  type(client: Client, where: number): void {
    const mark = String.fromCharCode(0x4e00 + this.typed.length);
    this.typed.push(mark);
    const at = where % (client.screen.length + 1);
    this.#send(client, client.screen.slice(0, at) + mark + client.screen.slice(at), mark);
  }

  erase(client: Client, where: number): void {
    const at = where % (client.screen.length + 1);
    const mark = client.screen[at];
    if (mark === undefined) return;
    this.erased.add(mark);
    this.#send(client, client.screen.slice(0, at) + client.screen.slice(at + 1));
  }

  receive(client: Client): void {
    const sent = client.toServer.shift();
    if (!sent) return;
    if ('shown' in sent) return sent.shown();
    const taken = this.#take(client, sent.code).then(() => this.#answer(sent.mark));
    // Refused: the client knows that it has to look again.
    taken.catch(() => {});
  }

  show(client: Client): void {
    const pushed = client.toClient.shift();
    if (!pushed) return;
    client.screen = pushed.code;
    client.toServer.push({ shown: pushed.shown });
  }

  catchUp(client: Client): void {
    client.caughtUp.shift()?.();
  }

  /**
   * Loses a connection. An even `where` leads back to the same node; an odd one comes from a node that is lost, which
   * took one more text, and answered if `where` says so.
   */
  lose(client: Client, where: number): void {
    const { reader, screen, toServer } = client;
    const isNodeLost = where % 2 === 1;
    if (isNodeLost) this.#takeOnLostNode(reader, toServer, where % 4 === 1);
    reader.close();
    const index = this.clients.indexOf(client);
    this.clients[index] = { ...this.#join(index, isNodeLost ? undefined : reader), screen };
  }

  #join(index: number, earlier?: PlainReader): Client {
    const toClient: Client['toClient'] = [];
    const push = (code: string, answered: (isShown: boolean) => void) =>
      void toClient.push({ code, shown: () => answered(true) });
    const text = () => this.document;
    const reader = new PlainReader(`participant ${index}`, text, { push, isSlow: () => false }, earlier);
    if (this.document !== START) reader.pushNow();
    return { reader, screen: this.document, toServer: [], toClient, caughtUp: [] };
  }

  #send(client: Client, code: string, mark?: string): void {
    client.screen = code;
    client.toServer.push({ code, mark });
  }

  #answer(mark: string | undefined): void {
    if (mark !== undefined) this.acknowledged.add(mark);
  }

  #takeOnLostNode(reader: PlainReader, sent: Sent[], answers: boolean): void {
    const next = sent.shift();
    if (!next) return;
    if ('shown' in next) {
      next.shown();
      return this.#takeOnLostNode(reader, sent, answers);
    }
    // It would have asked the log first, and was lost meanwhile.
    if (reader.settle(() => Promise.resolve())) return;
    try {
      reader.receive(next.code, (edit) => this.#unheard.push(edit));
      if (answers) this.#answer(next.mark);
    } catch {
      // Refused there.
    }
  }

  // As a node's document does it.
  async #take(client: Client, code: string): Promise<void> {
    const { reader } = client;
    const settling = reader.settle(
      () =>
        new Promise((resolve) => {
          client.caughtUp.push(() => {
            this.hear();
            resolve();
          });
        }),
    );
    if (settling) await settling;
    if (!this.clients.some((present) => present.reader === reader)) throw new Error('It has left.');
    reader.receive(code, (edit) => this.#apply(edit));
  }

  /** As the bus or the log tells it, sooner or later. */
  hear(): void {
    for (let edit = this.#unheard.shift(); edit !== undefined; edit = this.#unheard.shift()) this.#apply(edit);
  }

  #apply(edit: Delta): void {
    this.document = applyDelta(this.document, edit);
    this.#unheard = this.#unheard.map((unheard) => edit.transform(unheard, true));
    for (const { reader } of this.clients) reader.documentChanged(edit);
  }
}

/** Lets everything happen and everything under way arrive; `pass` lets so many milliseconds of faked time go by. */
export async function runReaderWorld(
  steps: ReaderStep[],
  pass: (ms: number) => Promise<unknown>,
): Promise<ReaderOutcome> {
  const world = new ReaderWorld();
  for (const [index, what, where] of steps) {
    const client = world.clients[index];
    if (!client) continue;
    if (what === 'type') world.type(client, where);
    else if (what === 'erase') world.erase(client, where);
    else if (what === 'receive') world.receive(client);
    else if (what === 'show') world.show(client);
    else if (what === 'catch up') world.catchUp(client);
    else if (what === 'lose') world.lose(client, where);
    await pass(what === 'wait' ? SENT_AFTER_MS : 0);
  }
  world.hear();
  // Who came back to an untouched document keeps what they typed on the screen, and sends it with the next key.
  for (const client of world.clients) world.type(client, 0);
  for (let round = 0; round < 20; round++)
    for (const client of world.clients) {
      while (client.toServer.length > 0) world.receive(client);
      world.catchUp(client);
      await pass(SENT_AFTER_MS);
      while (client.toClient.length > 0) world.show(client);
    }
  for (const { reader } of world.clients) reader.close();
  const count = (mark: string) => world.document.split(mark).length - 1;
  const whole = world.typed.filter((mark) => !world.erased.has(mark));
  return {
    lost: whole.filter((mark) => world.acknowledged.has(mark) && count(mark) === 0).length,
    doubled: whole.filter((mark) => count(mark) > 1).length,
    diverged: world.clients.filter(({ screen }) => screen !== world.document).length,
  };
}
