import type { Account, Answer, Entry } from '../../web/src/features/outbox/outbox-entry.ts';
import { requestOf, type OutboxRequest } from '../../web/src/features/outbox/outbox-request.ts';
import { Outbox } from '../../web/src/features/outbox/outbox.ts';
import { settleBeforeSignOut, type SignOutChoice } from '../../web/src/features/outbox/sign-out.ts';
import { resetIndexedDb } from '../../web/src/testing/fake-indexed-db.ts';
import { INTERVIEWS, ModelServer, PEOPLE } from './model-server.ts';

/** The queued operations. Notes have no order among saves and ends, and later ones replace earlier ones. */
type Kind = Extract<Entry['kind'], 'save' | 'end'>;

/** A save or an end by a user, and the screen's confirmation of it. */
export interface Operation {
  name: string;
  kind: Kind;
  user: string;
  interviewId: string;
  /** The screen confirmed that the operation is stored. */
  wasConfirmed: boolean;
  /** The user discarded it. */
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
  operation: string;
  answered: (answer: Answer) => void;
}

/** The fates of a request and its response in transit. */
export const DELIVERIES = [
  'delivered',
  'delivered',
  'delivered',
  'lost before handling',
  'lost after handling',
  'failed before handling',
  'failed after handling',
  'captive portal',
  'duplicated',
  'duplicated late',
] as const;
export type Delivery = (typeof DELIVERIES)[number];

const UNREACHABLE: Answer = { status: 0, code: null, message: '', isOurs: false };
const FAILED: Answer = { status: 500, code: 'internal', message: '', isOurs: true };
const CAPTIVE_PORTAL: Answer = { status: 200, code: null, message: '', isOurs: false };
/** If a queue still sends after this many rounds without failures, it counts as never idle. */
const ROUNDS_MAX = 60;
/** Most turns of the event loop that one disk operation takes. */
const TURNS = 24;
const never = <T>() => new Promise<T>(() => undefined);

/** One device with its tabs, disk, clock and network, and the server. The steps of the schedule decide everything. */
export class Simulation {
  readonly server = new ModelServer();
  readonly operations: Operation[] = [];
  readonly violations = new Set<string>();
  readonly tabs: Tab[] = [];
  readonly #inTransit: Request[] = [];
  readonly #late: Request[] = [];
  #lock: { tab: Tab; work: () => Promise<void>; done: (error?: unknown) => void }[] = [];
  #account: Account | null = null;
  #isOnline = true;
  #isDiskFull = false;
  #clock = 1_000_000;
  #skew = 0;

  constructor() {
    resetIndexedDb();
    this.#patchDisk();
    this.signIn(0);
    this.open();
  }

  /** Opens another tab, which starts sending like every page. */
  open(): void {
    const tab: Tab = { isAlive: true, timers: [] } as unknown as Tab;
    tab.outbox = new Outbox(`tab-${this.tabs.length}`, {
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

  /** Ends a page abruptly, as a reload, a crash or a dead battery does. Its requests may still arrive. */
  crash(nth: number): void {
    const tab = this.#living(nth);
    if (!tab) return;
    tab.isAlive = false;
    tab.timers = [];
    const held = this.#lock[0]?.tab === tab;
    this.#lock = this.#lock.filter((waiting) => waiting.tab !== tab);
    if (held) this.#next();
  }

  /** Adds a save, an end or both to the queue. */
  enqueue(nth: number, kind: Kind | 'both', which: number): void {
    const tab = this.#living(nth);
    const account = this.#account;
    if (!tab || !account) return;
    const own = INTERVIEWS[account.company] ?? [];
    const interviewId = own[which % own.length] ?? '';
    const kinds: Kind[] = kind === 'both' ? ['save', 'end'] : [kind];
    const operations = kinds.map((each) => this.#newOperation(each, account.user, interviewId));
    const entries = operations.map((operation) => ({
      ...operationOf(operation),
      opId: operation.name,
      interviewId,
      roomCode: 'room',
    }));
    tab.outbox.add(entries).then(
      () => operations.forEach((operation) => (operation.wasConfirmed = tab.isAlive)),
      () => undefined,
    );
  }

  /** Ends an interview from another device. */
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

  advanceClock(ms: number): void {
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

  /** Ends the sign-in on the server; the device notices with its next request. */
  expire(): void {
    if (this.#account) this.server.expire(this.#account.token);
  }

  signOut(nth: number, choice: SignOutChoice): void {
    const tab = this.#living(nth);
    const account = this.#account;
    if (!tab || !account) return;
    const given = this.operations.filter((operation) => operation.user === account.user);
    if (choice === 'discard') for (const operation of given) operation.isDiscarded = true;
    void settleBeforeSignOut(tab.outbox, choice).then((mayLeave) => {
      if (!mayLeave || !tab.isAlive || this.#account !== account) return;
      this.server.expire(account.token);
      this.#account = null;
    });
  }

  /** Decides what happens to one request in transit. */
  decide(nth: number, delivery: Delivery): void {
    const request = this.#inTransit.splice(nth % Math.max(1, this.#inTransit.length), 1)[0];
    if (!request) return;
    const take = () => this.server.handle(request.call, request.token, request.operation);
    if (delivery === 'duplicated' || delivery === 'duplicated late') this.#late.push(request);
    if (delivery === 'delivered' || delivery === 'duplicated') return request.answered(take());
    if (delivery === 'lost after handling' || delivery === 'failed after handling') take();
    if (delivery === 'captive portal') return request.answered(CAPTIVE_PORTAL);
    request.answered(delivery.startsWith('failed') ? FAILED : UNREACHABLE);
  }

  /** Delivers a late duplicate of a request. */
  arriveLate(nth: number): void {
    const request = this.#late.splice(nth % Math.max(1, this.#late.length), 1)[0];
    if (request) this.server.handle(request.call, request.token, request.operation);
  }

  /** Checks that a page shows only entries of the signed-in user. */
  async look(nth: number): Promise<void> {
    const user = this.#account?.user;
    const shown = (await this.#living(nth)?.outbox.list()) ?? [];
    if (this.#account?.user === user && shown.some((entry) => entry.user !== user))
      this.violations.add('cross-account');
  }

  /** Waits until disk operations have finished. */
  async settle(turns = TURNS): Promise<void> {
    for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
  }

  /** Removes all failures and signs every user in until no request is left. Returns the entries left on the disk. */
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
      for (let round = 0; round < 4 || this.#inTransit.length > 0; round++) {
        if (round > ROUNDS_MAX) this.violations.add('never idle');
        if (this.violations.has('never idle')) return left;
        await this.settle();
        for (let left = this.#inTransit.length; left > 0; left--) this.decide(0, 'delivered');
        await this.settle();
        this.advanceClock(120_000);
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

  #newOperation(kind: Kind, user: string, interviewId: string): Operation {
    const name = `operation-${this.operations.length}`;
    const operation = { name, kind, user, interviewId, wasConfirmed: false, isDiscarded: false };
    this.operations.push(operation);
    return operation;
  }

  #send(tab: Tab, entry: Entry, token: string): Promise<Answer> {
    const isOthers = this.#account?.token === token && this.#account.user !== entry.user;
    if (isOthers) this.violations.add('cross-account');
    if (this.#inTransit.some((request) => request.tab.isAlive)) this.violations.add('concurrent sends');
    if (!this.#isOnline) return Promise.resolve(UNREACHABLE);
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const call = requestOf(entry);
    this.#inTransit.push({
      tab,
      call,
      token,
      operation: entry.opId,
      answered: (answer) => tab.isAlive && resolve(answer),
    });
    return promise;
  }

  /** Web Locks like the browser's: one holder, the others wait in line; a crashed page holds nothing. */
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

  #patchDisk(): void {
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

function operationOf({ kind, name, interviewId }: Operation) {
  if (kind === 'end') return { kind };
  return { kind, body: { interview_session_id: interviewId, code_content: name, update: 'AAA=' } };
}
