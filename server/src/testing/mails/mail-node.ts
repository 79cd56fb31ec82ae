import { startMailbox, type Mailbox } from './mailbox.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../test-app.ts';

/** A node that sends its e-mails to a mailbox. */
export interface MailNode {
  node: TestApp;
  mailbox: Mailbox;
  close(): Promise<void>;
}

/** Starts a mailbox and a node that sends e-mails to it, with links to https://interviews.example. */
export async function startMailNode({ env, ...options }: TestAppOptions = {}): Promise<MailNode> {
  const mailbox = await startMailbox();
  const node = await startTestApp({
    ...options,
    env: { SMTP_URL: mailbox.url, PUBLIC_URL: 'https://interviews.example', ...env },
  });
  const close = async () => {
    await node.close();
    await mailbox.close();
  };
  return { node, mailbox, close };
}
