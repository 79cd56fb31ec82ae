import { FullTextClient } from '../../features/documents/fulltext/full-text-client.ts';
import { applyDelta, type Delta } from '../../features/documents/fulltext/text-delta.ts';

const START = 'SELECT 1;';
/** Longer than the delay of a push (ms). */
const PUSHED_AFTER_MS = 50;

/** In flight to the server: a text with the mark that was typed last, if any, or an acknowledgement. */
type Sent = { code: string; mark: string | undefined } | { shown: () => void };

/** A full-text client that acknowledges pushes, with its connection: each way keeps its order and has delay. */
interface Client {
  session: FullTextClient;
  screen: string;
  toServer: Sent[];
  toClient: { code: string; shown: () => void }[];
  /** Resolves the log reads that the server makes for this client. */
  caughtUp: (() => void)[];
}

/** All steps; a step is drawn as often as it is listed. */
export const CLIENT_STEPS = [
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
  'start over',
] as const;

/** One step of one client; `where` is the place in its text, or the way in which it loses its connection. */
export type ClientStep = [client: number, what: (typeof CLIENT_STEPS)[number], where: number];

/** Failures, counted over marks that were not erased. */
export interface ClientOutcome {
  /** Acknowledged, but missing in the document. */
  lost: number;
  duplicated: number;
  /** Clients whose screen differs from the document. */
  diverged: number;
}

/**
 * Three full-text clients of one document that type and erase marks, lose their connection and reconnect: to the same
 * node, or from a crashed node, whose last edits this node only finds in the log.
 */
class ClientSimulation {
  document = START;
  readonly typed: string[] = [];
  readonly acknowledged = new Set<string>();
  readonly erased = new Set<string>();
  /** Edits that crashed nodes logged and this node has not read. */
  #unread: Delta[] = [];
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
    // If a client is refused, it resynchronizes.
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
   * Loses a connection. If `where` is even, the client reconnects to the same node; if it is odd, it comes from a
   * crashed node that applied one more text, and acknowledged it if `where % 4` is 1.
   */
  lose(client: Client, where: number): void {
    const { session, screen, toServer } = client;
    const isNodeLost = where % 2 === 1;
    if (isNodeLost) this.#takeOnLostNode(session, toServer, where % 4 === 1);
    session.close();
    const index = this.clients.indexOf(client);
    this.clients[index] = { ...this.#join(index, isNodeLost ? undefined : session), screen };
  }

  #join(index: number, earlier?: FullTextClient): Client {
    const toClient: Client['toClient'] = [];
    const push = (code: string, answered: (isShown: boolean) => void) =>
      void toClient.push({ code, shown: () => answered(true) });
    const text = () => this.document;
    const session = new FullTextClient(`participant ${index}`, text, { push, isSlow: () => false }, earlier);
    if (this.document !== START) session.pushNow();
    return { session, screen: this.document, toServer: [], toClient, caughtUp: [] };
  }

  #send(client: Client, code: string, mark?: string): void {
    client.screen = code;
    client.toServer.push({ code, mark });
  }

  #answer(mark: string | undefined): void {
    if (mark !== undefined) this.acknowledged.add(mark);
  }

  #takeOnLostNode(session: FullTextClient, sent: Sent[], answers: boolean): void {
    const next = sent.shift();
    if (!next) return;
    if ('shown' in next) {
      next.shown();
      return this.#takeOnLostNode(session, sent, answers);
    }
    // The node would have read the log first, and crashed meanwhile.
    if (session.catchUpOnce(() => Promise.resolve())) return;
    try {
      session.receive(next.code, (edit) => this.#unread.push(edit));
      if (answers) this.#answer(next.mark);
    } catch {
      // The crashed node refused the text.
    }
  }

  // As LiveDocument.editFullText does.
  async #take(client: Client, code: string): Promise<void> {
    const { session } = client;
    const catchingUp = session.catchUpOnce(
      () =>
        new Promise((resolve) => {
          client.caughtUp.push(() => {
            this.readLog();
            resolve();
          });
        }),
    );
    if (catchingUp) await catchingUp;
    if (!this.clients.some((present) => present.session === session)) throw new Error('The client has left.');
    session.receive(code, (edit) => this.#apply(edit));
  }

  /** As the bus or the log delivers it, sooner or later. */
  readLog(): void {
    for (let edit = this.#unread.shift(); edit !== undefined; edit = this.#unread.shift()) this.#apply(edit);
  }

  #apply(edit: Delta): void {
    this.document = applyDelta(this.document, edit);
    this.#unread = this.#unread.map((unread) => edit.transform(unread, true));
    for (const { session } of this.clients) session.onChange(edit);
  }
}

/** Runs all steps and delivers everything in flight; `pass` advances the fake clock by so many milliseconds. */
export async function runClientSimulation(
  steps: ClientStep[],
  pass: (ms: number) => Promise<unknown>,
): Promise<ClientOutcome> {
  const simulation = new ClientSimulation();
  for (const [index, what, where] of steps) {
    const client = simulation.clients[index];
    if (!client) continue;
    if (what === 'type') simulation.type(client, where);
    else if (what === 'erase') simulation.erase(client, where);
    else if (what === 'receive') simulation.receive(client);
    else if (what === 'show') simulation.show(client);
    else if (what === 'catch up') simulation.catchUp(client);
    else if (what === 'lose') simulation.lose(client, where);
    else if (what === 'start over') client.session.startOver();
    await pass(what === 'wait' ? PUSHED_AFTER_MS : 0);
  }
  simulation.readLog();
  // If a client reconnected to an untouched document, it still shows its own text, and sends it with the next key.
  for (const client of simulation.clients) simulation.type(client, 0);
  for (let round = 0; round < 20; round++)
    for (const client of simulation.clients) {
      while (client.toServer.length > 0) simulation.receive(client);
      simulation.catchUp(client);
      await pass(PUSHED_AFTER_MS);
      while (client.toClient.length > 0) simulation.show(client);
    }
  for (const { session } of simulation.clients) session.close();
  const count = (mark: string) => simulation.document.split(mark).length - 1;
  const whole = simulation.typed.filter((mark) => !simulation.erased.has(mark));
  return {
    lost: whole.filter((mark) => simulation.acknowledged.has(mark) && count(mark) === 0).length,
    duplicated: whole.filter((mark) => count(mark) > 1).length,
    diverged: simulation.clients.filter(({ screen }) => screen !== simulation.document).length,
  };
}
