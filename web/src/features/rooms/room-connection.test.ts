import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { HEARTBEAT_MS } from '@cip/contracts/rooms';
import { serverNow } from '../../shared/api/server-time.ts';
import { RoomConnection } from './room-connection.ts';
import type { DocumentChannel } from './document-channel.ts';
import type { AnyAck, Link, LinkEvents } from './socket-link.ts';

const UNAVAILABLE: AnyAck = { ok: false, error: { code: 'unavailable', message: '' } };
const anna = { id: '7d9c', name: 'Anna', type: 'interviewer' as const, authenticated: true };

/** A server that can be up, down, or silent like a cable that was pulled. */
class FakeServer {
  mode: 'up' | 'down' | 'silent' = 'up';
  refusal: AnyAck | null = null;
  heartbeat: AnyAck = { ok: true };
  readonly links: { events: LinkEvents; isCut: boolean }[] = [];
  readonly asked: string[] = [];

  readonly dial = (_identity: unknown, events: LinkEvents): Link => {
    const link = { events, isCut: false };
    this.links.push(link);
    if (this.mode === 'up') queueMicrotask(() => events.onUp());
    // Socket.IO gives one attempt a few seconds, a refused port none.
    else
      setTimeout(
        () => !link.isCut && events.onDown({ message: 'websocket error' }),
        this.mode === 'silent' ? 4_000 : 1,
      );
    return {
      request: (event, _payload, timeoutMs) => this.#answer(event, timeoutMs),
      hint: () => undefined,
      cut: () => void (link.isCut = true),
    };
  };

  get last() {
    const link = this.links.at(-1);
    if (!link) throw new Error('nobody dialled');
    return link.events;
  }

  async #answer(event: string, timeoutMs: number): Promise<AnyAck> {
    this.asked.push(event);
    if (this.mode === 'silent') await new Promise((resolve) => setTimeout(resolve, timeoutMs));
    if (this.mode !== 'up') return UNAVAILABLE;
    if (event === 'subscribe')
      return this.refusal ?? ({ ok: true, channel: 'room-1', participant: anna, typingMode: 'instant' } as AnyAck);
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
  connection = new RoomConnection(identity, { typingMode: 'enter', language: 'sql' }, server.dial);
});

afterEach(() => {
  connection.stop();
  vi.useRealTimers();
});

async function connect(): Promise<void> {
  connection.start(document);
  await settle();
}

describe('the connection of a room', () => {
  test('is connected only once the room is entered and the document is open', async () => {
    let open: (() => void) | undefined;
    document.open.mockImplementationOnce(
      () => new Promise((resolve) => (open = () => resolve({ ok: true, language: 'go' }))),
    );
    await connect();
    expect(server.asked).toEqual(['subscribe']);
    expect(connection.getSnapshot()).toMatchObject({ isConnected: false, self: anna, typingMode: 'instant' });
    open?.();
    await settle();
    expect(connection.getSnapshot()).toMatchObject({ isConnected: true, language: 'go', activity: '' });
  });

  test('says Disconnected within 5 s of a dead link, and is back when the link is', async () => {
    await connect();
    server.mode = 'silent';
    await vi.advanceTimersByTimeAsync(5_000);
    expect(connection.getSnapshot().isConnected).toBe(false);
    expect(document.close).toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(connection.getSnapshot().isConnected).toBe(false);
    server.mode = 'up';
    connection.nudge();
    await vi.advanceTimersByTimeAsync(6_000);
    expect(connection.getSnapshot()).toMatchObject({ isConnected: true, error: null });
  });

  test('waits for a heartbeat behind a long paste on a slow line, and not for ever', async () => {
    await connect();
    server.mode = 'silent';
    void connection.update('operation-1', 'x'.repeat(300_000));
    await vi.advanceTimersByTimeAsync(11_000);
    expect(connection.getSnapshot().isConnected).toBe(true);
    await vi.advanceTimersByTimeAsync(9_000);
    expect(connection.getSnapshot().isConnected).toBe(false);
  });

  test('tries five times a second apart, rests, and never gives up; a nudge begins anew', async () => {
    server.mode = 'down';
    connection.start(document);
    await vi.advanceTimersByTimeAsync(4_500);
    expect(server.links).toHaveLength(5);
    expect(connection.getSnapshot().error).toBe('Connection error: websocket error');
    await vi.advanceTimersByTimeAsync(1_500);
    expect(server.links).toHaveLength(5);
    connection.nudge();
    await vi.advanceTimersByTimeAsync(4_500);
    expect(server.links).toHaveLength(10);
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    expect(server.links.length).toBeGreaterThan(800);
    server.mode = 'up';
    await vi.advanceTimersByTimeAsync(15_000);
    expect(connection.getSnapshot().isConnected).toBe(true);
  });

  test('a refusal for too many events is a sign of life', async () => {
    await connect();
    server.heartbeat = { ok: false, error: { code: 'too_many_requests', message: 'Slow down.' } };
    const links = server.links.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.asked.filter((event) => event === 'heartbeat').length).toBeGreaterThan(25);
    expect(server.links).toHaveLength(links);
  });

  test('answers a request to flush when the server has everything', async () => {
    await connect();
    let saved: ((isSaved: boolean) => void) | undefined;
    document.save.mockImplementation(() => new Promise((resolve) => (saved = resolve)));
    const ack = vi.fn<() => void>();
    server.last.onEvent('document:flush', undefined, ack);
    await settle();
    expect(ack).not.toHaveBeenCalled();
    saved?.(true);
    await settle();
    expect(ack).toHaveBeenCalledOnce();
  });

  test('flushes before it shows the end', async () => {
    await connect();
    let flushed: (() => void) | undefined;
    document.flush.mockImplementation(() => new Promise((resolve) => (flushed = resolve)));

    server.last.onEvent('sessionEnded', { message: 'Thank you!', endedBy: 'Anna' }, () => undefined);
    expect(connection.getSnapshot().ended).toBeNull();
    flushed?.();
    await settle();
    expect(connection.getSnapshot()).toMatchObject({
      ended: { message: 'Thank you!', endedBy: 'Anna' },
      isConnected: false,
    });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.links).toHaveLength(1);
  });

  test('learns the time of the server from each sign of life, so that a device that slept shows it again', async () => {
    const serverTime = Date.parse('2026-11-20T09:00:00Z');
    server.heartbeat = { ok: true, at: serverTime } as AnyAck;
    await connect();
    await vi.advanceTimersByTimeAsync(HEARTBEAT_MS);
    expect(serverNow()).toBe(serverTime);
    server.heartbeat = { ok: true, at: serverTime + 3_600_000 } as AnyAck;
    await vi.advanceTimersByTimeAsync(HEARTBEAT_MS);
    expect(serverNow()).toBe(serverTime + 3_600_000);
  });

  test('shows no lost connection when the server closes it right after the end', async () => {
    await connect();
    let flushed: (() => void) | undefined;
    document.flush.mockImplementation(() => new Promise((resolve) => (flushed = resolve)));
    const shown: unknown[] = [];
    connection.subscribe(() => shown.push(connection.getSnapshot()));

    server.last.onEvent('sessionEnded', { message: 'Thank you!', endedBy: 'Anna' }, () => undefined);
    server.last.onDown(null);
    flushed?.();
    await settle();
    expect(shown).toMatchObject([{ ended: { message: 'Thank you!' }, isConnected: false, activity: '', error: null }]);
  });

  test('a room that is over is over, however it is told', async () => {
    server.refusal = { ok: false, error: { code: 'ended', message: 'This session is not open.' } };
    await connect();
    const message = 'The interviewer has ended this session. Thank you for your participation!';
    expect(connection.getSnapshot().ended).toEqual({ message, endedBy: '' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.links).toHaveLength(1);
  });

  test.each(['told so', 'refused'])('who is removed and %s stays out, and tries no more', async (how) => {
    if (how === 'refused')
      server.refusal = { ok: false, error: { code: 'removed', message: 'You have been removed from this session.' } };
    await connect();
    if (how === 'told so') server.last.onEvent('participant:removed', { message: '' }, () => undefined);
    expect(connection.getSnapshot()).toMatchObject({
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
  ] as const)('stays out when refused with %s, "%s", until there is another token', async (code, message, barred) => {
    let token = 'token';
    const identity = { roomCode: 'room-1', userName: 'Anna', userType: 'interviewer' as const, authToken: () => token };
    connection = new RoomConnection(identity, { typingMode: 'enter', language: 'sql' }, server.dial);
    server.refusal = { ok: false, error: { code, message } };
    await connect();
    expect(connection.getSnapshot()).toMatchObject({ barred, isConnected: false, activity: '', error: null });
    connection.nudge();
    connection.probe();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.links).toHaveLength(1);
    token = 'another token';
    server.refusal = null;
    connection.nudge();
    await settle();
    expect(connection.getSnapshot()).toMatchObject({ barred: null, isConnected: true });
  });

  test('opens a document that cannot be opened once, and does not call that a connection error', async () => {
    const error = { code: 'unreadable' as const, message: 'The code of this session cannot be opened.' };
    document.open.mockResolvedValue({ ok: false, error });
    await connect();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(document.open).toHaveBeenCalledOnce();
    expect(connection.getSnapshot()).toMatchObject({ barred: 'unreadable', isConnected: false, error: null });
  });

  test('goes to another node at once when this one is about to go', async () => {
    await connect();
    server.last.onEvent('server:draining', undefined, () => undefined);
    await settle();
    expect(server.links).toHaveLength(2);
    expect(connection.getSnapshot().isConnected).toBe(true);
  });

  test('takes presence, mode, language and edits from the server', async () => {
    await connect();
    const tell = (event: Parameters<LinkEvents['onEvent']>[0], data: unknown) =>
      server.last.onEvent(event, data, () => undefined);
    tell('participantList', { participants: [anna], count: 1 });
    tell('userJoined', { userName: 'Ben', userType: 'candidate', participantCount: 2 });
    tell('typingModeChanged', { mode: 'enter' });
    tell('document:language', { language: 'rust' });
    tell('document:update', 'AAA=');
    tell('document:resync', undefined);
    expect(connection.getSnapshot()).toMatchObject({
      participants: [anna],
      typingMode: 'enter',
      language: 'rust',
      announcement: 'Ben joined.',
    });
    expect(document.receive).toHaveBeenCalledWith('AAA=');
    expect(document.resync).toHaveBeenCalledOnce();
  });
});
