import type { Account, Answer, Entry } from '../../web/src/features/outbox/outbox-entry.ts';
import type { OutboxRequest, requestOf } from '../../web/src/features/outbox/outbox-request.ts';
import type { Outbox, OutboxPorts } from '../../web/src/features/outbox/outbox.ts';
import type { settleBeforeSignOut, SignOutChoice } from '../../web/src/features/outbox/sign-out.ts';
import { newDisk } from '../../web/src/testing/device-disk.ts';
import { INTERVIEWS, ModelServer, PEOPLE } from './model-server.ts';

/** The queue's code: the product's own, or a broken variant of it. */
export interface QueueCode {
  Outbox: new (client: string, ports: OutboxPorts) => Outbox;
  requestOf: typeof requestOf;
  settleBeforeSignOut: typeof settleBeforeSignOut;
}

/** Something a person did, and what they were told of it. */
export interface Deed {
  name: string;
  kind: Entry['kind'];
  user: string;
  interviewId: string;
  /** The screen said that it is kept. */
  wasTold: boolean;
  /** The person gave it up. */
  isDiscarded: boolean;
}

interface Tab {
  outbox: Outbox;
  isAlive: boolean;
  timers: { due: number; work: () => void }[];
}

interface Request {
  tab: Tab;
  call: OutboxRequest;
  token: string;
  deed: string;
  answered: (answer: Answer) => void;
}

/** What may happen to a request and its answer on the way. */
export const FATES = [
  'delivered',
  'delivered',
  'delivered',
  'lost before',
  'lost after',
  'failed before',
  'failed after',
  'portal',
  'twice',
  'late',
] as const;
export type Fate = (typeof FATES)[number];

const UNREACHABLE: Answer = { status: 0, code: null, message: '', isOurs: false };
const FAILED: Answer = { status: 500, code: 'internal', message: '', isOurs: true };
const PORTAL: Answer = { status: 200, code: null, message: '', isOurs: false };
/** After so many rounds in which everything went well, a queue that still sends will never rest. */
const ROUNDS_MAX = 60;
/** Turns of the event loop a step of the disk takes at most. */
const TURNS = 24;
const never = <T>() => new Promise<T>(() => undefined);

/** One device with its tabs, disk, clock and network, and the server. Every moment of it is decided by the steps. */
export class World {
  readonly server = new ModelServer();
  readonly deeds: Deed[] = [];
  readonly faults = new Set<string>();
  readonly tabs: Tab[] = [];
  readonly #code: QueueCode;
  readonly #flying: Request[] = [];
  readonly #late: Request[] = [];
  #lock: { tab: Tab; work: () => Promise<void>; done: (error?: unknown) => void }[] = [];
  #account: Account | null = null;
  #isOnline = true;
  #isDiskFull = false;
  #clock = 1_000_000;
  #skew = 0;

  constructor(code: QueueCode) {
    this.#code = code;
    newDisk();
    this.#fillDisk();
    this.signIn(0);
    this.open();
  }

  /** Opens another tab, which starts to send as every page does. */
  open(): void {
    const tab: Tab = { isAlive: true, timers: [] } as unknown as Tab;
    tab.outbox = new this.#code.Outbox(`tab-${this.tabs.length}`, {
      account: () => (tab.isAlive ? this.#account : null),
      send: (entry, token) => (tab.isAlive ? this.#send(tab, entry, token) : never()),
      alone: (work) => (tab.isAlive ? this.#alone(tab, work) : never()),
      later: (ms, work) => void tab.timers.push({ due: this.#clock + ms, work }),
      now: () => this.#clock + this.#skew,
      changed: () => undefined,
    });
    this.tabs.push(tab);
    void tab.outbox.flush();
  }

  /** The page is gone at once, by a reload, a crash or a dead battery. What it had sent may still arrive. */
  crash(nth: number): void {
    const tab = this.#living(nth);
    if (!tab) return;
    tab.isAlive = false;
    tab.timers = [];
    const held = this.#lock[0]?.tab === tab;
    this.#lock = this.#lock.filter((waiting) => waiting.tab !== tab);
    if (held) this.#next();
  }

  act(nth: number, kind: Entry['kind'] | 'both', which: number): void {
    const tab = this.#living(nth);
    const account = this.#account;
    if (!tab || !account) return;
    const own = INTERVIEWS[account.company] ?? [];
    const interviewId = own[which % own.length] ?? '';
    const kinds: Entry['kind'][] = kind === 'both' ? ['save', 'end'] : [kind];
    const deeds = kinds.map((each) => this.#deed(each, account.user, interviewId));
    const entries = deeds.map((deed) => ({ ...operationOf(deed), opId: deed.name, interviewId, roomCode: 'room' }));
    tab.outbox.add(entries).then(
      () => deeds.forEach((deed) => (deed.wasTold = tab.isAlive)),
      () => undefined,
    );
  }

  /** Somebody elsewhere ends an interview. */
  endElsewhere(which: number): void {
    const all = Object.values(INTERVIEWS).flat();
    const interviewId = all[which % all.length] ?? '';
    if (!this.server.ended.has(interviewId)) this.server.ended.set(interviewId, null);
  }

  flush(nth: number): void {
    void this.#living(nth)?.outbox.flush();
  }

  setOnline(isOnline: boolean): void {
    this.#isOnline = isOnline;
    if (isOnline) for (const tab of this.tabs) if (tab.isAlive) void tab.outbox.flush();
  }

  setDiskFull(isFull: boolean): void {
    this.#isDiskFull = isFull;
  }

  skewClock(ms: number): void {
    this.#skew = ms;
  }

  pass(ms: number): void {
    this.#clock += ms;
    for (const tab of this.tabs) {
      const due = tab.timers.filter((timer) => timer.due <= this.#clock);
      tab.timers = tab.timers.filter((timer) => timer.due > this.#clock);
      for (const { work } of due) work();
    }
  }

  signIn(which: number): void {
    const person = PEOPLE[which % PEOPLE.length];
    if (this.#account || !person) return;
    this.#account = { ...person, token: this.server.signIn(person) };
    for (const tab of this.tabs) if (tab.isAlive) void tab.outbox.flush();
  }

  /** The server ends the sign-in; the device learns of it with its next request. */
  expire(): void {
    if (this.#account) this.server.expire(this.#account.token);
  }

  signOut(nth: number, choice: SignOutChoice): void {
    const tab = this.#living(nth);
    const account = this.#account;
    if (!tab || !account) return;
    const given = this.deeds.filter((deed) => deed.user === account.user);
    if (choice === 'discard') for (const deed of given) deed.isDiscarded = true;
    void this.#code.settleBeforeSignOut(tab.outbox, choice).then((mayLeave) => {
      if (!mayLeave || !tab.isAlive || this.#account !== account) return;
      this.server.expire(account.token);
      this.#account = null;
    });
  }

  /** Decides one request that is on its way. */
  decide(nth: number, fate: Fate): void {
    const request = this.#flying.splice(nth % Math.max(1, this.#flying.length), 1)[0];
    if (!request) return;
    const take = () => this.server.take(request.call, request.token, request.deed);
    if (fate === 'twice' || fate === 'late') this.#late.push(request);
    if (fate === 'delivered' || fate === 'twice') return request.answered(take());
    if (fate === 'lost after' || fate === 'failed after') take();
    if (fate === 'portal') return request.answered(PORTAL);
    request.answered(fate.startsWith('failed') ? FAILED : UNREACHABLE);
  }

  /** A copy of a request that the network had kept arrives. */
  arriveLate(nth: number): void {
    const request = this.#late.splice(nth % Math.max(1, this.#late.length), 1)[0];
    if (request) this.server.take(request.call, request.token, request.deed);
  }

  /** What the pages show must be of the one who looks. */
  async look(nth: number): Promise<void> {
    const user = this.#account?.user;
    const shown = (await this.#living(nth)?.outbox.list()) ?? [];
    if (this.#account?.user === user && shown.some((entry) => entry.user !== user)) this.faults.add('cross-account');
  }

  /** Lets the disk do its work. */
  async settle(turns = TURNS): Promise<void> {
    for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
  }

  /** Everything is well again and everybody signs in once more, until nothing moves. Answers what the disk holds. */
  async recover(): Promise<Entry[]> {
    this.#isDiskFull = false;
    this.#isOnline = true;
    const left: Entry[] = [];
    for (let which = 0; which < PEOPLE.length; which++) {
      if (this.#account) this.server.expire(this.#account.token);
      this.#account = null;
      while (this.tabs.some(({ isAlive }) => isAlive)) this.crash(0);
      this.signIn(which);
      this.open();
      for (let round = 0; round < 4 || this.#flying.length > 0; round++) {
        if (round > ROUNDS_MAX) this.faults.add('never rests');
        if (this.faults.has('never rests')) return left;
        await this.settle();
        for (let left = this.#flying.length; left > 0; left--) this.decide(0, 'delivered');
        await this.settle();
        this.pass(120_000);
      }
      await this.settle();
      left.push(...((await this.tabs.at(-1)?.outbox.list()) ?? []));
    }
    while (this.#late.length > 0) this.arriveLate(0);
    return left;
  }

  #living(nth: number): Tab | undefined {
    const living = this.tabs.filter(({ isAlive }) => isAlive);
    return living[nth % Math.max(1, living.length)];
  }

  #deed(kind: Entry['kind'], user: string, interviewId: string): Deed {
    const name = `deed-${this.deeds.length}`;
    const deed = { name, kind, user, interviewId, wasTold: false, isDiscarded: false };
    this.deeds.push(deed);
    return deed;
  }

  #send(tab: Tab, entry: Entry, token: string): Promise<Answer> {
    const isOthers = this.#account?.token === token && this.#account.user !== entry.user;
    if (isOthers) this.faults.add('cross-account');
    if (this.#flying.some((request) => request.tab.isAlive)) this.faults.add('two at once');
    if (!this.#isOnline) return Promise.resolve(UNREACHABLE);
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const call = this.#code.requestOf(entry);
    this.#flying.push({ tab, call, token, deed: entry.opId, answered: (answer) => tab.isAlive && resolve(answer) });
    return promise;
  }

  /** Web Locks as the browser has them: one holder, the others in line; a page that is gone holds nothing. */
  #alone(tab: Tab, work: () => Promise<void>): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const done = (error?: unknown) => (error === undefined ? resolve() : reject(error));
    this.#lock.push({ tab, work, done });
    if (this.#lock.length === 1) this.#next();
    return promise;
  }

  #next(): void {
    const holder = this.#lock[0];
    if (!holder) return;
    const leave = (error?: unknown) => {
      if (this.#lock[0] === holder) {
        this.#lock.shift();
        this.#next();
      }
      holder.done(error);
    };
    holder.work().then(() => leave(), leave);
  }

  #fillDisk(): void {
    const isFull = () => this.#isDiskFull;
    for (const name of ['add', 'put'] as const) {
      const real = WRITES[name];
      IDBObjectStore.prototype[name] = function write(this: IDBObjectStore, ...given: [unknown]) {
        if (isFull()) throw new DOMException('The disk is full.', 'QuotaExceededError');
        return real.apply(this, given);
      };
    }
  }
}

const WRITES = { add: IDBObjectStore.prototype.add, put: IDBObjectStore.prototype.put };

function operationOf({ kind, name, interviewId }: Deed) {
  if (kind === 'end') return { kind };
  return { kind, body: { interview_session_id: interviewId, code_content: name, update: 'AAA=' } };
}
