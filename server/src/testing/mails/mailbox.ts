import { callbackify } from 'node:util';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { until } from '../until.ts';

/** A received e-mail. */
export interface Received {
  to: string[];
  /** Headers and body as sent. */
  raw: string;
  /** The body in plain text, decoded. */
  text: string;
  /** The whole e-mail as a mail program reads it. */
  parts: Email;
}

/** Returns whether an e-mail invites a colleague to their new account; most tests do not expect these. */
export const isAccountInvitation = ({ parts }: Received) => parts.subject?.startsWith('Your account at') === true;

/** A mail server that stores received e-mails. */
export interface Mailbox {
  url: string;
  received: Received[];
  /** While true, every e-mail is refused temporarily. */
  refuses: boolean;
  /** Resolves with the next e-mail to an address, counted from now. */
  next(to: string, fits?: (mail: Received) => boolean): Promise<Received>;
  close(): Promise<void>;
}

/** Starts a mail server on a free port of this machine. */
export async function startMailbox(): Promise<Mailbox> {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (mailbox.refuses) return done(Object.assign(new Error('Not now'), { responseCode: 451 }));
        const to = session.envelope.rcptTo.map(({ address }) => address);
        // Before the acknowledgement, so that a sender that knows of its success finds the e-mail here.
        readWithCallback(Buffer.concat(chunks), to, (error, mail) => {
          if (!error) received.push(mail);
          done(error);
        });
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const bound = server.server.address();
  const port = typeof bound === 'object' && bound ? bound.port : 0;
  const mailbox: Mailbox = {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refuses: false,
    next(to, fits = () => true) {
      const from = received.length;
      return until(`a mail to ${to}`, () => received.slice(from).find((mail) => mail.to.includes(to) && fits(mail)));
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return mailbox;
}

async function read(sent: Buffer, to: string[]): Promise<Received> {
  const raw = sent.toString('utf8');
  const parts = await PostalMime.parse(raw);
  return { to, raw, text: parts.text ?? '', parts };
}

const readWithCallback = callbackify(read);
