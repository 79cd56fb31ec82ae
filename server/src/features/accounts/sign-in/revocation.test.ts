import { logout } from '@cip/contracts/accounts/auth';
import { changePassword } from '@cip/contracts/accounts/company';
import { deleteInterviewer, updateInterviewer } from '@cip/contracts/accounts/interviewers';
import { deleteInterview } from '@cip/contracts/interviews/interviews';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  addInterviewer,
  PASSWORD,
  quickStart,
  registerCompany,
  signIn,
  type SignedIn,
} from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { closeAfterEach } from '../../../testing/close-after-each.ts';
import { candidateOf } from '../../../testing/sockets/live-room.ts';
import { PlainClient } from '../../../testing/sockets/plain-client.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/databases/test-database.ts';
import { until } from '../../../testing/until.ts';

// Requests go to one node, sockets are on the other.
let database: TestDatabase;
let node: TestApp;
let other: TestApp;
const remember = closeAfterEach();

beforeAll(async () => {
  database = await createTestDatabase();
  const options = { databaseUrl: database.url, listen: true, env: { REDIS_URL: inject('redisUrl') } };
  node = await startTestApp(options);
  other = await startTestApp(options);
  // They close such sockets a little later, even if no message of the other node arrives.
  await other.ctx.jobs.stop();
});
afterAll(async () => {
  await Promise.all([node.close(), other.close()]);
  await database.drop();
});

async function openRoom(who: SignedIn, roomCode: string): Promise<PlainClient> {
  return remember(await PlainClient.join(other.url, { roomCode, userType: 'interviewer', authToken: who.token }));
}

const closed = (client: PlainClient) => until('the socket to close', () => !client.socket.connected);

describe('the sockets of a sign-in', () => {
  it('closes only the sockets of a sign-in that signs out, on every node', async () => {
    const owner = await registerCompany(node);
    const { room_code } = await quickStart(node, owner);
    const again = await signIn(node, owner.email);
    const [first, second] = [await openRoom(owner, room_code), await openRoom(again, room_code)];

    await call(node.app, logout, { token: owner.token });

    await closed(first);
    expect(await second.emit('heartbeat', {})).toEqual({ ok: true, at: expect.any(Number) });
  });

  it('closes the sockets of other sign-ins when the password changes', async () => {
    const owner = await registerCompany(node);
    const { room_code } = await quickStart(node, owner);
    const again = await signIn(node, owner.email);
    const [first, second] = [await openRoom(owner, room_code), await openRoom(again, room_code)];
    const body = { current_password: PASSWORD, new_password: 'another one' };

    await call(node.app, changePassword, { token: again.token, body });

    await closed(first);
    expect(await second.emit('heartbeat', {})).toEqual({ ok: true, at: expect.any(Number) });
  });

  it('closes the sockets of an interviewer with a new password, or who is deleted', async () => {
    const owner = await registerCompany(node);
    const { room_code } = await quickStart(node, owner);
    const ida = await addInterviewer(node, owner);
    const ora = await addInterviewer(node, owner);
    const [first, second] = [await openRoom(ida, room_code), await openRoom(ora, room_code)];

    const body = { name: 'Ida', email: ida.email, password: 'another one' };
    await call(node.app, updateInterviewer, { token: owner.token, params: { id: ida.userId }, body });
    await closed(first);
    expect(await second.emit('heartbeat', {})).toEqual({ ok: true, at: expect.any(Number) });

    await call(node.app, deleteInterviewer, { token: owner.token, params: { id: ora.userId } });
    await closed(second);
  });
});

it('announces the deletion of a live interview to its room and empties it', async () => {
  const owner = await registerCompany(node, { name: 'Acme' });
  const { id, room_code } = await quickStart(node, owner);
  const candidate = remember(await PlainClient.join(other.url, await candidateOf(node, room_code, 'Ada')));
  const ended = candidate.next('sessionEnded');

  await call(node.app, deleteInterview, { token: owner.token, params: { id } });

  expect(await ended).toEqual({ message: 'The interviewer has deleted this session.', endedBy: 'Acme' });
  await closed(candidate);
});
