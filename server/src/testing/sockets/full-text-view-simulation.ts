import { FullTextView } from '../../features/documents/fulltext/full-text-view.ts';
import { applyDelta, type Delta } from '../../features/documents/fulltext/text-delta.ts';

/** A full-text client and its connection: texts travel in order each way and wait until they are delivered. */
interface Client {
  view: FullTextView;
  screen: string;
  pushedLast: string | null;
  inFlight: boolean;
  mayBeOverwritten: boolean;
  toServer: ({ code: string } | { acknowledged: number })[];
  toClient: { text: string; push: number }[];
}

/** A document and three full-text clients that type marks, each mark once, over connections with delay. */
class ViewSimulation {
  readonly #acknowledges: boolean;
  document = 'SELECT 1;';
  readonly typed: string[] = [];
  readonly erased = new Set<string>();
  /** Marks that another client's text deleted. */
  deletedOfOthers = 0;
  readonly #authors = new Map<string, Client>();
  readonly clients: Client[] = [0, 1, 2].map(() => ({
    view: new FullTextView(this.document),
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

  // An erased mark may be missing at the end; every other mark must be there.
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
      client.pushedLast = client.view.onAck(message.acknowledged) ?? null;
      client.inFlight = false;
    } else {
      const how = { exact: this.#acknowledges, document: this.document };
      client.view.receive(message.code, how, (edit) => this.#apply(client, edit));
      client.pushedLast = message.code;
      client.mayBeOverwritten = !this.#acknowledges && client.view.mayBeOverwritten;
    }
  }

  /** `isQuiet` if the client has been silent for so long that it is sent even a text equal to its own. */
  serverPushes(client: Client, { isQuiet = false } = {}): void {
    const isKnown = client.pushedLast === this.document && !(isQuiet && client.mayBeOverwritten);
    if ((this.#acknowledges && client.inFlight) || isKnown) return;
    client.mayBeOverwritten = false;
    client.toClient.push({ text: this.document, push: client.view.onPush(this.document) });
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
        this.deletedOfOthers++;
    for (const { view } of this.clients) view.onChange(edit);
  }
}

/** One step of one client: it types or erases, the server receives or pushes, or the client shows a push. */
export type ViewStep = [client: number, what: 'type' | 'erase' | 'receive' | 'push' | 'show', where: number];

/** The failures of a simulation; `deletedOfOthers` counts marks that another client's text deleted. */
export interface ViewOutcome {
  lost: number;
  duplicated: number;
  diverged: number;
  deletedOfOthers: number;
}

/** Runs all steps, delivers everything in flight, and counts the failures. */
export function runViewSimulation(acknowledges: boolean, steps: ViewStep[]): ViewOutcome {
  const simulation = new ViewSimulation(acknowledges);
  for (const [index, what, where] of steps) {
    const client = simulation.clients[index];
    if (!client) continue;
    if (what === 'type') simulation.type(client, where);
    else if (what === 'erase') simulation.erase(client, where);
    else if (what === 'receive') simulation.serverReceives(client);
    else if (what === 'push') simulation.serverPushes(client);
    else simulation.clientReceives(client);
  }
  simulation.settle();
  const count = (mark: string) => simulation.document.split(mark).length - 1;
  return {
    lost: simulation.typed.filter((mark) => count(mark) === 0 && !simulation.erased.has(mark)).length,
    duplicated: simulation.typed.filter((mark) => count(mark) > 1).length,
    deletedOfOthers: simulation.deletedOfOthers,
    diverged: simulation.clients.filter(({ screen }) => screen !== simulation.document).length,
  };
}
