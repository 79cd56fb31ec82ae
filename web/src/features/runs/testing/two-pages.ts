import { afterEach, beforeEach, vi } from 'vitest';
import { FakePage, FakeRunServer } from './fake-room.ts';

/** The server of the current test. */
export let server: FakeRunServer;

/** Gives each test of the file fake timers and a server, and closes the pages after it. */
export function serveRuns(): void {
  beforeEach(() => {
    vi.useFakeTimers();
    server = new FakeRunServer();
  });
  afterEach(() => {
    for (const { session } of server.pages) session.close();
    vi.useRealTimers();
  });
}

/** Resolves when the time of the test has advanced (ms). */
export const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

/** Opens Ada's page, and that of Grace, who interviews. */
export async function twoPages(): Promise<{ ada: FakePage; grace: FakePage }> {
  const ada = new FakePage(server, 'Ada');
  const grace = new FakePage(server, 'Grace', { isInterviewer: true });
  await settle();
  return { ada, grace };
}
