import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../config.ts';

/** A mail as it is written; plain text, so that no name in it is ever markup. */
export interface Email {
  to: string;
  subject: string;
  text: string;
}

/** Sends mails. */
export interface Mailer {
  /** Sends one; `id` makes a repetition recognisable. Rejects when nobody took it. */
  send(id: string, email: Email): Promise<void>;
  close(): void;
}

/** Longest time a mail server may take for a step, in milliseconds. */
const STEP_MS = 15_000;
const SUBJECT_MAX = 200;
/** One address and nothing else: no list, no name, no line break, no quoting. */
const ADDRESS = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/;

/** A mail that cannot be sent to anybody, now or later. */
export class UndeliverableError extends Error {}

/**
 * The way mails leave: by SMTP; without it, outside production, as files in a folder; else null, and nothing that
 * needs mail is offered.
 */
export function openMailer(config: Config, log: Pick<FastifyBaseLogger, 'info'>): Mailer | null {
  if (config.smtpUrl !== null) return smtpMailer(config.smtpUrl, config.mailFrom);
  return config.production ? null : folderMailer(join(config.dataDir, 'outbox'), config.mailFrom, log);
}

function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
  });
  return {
    async send(id, email) {
      const { to, subject, text } = checked(email);
      await transport.sendMail({
        from,
        // As an object: a string would be read as a list.
        to: { name: '', address: to },
        subject,
        text,
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
    async send(id, email) {
      const { to, subject, text } = checked(email);
      await mkdir(folder, { recursive: true });
      const file = join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${id}.txt`);
      await writeFile(file, `From: ${from}\nTo: ${to}\nSubject: ${subject}\n\n${text}`);
      log.info({ file }, 'there is no SMTP_URL: a mail was written to a file');
    },
    close: () => {},
  };
}

// Whatever a name or an address holds, it stays in its line.
function checked({ to, subject, text }: Email): Email {
  if (!ADDRESS.test(to)) throw new UndeliverableError('The address is not one a mail can be sent to.');
  const line = subject.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return { to, subject: [...line].slice(0, SUBJECT_MAX).join(''), text };
}

/** The part of a sender behind the @. */
function domainOf(from: string): string {
  return /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost';
}
