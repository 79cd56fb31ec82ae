import { createECDH } from 'node:crypto';
import { getDeviceKey } from '@cip/contracts/rooms/device-key';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addInterviewer, registerCompany } from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp();
});
afterAll(() => node.close());

const keyOf = async (token: string) => (await call(node.app, getDeviceKey, { token })).reply;

it('gives each account a stable key of its own', async () => {
  const owner = await registerCompany(node);
  const interviewer = await addInterviewer(node, owner);

  const key = await keyOf(owner.token);

  expect(await keyOf(owner.token)).toEqual(key);
  expect((await keyOf(interviewer.token)).d).not.toBe(key.d);
});

it('returns a private half that matches the public one', async () => {
  const { x, y, d } = await keyOf((await registerCompany(node)).token);
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(Buffer.from(d, 'base64url'));

  expect(pair.getPublicKey('base64url')).toBe(
    Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]).toString('base64url'),
  );
});
