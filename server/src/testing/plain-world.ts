import { PlainView } from '../features/documents/plain-view.ts';
import { applyDelta, type Delta } from '../features/documents/text-delta.ts';

/** A plain client and its connection: texts travel in order each way and wait until they are delivered. */
interface Client {
  view: PlainView;
  screen: string;
  pushedLast: string;
  inFlight: boolean;
  toServer: ({ code: string } | { acknowledged: string })[];
  toClient: string[];
}

/** A document and three plain clients that type marks, each of which is typed once, over connections that take their time. */
export class PlainWorld {
  readonly #acknowledges: boolean;
  document = 'SELECT 1;';
  typed: string[] = [];
  readonly clients: Client[] = [0, 1, 2].map(() => ({
    view: new PlainView(this.document),
    screen: this.document,
    pushedLast: this.document,
    inFlight: false,
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
    client.toServer.push({ code: client.screen });
  }

  serverReceives(client: Client): void {
    const message = client.toServer.shift();
    if (!message) return;
    if ('acknowledged' in message) {
      client.view.acknowledged(message.acknowledged);
      client.inFlight = false;
    } else {
      client.view.receive(message.code, this.#acknowledges, (edit) => this.#apply(edit));
      client.pushedLast = message.code;
    }
  }

  serverPushes(client: Client): void {
    if ((this.#acknowledges && client.inFlight) || client.pushedLast === this.document) return;
    client.view.pushed(this.document);
    client.toClient.push(this.document);
    client.pushedLast = this.document;
    client.inFlight = true;
  }

  clientReceives(client: Client): void {
    const text = client.toClient.shift();
    if (text === undefined) return;
    client.screen = text;
    if (this.#acknowledges) client.toServer.push({ acknowledged: text });
  }

  settle(): void {
    for (let round = 0; round < 20; round++)
      for (const client of this.clients) {
        while (client.toServer.length > 0) this.serverReceives(client);
        this.serverPushes(client);
        while (client.toClient.length > 0) this.clientReceives(client);
      }
  }

  #apply(edit: Delta): void {
    this.document = applyDelta(this.document, edit);
    for (const { view } of this.clients) view.documentChanged(edit);
  }
}

/** One thing that happens to one client: it types, the server takes or sends something, or the client shows it. */
export type WorldStep = [client: number, what: 'type' | 'receive' | 'push' | 'show', where: number];

/** Lets everything happen, delivers what is under way, and counts what went wrong. */
export function runWorld(
  acknowledges: boolean,
  steps: WorldStep[],
): { lost: number; doubled: number; diverged: number } {
  const world = new PlainWorld(acknowledges);
  for (const [index, what, where] of steps) {
    const client = world.clients[index];
    if (!client) continue;
    if (what === 'type') world.type(client, where);
    else if (what === 'receive') world.serverReceives(client);
    else if (what === 'push') world.serverPushes(client);
    else world.clientReceives(client);
  }
  world.settle();
  const occurrences = world.typed.map((mark) => world.document.split(mark).length - 1);
  return {
    lost: occurrences.filter((count) => count === 0).length,
    doubled: occurrences.filter((count) => count > 1).length,
    diverged: world.clients.filter(({ screen }) => screen !== world.document).length,
  };
}
