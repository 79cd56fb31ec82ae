import type { AckOf } from '@cip/contracts/client-events';
import type { ErrorBody } from '@cip/contracts/protocol/errors';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { oneFile } from '@cip/contracts/rooms/files';
import { HEARTBEAT_MS } from '@cip/contracts/rooms/rooms';
import type { InterviewRule } from '@cip/contracts/rooms/rules';
import { serverNow } from '../../../shared/api/server-time.ts';
import { RoomConnection } from './room-connection.ts';
import type { DocumentChannel } from './document-channel.ts';
import type { ServerEventHandlers, SocketLink, SocketLinkEvents } from './socket-link.ts';

type AnyAck = { ok: true; at?: number } | { ok: false; error: ErrorBody };

const UNAVAILABLE: AnyAck = { ok: false, error: { code: 'unavailable', message: '' } };
const anna = { id: '7d9c', name: 'Anna', type: 'interviewer' as const, authenticated: true };

/** A server that is up, down, or silent, as behind an unplugged cable. */
class FakeServer {
  mode: 'up' | 'down' | 'silent' = 'up';
  refusal: AnyAck | null = null;
  rule: InterviewRule | null = null;
  onSubscribe = () => {};
  heartbeat: AnyAck = { ok: true };
  opened: AckOf<'document:open'> | null = null;
  readonly links: { events: SocketLinkEvents; isClosed: boolean }[] = [];
  readonly requests: string[] = [];

  readonly connectSocket = (_identity: unknown, events: SocketLinkEvents): SocketLink => {
    const link = { events, isClosed: false };
    this.links.push(link);
    if (this.mode === 'up') queueMicrotask(() => events.onConnect());
    // An attempt times out after seconds, while a refused port fails immediately.
    else
      setTimeout(
        () => !link.isClosed && events.onDisconnect({ message: 'websocket error' }),
        this.mode === 'silent' ? 4_000 : 1,
      );
    return {
      request: (event: string, _payload: object, timeoutMs: number) => this.#reply(event, timeoutMs),
      emitVolatile: () => undefined,
      listen: (handlers) => void Object.assign(events.handlers, handlers),
      close: () => void (link.isClosed = true),
    };
  };

  /** Emits a server event on the last link. */
  emit<E extends keyof ServerEventHandlers>(event: E, ...args: Parameters<NonNullable<ServerEventHandlers[E]>>): void {
    const handler = this.last.handlers[event] as ((...values: typeof args) => void) | undefined;
    handler?.(...args);
  }

  get last() {
    const link = this.links.at(-1);
    if (!link) throw new Error('There is no link');
    return link.events;
  }

  async #reply(event: string, timeoutMs: number): Promise<AnyAck> {
    this.requests.push(event);
    if (this.mode === 'silent') await new Promise((resolve) => setTimeout(resolve, timeoutMs));
    if (this.mode !== 'up') return UNAVAILABLE;
    if (event === 'subscribe') {
      this.onSubscribe();
      const entered = { ok: true, channel: 'room-1', participant: anna, typingMode: 'instant', rule: this.rule };
      return this.refusal ?? (entered as AnyAck);
    }
    if (event === 'document:open') return this.opened ?? UNAVAILABLE;
    return event === 'heartbeat' ? this.heartbeat : { ok: true };
  }
}

function documentChannel() {
  return {
    open: vi.fn<DocumentChannel['open']>(() => Promise.resolve({ ok: true, language: 'python' })),
    close: vi.fn<() => void>(),
    receive: vi.fn<(update: string) => void>(),
    moveCursor: vi.fn<(update: string) => void>(),
    flush: vi.fn<() => Promise<void>>(() => Promise.resolve()),
    save: vi.fn<(withinMs: number) => Promise<boolean>>(() => Promise.resolve(true)),
    resync: vi.fn<() => void>(),
  };
}

let server: FakeServer;
let document: ReturnType<typeof documentChannel>;
let connection: RoomConnection;

const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  server = new FakeServer();
  document = documentChannel();
  const identity = { roomCode: 'room-1', userName: 'Anna', userType: 'interviewer' as const, authToken: () => 'token' };
  connection = new RoomConnection(
    identity,
    { typingMode: 'enter', language: 'sql', rule: null, completion: 'off', files: oneFile('sql') },
    server.connectSocket,
  );
});

afterEach(() => {
  connection.stop();
  vi.useRealTimers();
});

async function connect(): Promise<void> {
  connection.start(document);
  await settle();
}

describe('room connection', () => {
  test('is connected only after the room is entered and the document is open', async () => {
    let open: (() => void) | undefined;
    document.open.mockImplementationOnce(
      () => new Promise((resolve) => (open = () => resolve({ ok: true, language: 'go' }))),
    );
    await connect();
    expect(server.requests).toEqual(['subscribe']);
    expect(connection.store.get()).toMatchObject({ isConnected: false, self: anna, typingMode: 'instant' });
    open?.();
    await settle();
    expect(connection.store.get()).toMatchObject({ isConnected: true, language: 'go', activity: '' });
  });

  test('notices a dead link within 5 s and reconnects', async () => {
    await connect();
    server.mode = 'silent';
    await vi.advanceTimersByTimeAsync(5_000);
    expect(connection.store.get().isConnected).toBe(false);
    expect(document.close).toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(connection.store.get().isConnected).toBe(false);
    server.mode = 'up';
    connection.nudge();
    await vi.advanceTimersByTimeAsync(6_000);
    expect(connection.store.get()).toMatchObject({ isConnected: true, error: null });
  });

  test('calls handlers that are added later, on the present link and on the next', async () => {
    await connect();
    const isAllowed = vi.fn<(state: { isAllowed: boolean }) => void>();
    connection.listen({ 'run:allowed': isAllowed });
    server.emit('run:allowed', { isAllowed: false });
    server.last.onDisconnect(null);
    await vi.advanceTimersByTimeAsync(2_000);
    server.emit('run:allowed', { isAllowed: true });
    expect(isAllowed.mock.calls).toEqual([[{ isAllowed: false }], [{ isAllowed: true }]]);
  });

  test('extends the heartbeat timeout behind a long paste, up to a limit', async () => {
    await connect();
    server.mode = 'silent';
    void connection.update('operation-1', 'x'.repeat(300_000));
    await vi.advanceTimersByTimeAsync(11_000);
    expect(connection.store.get().isConnected).toBe(true);
    await vi.advanceTimersByTimeAsync(9_000);
    expect(connection.store.get().isConnected).toBe(false);
  });

  test('retries in bursts of five without end, and restarts the burst at a nudge', async () => {
    server.mode = 'down';
    connection.start(document);
    await vi.advanceTimersByTimeAsync(4_500);
    expect(server.links).toHaveLength(5);
    expect(connection.store.get().error).toBe('Connection error: websocket error');
    await vi.advanceTimersByTimeAsync(1_500);
    expect(server.links).toHaveLength(5);
    connection.nudge();
    await vi.advanceTimersByTimeAsync(4_500);
    expect(server.links).toHaveLength(10);
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    expect(server.links.length).toBeGreaterThan(800);
    server.mode = 'up';
    await vi.advanceTimersByTimeAsync(15_000);
    expect(connection.store.get().isConnected).toBe(true);
  });

  test('stays connected if a heartbeat is refused for too many events', async () => {
    await connect();
    server.heartbeat = { ok: false, error: { code: 'too_many_requests', message: 'Slow down.' } };
    const links = server.links.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.requests.filter((event) => event === 'heartbeat').length).toBeGreaterThan(25);
    expect(server.links).toHaveLength(links);
  });

  test('acknowledges a flush request once the server has everything', async () => {
    await connect();
    let saved: ((isSaved: boolean) => void) | undefined;
    document.save.mockImplementation(() => new Promise((resolve) => (saved = resolve)));
    const ack = vi.fn<() => void>();
    server.emit('document:flush', ack);
    await settle();
    expect(ack).not.toHaveBeenCalled();
    saved?.(true);
    await settle();
    expect(ack).toHaveBeenCalledOnce();
  });

  test('flushes held text before it shows the end', async () => {
    await connect();
    let flushed: (() => void) | undefined;
    document.flush.mockImplementation(() => new Promise((resolve) => (flushed = resolve)));

    server.emit('sessionEnded', { message: 'Thank you!', endedBy: 'Anna' });
    expect(connection.store.get().ended).toBeNull();
    flushed?.();
    await settle();
    expect(connection.store.get()).toMatchObject({
      ended: { message: 'Thank you!', endedBy: 'Anna' },
      isConnected: false,
    });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.links).toHaveLength(1);
  });

  test("reads the server's time from each heartbeat", async () => {
    const serverTime = Date.parse('2026-11-20T09:00:00Z');
    server.heartbeat = { ok: true, at: serverTime };
    await connect();
    await vi.advanceTimersByTimeAsync(HEARTBEAT_MS);
    expect(serverNow()).toBe(serverTime);
    server.heartbeat = { ok: true, at: serverTime + 3_600_000 };
    await vi.advanceTimersByTimeAsync(HEARTBEAT_MS);
    expect(serverNow()).toBe(serverTime + 3_600_000);
  });

  test('shows no lost connection if the link closes after the end', async () => {
    await connect();
    let flushed: (() => void) | undefined;
    document.flush.mockImplementation(() => new Promise((resolve) => (flushed = resolve)));
    const shown: unknown[] = [];
    connection.store.subscribe(() => shown.push(connection.store.get()));

    server.emit('sessionEnded', { message: 'Thank you!', endedBy: 'Anna' });
    server.last.onDisconnect(null);
    flushed?.();
    await settle();
    expect(shown).toMatchObject([{ ended: { message: 'Thank you!' }, isConnected: false, activity: '', error: null }]);
  });

  test('shows the end if the server refuses an ended room', async () => {
    server.refusal = { ok: false, error: { code: 'ended', message: 'This session is not open.' } };
    await connect();
    const message = 'The interviewer has ended this session. Thank you for your participation!';
    expect(connection.store.get().ended).toEqual({ message, endedBy: '' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.links).toHaveLength(1);
  });

  test.each(['notified', 'refused'])('does not reconnect a removed participant who was %s', async (how) => {
    if (how === 'refused')
      server.refusal = { ok: false, error: { code: 'removed', message: 'You have been removed from this session.' } };
    await connect();
    if (how === 'notified') server.emit('participant:removed', { message: '' });
    expect(connection.store.get()).toMatchObject({
      isRemoved: true,
      isConnected: false,
      ended: { message: 'You have been removed from this session.' },
      announcement: 'You have been removed from this session.',
    });
    connection.nudge();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.links).toHaveLength(1);
  });

  test.each([
    ['unauthenticated', 'Please sign in.', 'signed out'],
    ['unauthenticated', 'This account was deleted.', 'account deleted'],
    ['not_found', 'Session not found', 'no access'],
    ['forbidden', 'This link is for another session.', 'no access'],
    ['unreadable', 'The code of this session cannot be opened. Other sessions are not affected.', 'unreadable'],
  ] as const)('does not reconnect after the refusal %s "%s" until the token changes', async (code, message, barred) => {
    let token = 'token';
    const identity = { roomCode: 'room-1', userName: 'Anna', userType: 'interviewer' as const, authToken: () => token };
    connection = new RoomConnection(
      identity,
      { typingMode: 'enter', language: 'sql', rule: null, completion: 'off', files: oneFile('sql') },
      server.connectSocket,
    );
    server.refusal = { ok: false, error: { code, message } };
    await connect();
    expect(connection.store.get()).toMatchObject({ barred, isConnected: false, activity: '', error: null });
    connection.nudge();
    connection.probe();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.links).toHaveLength(1);
    token = 'another token';
    server.refusal = null;
    connection.nudge();
    await settle();
    expect(connection.store.get()).toMatchObject({ barred: null, isConnected: true });
  });

  test('waits no more for a session that is gone', async () => {
    server.refusal = { ok: false, error: { code: 'waiting', message: '' } };
    await connect();
    server.emit('room:waiting', { since: '2026-11-20T09:00:00.000Z', isHostHere: true, rule: null });
    server.refusal = { ok: false, error: { code: 'not_found', message: 'Session not found' } };
    server.last.onDisconnect(null);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(connection.store.get()).toMatchObject({ barred: 'no access', waiting: null });
  });

  test('tries an unreadable document only once and shows no connection error', async () => {
    const error = { code: 'unreadable' as const, message: 'The code of this session cannot be opened.' };
    document.open.mockResolvedValue({ ok: false, error });
    await connect();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(document.open).toHaveBeenCalledOnce();
    expect(connection.store.get()).toMatchObject({ barred: 'unreadable', isConnected: false, error: null });
  });

  test('reconnects immediately if the node is draining', async () => {
    await connect();
    server.emit('server:draining');
    await settle();
    expect(server.links).toHaveLength(2);
    expect(connection.store.get().isConnected).toBe(true);
  });

  test('shows the last chosen language immediately, or reverts it after a refusal', async () => {
    await connect();
    server.mode = 'silent';
    const refused = connection.changeLanguage('rust');
    expect(connection.store.get().language).toBe('rust');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await refused).toMatchObject({ ok: false });
    expect(connection.store.get().language).toBe('python');
    server.mode = 'up';
    await vi.advanceTimersByTimeAsync(60_000);
    const [first, second] = [connection.changeLanguage('go'), connection.changeLanguage('php')];
    // The server shows each choice to everyone: another participant's, which it accepted before, and these.
    for (const language of ['sql', 'go', 'php']) server.emit('document:language', { language });
    expect(await Promise.all([first, second])).toEqual([{ ok: true }, { ok: true }]);
    expect(connection.store.get().language).toBe('php');
  });

  test("keeps another participant's later choice of language, shown before the reply to an earlier one", async () => {
    await connect();
    const choice = connection.changeLanguage('go');
    for (const language of ['go', 'rust']) server.emit('document:language', { language });
    expect(await choice).toEqual({ ok: true });
    expect(connection.store.get().language).toBe('rust');
  });

  test('applies presence, typing mode, language and edits from the server', async () => {
    await connect();
    server.emit('participantList', { participants: [anna], count: 1 });
    server.emit('userJoined', { userName: 'Ben', userType: 'candidate', participantCount: 2 });
    server.emit('typingModeChanged', { mode: 'enter' });
    server.emit('document:language', { language: 'rust' });
    server.emit('document:update', 'AAA=');
    server.emit('document:resync');
    expect(connection.store.get()).toMatchObject({
      participants: [anna],
      typingMode: 'enter',
      language: 'rust',
      announcement: 'Ben joined.',
    });
    expect(document.receive).toHaveBeenCalledWith('AAA=');
    expect(document.resync).toHaveBeenCalledOnce();
  });

  test('announces who left, unless the name is still here in another place', async () => {
    await connect();
    const left = () => server.emit('userLeft', { userName: anna.name, userType: anna.type, participantCount: 1 });
    server.emit('participantList', { participants: [anna, { ...anna, id: 'another' }], count: 2 });
    server.emit('userJoined', { userName: 'Ben', userType: 'candidate', participantCount: 3 });
    left();
    expect(connection.store.get().announcement).toBe('Ben joined.');
    server.emit('participantList', { participants: [anna], count: 1 });
    left();
    expect(connection.store.get().announcement).toBe(`${anna.name} disconnected.`);
  });

  test('waits on a live link until it is admitted, and enters once', async () => {
    server.refusal = { ok: false, error: { code: 'waiting', message: '' } };
    await connect();
    const waiting = { since: '2026-11-20T09:00:00.000Z', isHostHere: false };
    server.emit('room:waiting', { ...waiting, rule: null });
    server.emit('room:waiting', { ...waiting, isHostHere: true, rule: null });
    expect(connection.store.get()).toMatchObject({ isConnected: false, activity: '', waiting: { isHostHere: true } });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.links).toHaveLength(1);
    expect(server.requests.filter((event) => event === 'heartbeat').length).toBeGreaterThan(20);
    expect(document.open).not.toHaveBeenCalled();

    server.refusal = null;
    server.emit('subscription:succeeded', { channel: 'room-1' });
    // The server sends it for each subscription.
    server.emit('subscription:succeeded', { channel: 'room-1' });
    await settle();
    expect(connection.store.get()).toMatchObject({ isConnected: true, waiting: null });
    expect(document.open).toHaveBeenCalledOnce();
    server.emit('subscription:succeeded', { channel: 'room-1' });
    await settle();
    expect(document.open).toHaveBeenCalledOnce();
  });

  test('closes the document when it is sent back, and waits through a lost link', async () => {
    await connect();
    document.close.mockClear();
    server.refusal = { ok: false, error: { code: 'waiting', message: '' } };
    server.emit('room:waiting', { since: '2026-11-20T09:00:00.000Z', isHostHere: true, rule: null });
    expect(document.close).toHaveBeenCalledOnce();
    expect(connection.store.get()).toMatchObject({ isConnected: false, self: anna });

    server.last.onDisconnect(null);
    expect(connection.store.get()).toMatchObject({ waiting: { isHostHere: true }, activity: 'Reconnecting…' });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(server.links).toHaveLength(2);
    expect(connection.store.get().ended).toBeNull();
    server.emit('participant:removed', { message: 'You have been removed from this session.' });
    expect(connection.store.get()).toMatchObject({
      isRemoved: true,
      ended: { message: 'Your interviewer did not let you in.' },
    });
  });

  test('shows the rule of the reply, of an announcement and of a wait', async () => {
    server.rule = { tools: 'no_ai', note: 'Documentation is fine.' };
    await connect();
    expect(connection.store.get().rule).toEqual(server.rule);
    server.emit('room:rule', { rule: { tools: 'any_tools', note: null } });
    expect(connection.store.get()).toMatchObject({ rule: { tools: 'any_tools' }, announcement: 'New rule: Any tools' });
    server.emit('room:rule', { rule: null });
    expect(connection.store.get()).toMatchObject({ rule: null, announcement: 'The rule was removed.' });
    const since = '2026-11-20T09:00:00.000Z';
    server.emit('room:waiting', { since, isHostHere: true, rule: { tools: 'ai_elsewhere', note: null } });
    expect(connection.store.get().rule).toEqual({ tools: 'ai_elsewhere', note: null });
  });

  test('shows the completion of an announcement and of a wait, and keeps it if a node sends none', async () => {
    await connect();
    expect(connection.store.get().completion).toBe('off');
    const { announcement } = connection.store.get();
    server.emit('room:rule', { rule: null });
    expect(connection.store.get().announcement).toBe(announcement);
    server.emit('room:completion', { completion: 'full' });
    expect(connection.store.get()).toMatchObject({
      completion: 'full',
      announcement: 'The editor completes code.',
    });
    const since = '2026-11-20T09:00:00.000Z';
    server.emit('room:waiting', { since, isHostHere: true, rule: null });
    expect(connection.store.get().completion).toBe('full');
    server.emit('room:waiting', { since, isHostHere: true, rule: null, completion: 'words' });
    expect(connection.store.get().completion).toBe('words');
  });

  test('keeps a rule that was announced before the older reply to its entry', async () => {
    server.rule = null;
    server.onSubscribe = () => server.emit('room:rule', { rule: { tools: 'no_ai', note: null } });
    await connect();
    expect(connection.store.get()).toMatchObject({ isConnected: true, rule: { tools: 'no_ai' } });
  });

  test('keeps a typing mode that was announced before the older reply to its entry', async () => {
    server.onSubscribe = () => server.emit('typingModeChanged', { mode: 'enter' });
    await connect();
    expect(connection.store.get()).toMatchObject({ isConnected: true, typingMode: 'enter' });
  });

  test('keeps a language that was announced before the older reply to the opening', async () => {
    document.open.mockImplementationOnce(async () => {
      server.emit('document:language', { language: 'go' });
      return { ok: true, language: 'python' };
    });
    await connect();
    expect(connection.store.get()).toMatchObject({ isConnected: true, language: 'go' });
  });

  test('keeps the admissions until the link is replaced', async () => {
    await connect();
    const admissions = { asksBeforeAdmitting: true, isLocked: true, waiting: [], waitingCount: 0 };
    server.emit('room:admissions', admissions);
    expect(connection.store.get().admissions).toEqual(admissions);
    server.emit('server:draining');
    expect(connection.store.get().admissions).toBeNull();
  });

  describe('files', () => {
    const TWO = {
      files: [
        { root: 'code', name: 'main.py' },
        { root: 'code2', name: 'util.py' },
      ],
      deleted: [],
    };
    const opened = { ok: true as const, update: '', stateVector: '', language: 'python', firstClientId: 1 };
    const shown = () => connection.store.get();

    test('shows the files that the opened document names, and one without them', async () => {
      server.opened = {
        ...opened,
        files: TWO.files,
        deletedFiles: [{ root: 'code3', name: 'x.py' }],
        creatableByCandidates: 13,
        filesAllowed: true,
      };
      document.open.mockImplementation(() => connection.open(''));
      await connect();
      const list = { files: TWO.files, deleted: [{ root: 'code3' }], creatableByCandidates: 13 };
      expect(shown()).toMatchObject({ files: list, filesAllowed: true });
      server.opened = opened;
      await connection.open('');
      expect(shown()).toMatchObject({ files: oneFile('python'), filesAllowed: null });
    });

    test('shows an announced list that is newer than the opened document', async () => {
      await connect();
      server.opened = { ...opened, files: [], filesAllowed: true };
      const opening = connection.open('');
      server.emit('file:changed', TWO);
      await opening;
      expect(shown()).toMatchObject({ files: TWO, filesAllowed: true });
      server.emit('file:allowed', { isAllowed: false });
      expect(shown()).toMatchObject({ files: TWO, filesAllowed: false });
    });

    test('names the first file after the language until somebody does', async () => {
      server.opened = opened;
      document.open.mockImplementation(() => connection.open(''));
      await connect();
      expect(shown().files.files).toEqual([{ root: 'code', name: 'main.py' }]);
      server.emit('document:language', { language: 'c' });
      expect(shown().files.files).toEqual([{ root: 'code', name: 'main.c' }]);
      server.emit('file:changed', { files: [{ root: 'code', name: 'app.c' }], deleted: [] });
      server.emit('document:language', { language: 'python' });
      expect(shown().files.files).toEqual([{ root: 'code', name: 'app.c' }]);
    });
  });
});
