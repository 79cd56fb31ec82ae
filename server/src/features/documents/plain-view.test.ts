import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PlainView } from './plain-view.ts';
import { applyDelta, Delta } from './text-delta.ts';

/** A plain client and its connection: texts travel in order each way and wait until they are delivered. */
interface Client {
  view: PlainView;
  screen: string;
  pushedLast: string;
  inFlight: boolean;
  toServer: ({ code: string } | { acknowledged: string })[];
  toClient: string[];
}

class World {
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

const step = fc.tuple(fc.nat(2), fc.constantFrom('type', 'receive', 'push', 'show'), fc.nat(200));

test.each([
  ['acknowledge', true],
  ['never acknowledge', false],
])('plain clients that %s lose nothing, double nothing and end up equal', (_how, acknowledges) => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 200 }), (steps) => {
      const world = new World(acknowledges);
      for (const [index, kind, where] of steps) {
        const client = world.clients[index];
        if (!client) continue;
        if (kind === 'type') world.type(client, where);
        else if (kind === 'receive') world.serverReceives(client);
        else if (kind === 'push') world.serverPushes(client);
        else world.clientReceives(client);
      }
      world.settle();
      for (const mark of world.typed) expect(world.document.split(mark)).toHaveLength(2);
      for (const { screen } of world.clients) expect(screen).toBe(world.document);
    }),
    { numRuns: 1000 },
  );
});

test('a client that comes back with an old text on its screen takes nothing of others away', () => {
  let document = 'old';
  const lost = new PlainView(document);
  const typed = new Delta().retain(3).insert(' and what others typed meanwhile');
  document = applyDelta(document, typed);
  lost.documentChanged(typed);
  const back = new PlainView(document, lost);
  back.receive('old!', false, (edit) => (document = applyDelta(document, edit)));
  expect(document).toContain('what others typed meanwhile');
  expect(document).toContain('!');
});
