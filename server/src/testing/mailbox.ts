import { SMTPServer } from 'smtp-server';
import { until } from './until.ts';

/** A received e-mail. */
export interface Received {
  to: string[];
  /** Headers and body as sent. */
  raw: string;
  /** The body, decoded. */
  text: string;
}

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
        const raw = Buffer.concat(chunks).toString('utf8');
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw, text: decoded(raw) });
        done();
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
    async next(to, fits = () => true) {
      const from = received.length;
      return until(`a mail to ${to}`, () => received.slice(from).find((mail) => mail.to.includes(to) && fits(mail)));
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return mailbox;
}

function decoded(raw: string): string {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  if (/content-transfer-encoding: base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8');
  if (!/content-transfer-encoding: quoted-printable/i.test(head)) return body;
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
