import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EMAIL_PATTERN } from '@cip/contracts/protocol/common';
import { createTransport } from 'nodemailer';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config/config.ts';
import { makePrivateFolder } from '../database/private-folder.ts';

/** An e-mail in plain text, so that names in it are never markup. */
export interface Email {
  to: string;
  subject: string;
  text: string;
  /** The address for answers, in place of the sender's. */
  replyTo?: string;
  /** A change of the recipient's calendar, as iCalendar text with this METHOD. */
  calendar?: { method: 'REQUEST' | 'CANCEL'; text: string };
}

/** How e-mails are delivered: they are sent, written to files on the server, or dropped. */
export type MailDelivery = 'sent' | 'written' | 'off';

export interface Mailer {
  delivery: Exclude<MailDelivery, 'off'>;
  /** Sends an e-mail; `id` becomes its Message-ID, so that a repetition is recognizable. Rejects if it failed. */
  send(id: string, email: Email): Promise<void>;
  close(): void;
}

/** Timeout of each step with a mail server (ms). */
const STEP_TIMEOUT_MS = 15_000;
const SUBJECT_MAX = 200;
const ADDRESS = new RegExp(EMAIL_PATTERN);

/** The e-mail can never be delivered; retrying is useless. */
export class UndeliverableError extends Error {}

/** Returns the notice at start about the place of e-mails; null if they are sent. */
export function mailNotice({ smtpUrl, production, dataDir }: Config): string | null {
  if (smtpUrl !== null) return null;
  if (production) return 'No SMTP_URL: no e-mails are sent.';
  return `No SMTP_URL: e-mails are not sent but written to files in ${join(dataDir, 'outbox')}.`;
}

/**
 * Opens the mailer: SMTP if configured, otherwise files in a folder. Returns null in production without SMTP; features
 * that need e-mail are off then.
 */
export function openMailer(config: Config, log: Pick<FastifyBaseLogger, 'info'>): Mailer | null {
  if (config.smtpUrl !== null) return smtpMailer(config.smtpUrl, config.mailFrom);
  return config.production ? null : folderMailer(join(config.dataDir, 'outbox'), config.mailFrom, log);
}

function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    connectionTimeout: STEP_TIMEOUT_MS,
    greetingTimeout: STEP_TIMEOUT_MS,
    socketTimeout: STEP_TIMEOUT_MS,
  });
  return {
    delivery: 'sent',
    async send(id, email) {
      const { to, subject, text, replyTo, calendar } = sanitize(email);
      await transport.sendMail({
        from,
        // An object, because a string would be parsed as a list.
        to: { name: '', address: to },
        subject,
        text,
        ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
        // Sent as an alternative to the text, for calendars that read invitations, and as a file for the others.
        ...(calendar && {
          icalEvent: { method: calendar.method, content: calendar.text, filename: 'interview.ics' },
        }),
        messageId: `<${id}@${domainOf(from)}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    },
    close: () => transport.close(),
  };
}

function folderMailer(folder: string, from: string, log: Pick<FastifyBaseLogger, 'info'>): Mailer {
  return {
    delivery: 'written',
    async send(id, email) {
      const { to, subject, text, replyTo, calendar } = sanitize(email);
      // Its mails contain links that reset passwords.
      makePrivateFolder(folder);
      const path = join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${id}`);
      const file = `${path}.txt`;
      const answers = replyTo === undefined ? '' : `Reply-To: ${replyTo}\n`;
      await writeFile(file, `From: ${from}\nTo: ${to}\n${answers}Subject: ${subject}\n\n${text}`);
      if (calendar) await writeFile(`${path}.ics`, calendar.text);
      log.info({ file }, 'no SMTP_URL: wrote the e-mail to a file');
    },
    close: () => {},
  };
}

/** Removes line breaks and control characters from the headers. Throws UndeliverableError for an invalid address. */
function sanitize({ to, subject, replyTo, ...content }: Email): Email {
  if (!ADDRESS.test(to)) throw new UndeliverableError('The e-mail address is not valid.');
  const line = subject.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return {
    ...content,
    to,
    subject: [...line].slice(0, SUBJECT_MAX).join(''),
    ...(replyTo !== undefined && ADDRESS.test(replyTo) && { replyTo }),
  };
}

/** Returns the domain of a sender address. */
function domainOf(from: string): string {
  return /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost';
}
