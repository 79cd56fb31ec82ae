import { FILE_TEXTS, SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { mock } from 'node:test';
import { textOf, textsOf } from '../../features/documents/log/document-replay.ts';
import { newDocument } from '../../features/documents/yjs/new-document.ts';
import type { RoomOutcome, RoomSchedule, RoomStep } from './schedule.ts';
import { replayLog, SimulatedLog, SimulatedNode, type SharedState } from './simulated-node.ts';
import { FullTextPeer } from './full-text-peer.ts';
import { PagePeer } from './page-peer.ts';
import { participantIdOf, type Peer } from './peer.ts';

/** Longer than the delay of a push (ms). */
const PUSHED_AFTER_MS = 50;
/** Longer than the wait for a client that never acknowledges (ms). */
const QUIET_MS = 3_100;
const ROUNDS = 10;
/** More messages than a client sends in one round. */
const MESSAGES_MAX = 500;
const PEERS = 5;
const [FIRST, SECOND, THIRD] = [0, 1, 2];
const TEXTS = FILE_TEXTS.slice(0, 3);

/**
 * Two nodes with the product's open document and one log: three full-text clients, a page that edits the shared text
 * and often another text in the same edit, and a page that edits further texts only.
 */
class RoomSimulation {
  readonly #shared: SharedState = { log: new SimulatedLog(), texts: TEXTS, nodes: [] };
  readonly #running: SimulatedNode[] = [];
  readonly #hasSilent: boolean;
  #hasShown = false;
  readonly fullText: FullTextPeer[];
  readonly #pages: PagePeer[];
  readonly peers: Peer[];
  readonly #erased = new Set<string>();
  #isStable = true;
  #steps = 0;

  constructor(hasFiles: boolean, hasSilent: boolean) {
    this.#hasSilent = hasSilent;
    this.fullText = [FIRST, SECOND, THIRD].map((index) => new FullTextPeer(index, !(hasSilent && index === THIRD)));
    const present = new Set(Array.from({ length: PEERS }, (_, index) => participantIdOf(index)));
    const further = (where: number) => (hasFiles ? TEXTS.slice(1 + (where % 2), 2 + (where % 2)) : []);
    const both = (where: number) => [SHARED_TEXT, ...(where % 3 === 0 ? further(where) : [])];
    this.#pages = [new PagePeer(3, both, present), new PagePeer(4, further, present)];
    this.peers = [...this.fullText, ...this.#pages];
  }

  async start(): Promise<void> {
    for (let n = 0; n < 2; n++) this.#running.push(await SimulatedNode.start(this.#shared));
    for (const [index, peer] of this.peers.entries()) peer.connect(this.#nodeAt(index));
  }

  #nodeAt(index: number): SimulatedNode {
    const node = this.#running[index % this.#running.length];
    if (!node) throw new Error('No node runs.');
    return node;
  }

  async step(peer: Peer, what: RoomStep[1], where: number): Promise<void> {
    const n = this.#steps++;
    const { node } = peer;
    if (what === 'type') peer.type(n, where);
    else if (what === 'erase') for (const mark of peer.erase(where)) this.#erased.add(mark);
    else if (what === 'receive') peer.receive();
    else if (what === 'show') peer.show();
    else if (what === 'commit') node.commit();
    else if (what === 'deliver' || what === 'miss') node.deliver(what === 'miss');
    else if (what === 'catch up') node.catchUp();
    else if (what === 'crash') await this.#crash(node, where);
    else if (what === 'reconnect page' || (what === 'reconnect' && peer instanceof FullTextPeer))
      this.#reconnect(peer, where);
  }

  #reconnect(peer: Peer, where: number): void {
    this.#isStable = false;
    if (peer instanceof PagePeer && where % 2 === 0) peer.reload();
    peer.connect(this.#nodeAt(where));
  }

  /** The last edits of the node are acknowledged, in the log without an acknowledgement, or gone. */
  async #crash(node: SimulatedNode, where: number): Promise<void> {
    this.#isStable = false;
    if (where % 3 > 0) node.commit(where % 3 === 1);
    const left = this.peers.filter((peer) => peer.node === node);
    node.crash();
    this.#running.splice(this.#running.indexOf(node), 1);
    for (const peer of left) peer.connect(this.#nodeAt(0));
    this.#running.push(await SimulatedNode.start(this.#shared));
  }

  /** Lets all clients show a first text. */
  async showText(pass: (ms: number) => Promise<unknown>): Promise<void> {
    this.#hasShown = true;
    this.#pages[0]?.type(this.#steps++, 1);
    await this.#deliver(pass);
  }

  async settle(pass: (ms: number) => Promise<unknown>): Promise<void> {
    // If a client reconnected to an untouched document, it still shows its own text, and sends it with the next key.
    for (const peer of this.peers) peer.type(this.#steps++, 0);
    await this.#deliver(pass);
  }

  async #deliver(pass: (ms: number) => Promise<unknown>): Promise<void> {
    for (let round = 0; round < ROUNDS; round++) {
      for (const peer of this.peers) for (let n = 0; n < MESSAGES_MAX && peer.receive(); n++) await pass(0);
      for (const node of this.#running) {
        node.commit();
        node.catchUp();
        node.deliver(false);
        node.document.reconcile();
      }
      await pass(round % 5 === 4 ? QUIET_MS : PUSHED_AFTER_MS);
      for (const peer of this.peers) while (peer.show());
    }
  }

  outcome(): Omit<RoomOutcome, 'disturbed'> {
    const doc = newDocument();
    replayLog(this.#shared.log, doc);
    const texts = textsOf(doc);
    const all = [...texts.values()].join('');
    const further = [...texts].flatMap(([name, text]) => (name === SHARED_TEXT ? [] : text)).join('');
    const count = (mark: string, within: string) => within.split(mark).length - 1;
    const owners = this.peers.filter((_, index) => !(this.#hasSilent && index === THIRD));
    const acknowledged = owners.flatMap((peer) => [...peer.acknowledged]);
    const strict = this.#isStable && this.#hasShown && !this.#hasSilent ? all : further;
    const seen = [
      ...this.#running.map(({ document }) => document.texts),
      ...this.#pages.map((page) => textsOf(page.doc)),
    ];
    const isOther = (own: ReadonlyMap<string, string>) =>
      TEXTS.some((name) => (own.get(name) ?? '') !== (texts.get(name) ?? ''));
    return {
      lost: acknowledged.filter((mark) => count(mark, all) === 0 && !this.#erased.has(mark)).length,
      duplicated: owners.flatMap(({ typed }) => typed).filter((mark) => count(mark, strict) > 1).length,
      diverged: seen.filter(isOther).length + this.fullText.filter(({ screen }) => screen !== textOf(doc)).length,
    };
  }

  close(): void {
    for (const node of this.#running) node.crash();
  }
}

/**
 * Runs all steps and delivers everything in flight, with and without the edits of further files, and counts the
 * failures; `pass` advances the fake clock by so many milliseconds.
 */
export async function runRoomSimulation(
  schedule: RoomSchedule,
  pass: (ms: number) => Promise<unknown>,
): Promise<RoomOutcome> {
  const { outcome, events } = await run(schedule, pass, true);
  const isLossy = schedule.steps.some(([, what]) => what === 'reconnect page' || what === 'crash');
  if (isLossy) return { ...outcome, disturbed: 0 };
  const alone = await run(schedule, pass, false);
  return { ...outcome, disturbed: events.filter((own, index) => own !== alone.events[index]).length };
}

async function run(
  { steps, hasSilent, hasShown }: RoomSchedule,
  pass: (ms: number) => Promise<unknown>,
  hasFiles: boolean,
): Promise<{ outcome: Omit<RoomOutcome, 'disturbed'>; events: string[] }> {
  // Nodes draw their client ids, and Yjs orders concurrent text by them.
  let drawn = 0;
  const random = mock.method(crypto, 'randomInt', () => (drawn++ * 7_919) % 1_000);
  syncBuiltinESMExports();
  const simulation = new RoomSimulation(hasFiles, hasSilent);
  try {
    await simulation.start();
    if (hasShown) await simulation.showText(pass);
    for (const [index, what, where] of steps) {
      const peer = simulation.peers[index];
      if (peer) await simulation.step(peer, what, where);
      await pass(what === 'wait' ? PUSHED_AFTER_MS : 0);
    }
    await simulation.settle(pass);
    return { outcome: simulation.outcome(), events: simulation.fullText.map(({ events }) => events.join('\n')) };
  } finally {
    simulation.close();
    random.mock.restore();
    syncBuiltinESMExports();
  }
}
