import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../config/read-config.ts';
import { startMailbox, type Mailbox } from '../../testing/mails/mailbox.ts';
import {
  createMigratedDatabase,
  insertInterview,
  type MigratedDatabase,
} from '../../testing/databases/migrated-database.ts';
import { until } from '../../testing/until.ts';
import { openMailQueue, type Composer, type MailQueue } from './mail-queue.ts';
import { openMailer } from './mailer.ts';

interface Note {
  to?: string;
  subject?: string;
  text?: string;
}

declare module './mail-queue.ts' {
  interface MailData {
    note: Note;
    newer: Note;
  }
}

let mailbox: Mailbox;
let database: MigratedDatabase;
const queues: MailQueue[] = [];
const log = { info: () => {}, warn: () => {} };

beforeAll(async () => {
  mailbox = await startMailbox();
  database = await createMigratedDatabase();
  const mailer = () => openMailer(readConfig({ SMTP_URL: mailbox.url, MAIL_FROM: 'no-reply@interviews.example' }), log);
  for (let node = 0; node < 2; node++) queues.push(openMailQueue(database.db, mailer(), log));
  for (const queue of queues) {
    queue.compose({ note });
    queue.start();
  }
});
afterAll(async () => {
  await Promise.all(queues.map((queue) => queue.close()));
  await mailbox.close();
  await database.drop();
});

const note: Composer<Note> = async ({ to = '', subject = 'Note', text = 'Text' }) =>
  to === '' ? null : { to, subject, text };

const order = async (data: Note, more: { dueAt?: string; interviewId?: string } = {}) =>
  queues[0]?.order(database.db, { kind: 'note', data, ...more });

const mails = () => database.db.selectFrom('mails').select(['id', 'tries', 'due_at']).execute();

async function untilMails(what: string, fit: (rows: Awaited<ReturnType<typeof mails>>) => boolean): Promise<void> {
  let isSo = false;
  await until(what, () => {
    void mails().then((rows) => (isSo = fit(rows)));
    return isSo;
  });
}

const untilNothingWaits = () => untilMails('the mails to be sent', (rows) => rows.length === 0);

describe('the queue', () => {
  it('sends each e-mail once from several nodes', async () => {
    const people = Array.from({ length: 40 }, (_, index) => `person-${index}@example.com`);
    await Promise.all(people.map((to) => order({ to })));
    await untilNothingWaits();

    const sent = mailbox.received.flatMap(({ to }) => to);
    expect(sent.toSorted()).toEqual(people.toSorted());
  });

  it('retries if the mail server refuses, with the same Message-ID', async () => {
    mailbox.refuses = true;
    await order({ to: 'late@example.com' });
    // A claim lasts two minutes; the delay after a failure is shorter.
    const isPostponed = (dueAt: string) => Date.parse(dueAt) < Date.now() + 60_000;
    await untilMails('a first try', ([mail]) => mail !== undefined && mail.tries > 0 && isPostponed(mail.due_at));
    const [row] = await mails();
    mailbox.refuses = false;
    const arrives = mailbox.next('late@example.com');
    await database.db.updateTable('mails').set({ due_at: '2020-01-01T00:00:00Z' }).execute();
    const mail = await arrives;
    await untilNothingWaits();

    expect(mail.raw).toMatch(new RegExp(`Message-ID: <${row?.id ?? 'nothing'}@interviews.example>`, 'i'));
  });

  it('holds e-mails until they are due, and deletes them with their interview', async () => {
    const interviewId = await insertInterview(database.db);
    await order({ to: 'soon@example.com' }, { dueAt: new Date(Date.now() + 3_600_000).toISOString(), interviewId });
    expect(await mails()).toHaveLength(1);

    await database.db.deleteFrom('interviews').where('id', '=', interviewId).execute();

    expect(await mails()).toEqual([]);
    expect(mailbox.received.flatMap(({ to }) => to)).not.toContain('soon@example.com');
  });

  it('drops e-mails whose composer returns null', async () => {
    const before = mailbox.received.length;
    await order({});
    await untilNothingWaits();

    expect(mailbox.received).toHaveLength(before);
  });
});

it('leaves e-mails of kinds that only a newer release knows to its nodes', async () => {
  const newer = { kind: 'newer', data: JSON.stringify({ to: 'newer@example.com' }) };
  await database.db.insertInto('mails').values(newer).execute();
  // They wait behind it, more than a batch of them.
  const people = Array.from({ length: 12 }, (_, index) => `behind-${index}@example.com`);
  const arrived = people.map((to) => mailbox.next(to));
  await Promise.all(people.map((to) => order({ to })));
  await Promise.all(arrived);
  await untilMails('the others to be sent', (rows) => rows.length === 1);
  expect(await mails()).toMatchObject([{ tries: 0 }]);

  const mailer = openMailer(readConfig({ SMTP_URL: mailbox.url, MAIL_FROM: 'no-reply@interviews.example' }), log);
  const newNode = openMailQueue(database.db, mailer, log);
  newNode.compose({ newer: note });
  const arrives = mailbox.next('newer@example.com');
  newNode.start();
  await arrives;
  await untilNothingWaits();
  await newNode.close();
});

describe('a hostile e-mail', () => {
  it.each([
    'victim@example.com\r\nBcc: other@example.com',
    'victim@example.com, other@example.com',
    'Name <victim@example.com>',
    '"victim other"@example.com',
    '',
  ])('neither sends nor retries an e-mail to %j', async (to) => {
    const before = mailbox.received.length;
    await order({ to: to || ' ' });
    await untilNothingWaits();

    expect(mailbox.received).toHaveLength(before);
  });

  it('writes a hostile subject on one line', async () => {
    const mail = mailbox.next('subject@example.com');
    await order({ to: 'subject@example.com', subject: 'Hello\r\nBcc: other@example.com\r\n\r\n\u202eEvil' });

    const { raw, to } = await mail;
    expect(to).toEqual(['subject@example.com']);
    expect(raw).toContain('Subject: Hello Bcc: other@example.com Evil');
    expect(raw).not.toMatch(/^Bcc:/im);
  });

  it('writes a hostile text only in the body', async () => {
    const mail = mailbox.next('text@example.com');
    await order({ to: 'text@example.com', text: '.\r\nRSET\r\nMAIL FROM:<x@evil.example>\r\n.\r\nß 💉' });

    expect((await mail).text).toContain('ß 💉');
    expect(mailbox.received.flatMap(({ to }) => to)).not.toContain('x@evil.example');
  });
});
