import { PlainView } from '../features/documents/fulltext/full-text-view.ts';
import { applyDelta, type Delta } from '../features/documents/fulltext/text-delta.ts';

/** A plain client and its connection: texts travel in order each way and wait until they are delivered. */
interface Client {
  view: PlainView;
  screen: string;
  pushedLast: string | null;
  inFlight: boolean;
  mayBeOverwritten: boolean;
  toServer: ({ code: string } | { acknowledged: number })[];
  toClient: { text: string; push: number }[];
}

/** A document and three plain clients that type marks, each of which is typed once, over connections that take their time. */
class PlainWorld {
  readonly #acknowledges: boolean;
  document = 'SELECT 1;';
  readonly typed: string[] = [];
  readonly erased = new Set<string>();
  /** Marks that the text of somebody else took away. */
  robbed = 0;
  readonly #authors = new Map<string, Client>();
  readonly clients: Client[] = [0, 1, 2].map(() => ({
    view: new PlainView(this.document),
    screen: this.document,
    pushedLast: this.document,
    inFlight: false,
    mayBeOverwritten: false,
    toServer: [],
    toClient: [],
  }));

  constructor(acknowledges: boolean) {
    this.#acknowledges = acknowledges;
  }

  // Every insertion is one character that occurs nowhere else, so that it can be counted.
  type(client: Client, where: number): void {
    const mark = String.fromCharCode(0x4e00 + this.typed.length);
    const at = where % (client.screen.length + 1);
    client.screen = client.screen.slice(0, at) + mark + client.screen.slice(at);
    this.typed.push(mark);
    this.#authors.set(mark, client);
    client.toServer.push({ code: client.screen });
  }

  // What somebody erases may be gone; what only others erase must not be.
  erase(client: Client, where: number): void {
    const at = where % (client.screen.length + 1);
    const mark = client.screen[at];
    if (mark === undefined) return;
    this.erased.add(mark);
    client.screen = client.screen.slice(0, at) + client.screen.slice(at + 1);
    client.toServer.push({ code: client.screen });
  }

  serverReceives(client: Client): void {
    const message = client.toServer.shift();
    if (!message) return;
    if ('acknowledged' in message) {
      client.pushedLast = client.view.acknowledged(message.acknowledged) ?? null;
      client.inFlight = false;
    } else {
      const how = { exact: this.#acknowledges, document: this.document };
      client.view.receive(message.code, how, (edit) => this.#apply(client, edit));
      client.pushedLast = message.code;
      client.mayBeOverwritten = !this.#acknowledges && client.view.mayBeOverwritten;
    }
  }

  /** `isQuiet` when the client has been silent for long enough to be sent even what it sent itself. */
  serverPushes(client: Client, { isQuiet = false } = {}): void {
    const isKnown = client.pushedLast === this.document && !(isQuiet && client.mayBeOverwritten);
    if ((this.#acknowledges && client.inFlight) || isKnown) return;
    client.mayBeOverwritten = false;
    client.toClient.push({ text: this.document, push: client.view.pushed(this.document) });
    client.pushedLast = this.document;
    client.inFlight = true;
  }

  clientReceives(client: Client): void {
    const message = client.toClient.shift();
    if (!message) return;
    client.screen = message.text;
    if (this.#acknowledges) client.toServer.push({ acknowledged: message.push });
  }

  settle(): void {
    for (let round = 0; round < 20; round++)
      for (const client of this.clients) {
        while (client.toServer.length > 0) this.serverReceives(client);
        this.serverPushes(client, { isQuiet: true });
        while (client.toClient.length > 0) this.clientReceives(client);
      }
  }

  #apply(client: Client, edit: Delta): void {
    const before = this.document;
    this.document = applyDelta(before, edit);
    for (const [mark, author] of this.#authors)
      if (author !== client && !this.erased.has(mark) && before.includes(mark) && !this.document.includes(mark))
        this.robbed++;
    for (const { view } of this.clients) view.documentChanged(edit);
  }
}

/** One thing that happens to one client: it types or erases, the server takes or sends something, or the client shows it. */
export type WorldStep = [client: number, what: 'type' | 'erase' | 'receive' | 'push' | 'show', where: number];

/** What went wrong in a world; `robbed` counts what the text of somebody else took away. */
export interface WorldOutcome {
  lost: number;
  doubled: number;
  diverged: number;
  robbed: number;
}

/** Lets everything happen, delivers what is under way, and counts what went wrong. */
export function runWorld(acknowledges: boolean, steps: WorldStep[]): WorldOutcome {
  const world = new PlainWorld(acknowledges);
  for (const [index, what, where] of steps) {
    const client = world.clients[index];
    if (!client) continue;
    if (what === 'type') world.type(client, where);
    else if (what === 'erase') world.erase(client, where);
    else if (what === 'receive') world.serverReceives(client);
    else if (what === 'push') world.serverPushes(client);
    else world.clientReceives(client);
  }
  world.settle();
  const count = (mark: string) => world.document.split(mark).length - 1;
  return {
    lost: world.typed.filter((mark) => count(mark) === 0 && !world.erased.has(mark)).length,
    doubled: world.typed.filter((mark) => count(mark) > 1).length,
    robbed: world.robbed,
    diverged: world.clients.filter(({ screen }) => screen !== world.document).length,
  };
}
