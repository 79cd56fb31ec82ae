import { request } from 'node:http';
import { forgotPassword } from '@cip/contracts/accounts/auth-reset';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { registerCompany } from '../../../testing/builders.ts';
import { startMailNode, type MailNode } from '../../../testing/mails/mail-node.ts';
import { ownOriginOf } from './site-origin.ts';

let lan: MailNode;
let deployed: MailNode;

beforeAll(async () => {
  lan = await startMailNode({ listen: true, env: { PUBLIC_URL: '' } });
  deployed = await startMailNode({ listen: true });
});
afterAll(() => Promise.all([lan.close(), deployed.close()]));

/** Requests a new password with a Host header of the sender's choice; resolves to the link in the e-mail. */
async function resetLink({ node, mailbox }: MailNode, hostOf: (port: string) => string): Promise<string> {
  const { email } = await registerCompany(node);
  const { hostname, port } = new URL(node.url);
  const mail = mailbox.next(email);
  const headers = { host: hostOf(port), 'content-type': 'application/json' };
  const sent = request({ hostname, port, path: `/api${forgotPassword.url}`, method: 'POST', headers });
  sent.on('response', (reply) => reply.resume()).end(JSON.stringify({ email }));
  return /http\S+(?=\/reset-password#)/.exec((await mail).text)?.[0] ?? '';
}

it('puts the address of a request into the link of an e-mail', async () => {
  const { port } = new URL(lan.node.url);

  expect(await resetLink(lan, (own) => `127.0.0.1:${own}`)).toBe(`http://127.0.0.1:${port}`);
  expect(await resetLink(lan, (own) => `localhost:${own}`)).toBe(`http://localhost:${port}`);
});

it.each(['evil.example', 'localhost.evil.example', '127.0.0.1@evil.example', '10.0.0.9'])(
  'never sends a link to the host %s that only a request names',
  async (host) => {
    const link = await resetLink(lan, (port) => `${host}:${port}`);

    expect(['localhost', '127.0.0.1']).toContain(new URL(link).hostname);
    expect(new URL(link).port).toBe(new URL(lan.node.url).port);
  },
);

it('uses only PUBLIC_URL if it is set', async () => {
  expect(await resetLink(deployed, (port) => `127.0.0.1:${port}`)).toBe('https://interviews.example');
});

const arrived = { address: '::ffff:192.168.1.5', port: 3000 };

it.each([
  ['192.168.1.5:3000', 'http://192.168.1.5:3000'],
  ['desk:3000', 'http://desk:3000'],
  ['DESK.local:3000', 'http://desk.local:3000'],
  ['localhost:3000', 'http://localhost:3000'],
  ['192.168.1.6:3000', null],
  ['192.168.1.5:4000', null],
  ['192.168.1.5', null],
  ['desk.evil.example:3000', null],
  ['user@192.168.1.5:3000', null],
  ['192.168.1.5:3000/path', null],
  ['', null],
])('reads the Host header %j as %j', (host, origin) => {
  expect(ownOriginOf({ host, ...arrived }, 'Desk')).toBe(origin);
});

it('reads addresses of IPv6 and the default port', () => {
  expect(ownOriginOf({ host: '[fd00::5]:3000', address: 'fd00::5', port: 3000 }, 'desk')).toBe('http://[fd00::5]:3000');
  expect(ownOriginOf({ host: '192.168.1.5', address: '192.168.1.5', port: 80 }, 'desk')).toBe('http://192.168.1.5');
});
