import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail that the mail server took. */
export type ReceivedMail = { readonly messageId: string; readonly to: string; readonly subject: string };

/** A mail server on this machine that records the mails it takes. */
export class MailSink {
  readonly mails: ReceivedMail[] = [];
  /** Called when a mail has arrived whole, before the mail server takes it. */
  onReceived: () => void = () => undefined;
  readonly #server: SMTPServer;

  private constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData: (stream, { envelope }, done) => {
        const pieces: Buffer[] = [];
        stream.on('data', (piece: Buffer) => pieces.push(piece));
        stream.on('end', () => {
          this.mails.push(readMail(Buffer.concat(pieces).toString(), envelope.rcptTo[0]?.address ?? ''));
          this.onReceived();
          done();
        });
      },
    });
    // A sender that is killed resets its connection.
    this.#server.on('error', () => undefined);
  }

  static async start(): Promise<MailSink> {
    const sink = new MailSink();
    await new Promise<void>((resolve) => sink.#server.listen(0, '127.0.0.1', resolve));
    return sink;
  }

  /** Returns the value of the setting `SMTP_URL`. */
  get url(): string {
    // The sink listens on a port, so its address is no path.
    const { port } = this.#server.server.address() as AddressInfo;
    return `smtp://127.0.0.1:${port}`;
  }

  /** Returns the number of open connections. A sender that was killed has none after its last bytes are read. */
  get connections(): number {
    return this.#server.connections.size;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}

/** Reads the headers of a mail. A long header continues on lines that begin with white space. */
function readMail(raw: string, to: string): ReceivedMail {
  const headers = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  const valueOf = (name: string) => new RegExp(`^${name}: *(.*)$`, 'im').exec(headers)?.[1]?.trim() ?? '';
  const messageId = /^<?([^@>]*)/.exec(valueOf('Message-ID'))?.[1] ?? '';
  return { messageId, to, subject: valueOf('Subject') };
}
