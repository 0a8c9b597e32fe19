import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { CLAIM_MS } from './outbox.repository.ts';
import type { Mail } from './outbox.ts';
import { checkSmtp, createSmtpMailer, longestDeliveryMs } from './smtp-mailer.ts';

const FROM = { name: 'Vigía', address: 'no-responder@vigia.example' };
const TIMEOUTS = { connectMs: 300, silenceMs: 300 };
const MAIL: Mail = { to: 'ana@example.com', subject: 'Señal ✓', text: 'hola', html: '<p>hola</p>' };

type Delivered = { raw: string; recipients: string[]; from: string };

describe('the SMTP mailer', () => {
  const open: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of open.splice(0)) await close();
  });

  async function smtpServer(options: SMTPServerOptions = {}) {
    const delivered: Delivered[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, session, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const { mailFrom, rcptTo } = session.envelope;
          delivered.push({
            raw: Buffer.concat(chunks).toString(),
            recipients: rcptTo.map(({ address }) => address),
            from: mailFrom ? mailFrom.address : '',
          });
          done();
        });
      },
      ...options,
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    open.push(() => new Promise((resolve) => server.close(() => resolve())));
    const { port } = server.server.address() as AddressInfo;
    return { delivered, url: (user = '') => `smtp://${user}127.0.0.1:${port}` };
  }

  /** Starts a server that does not speak SMTP. */
  async function rawServer(onConnection: (socket: Socket) => void): Promise<string> {
    const sockets = new Set<Socket>();
    const server: Server = createServer((socket) => {
      sockets.add(socket.on('error', () => undefined));
      onConnection(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    open.push(async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    });
    return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const mailerFor = (smtpUrl: string) => createSmtpMailer({ smtpUrl, from: FROM, timeouts: TIMEOUTS });
  const send = (smtpUrl: string, mail: Mail = MAIL) => mailerFor(smtpUrl).send(mail, 'id-1@vigia.example');
  const refusal = (responseCode: number) => Object.assign(new Error('no: ana@example.com CANARY'), { responseCode });
  const headersOf = (raw: string) =>
    raw
      .slice(0, raw.indexOf('\r\n\r\n'))
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n');

  it('delivers text and HTML to the recipient, with the given Message-ID', async () => {
    const { delivered, url } = await smtpServer();
    expect(await send(url())).toEqual({ ok: true, value: undefined });
    const [mail] = delivered;
    expect(mail).toMatchObject({ recipients: ['ana@example.com'], from: FROM.address });
    const headers = headersOf(mail?.raw ?? '');
    expect(headers).toContain('Message-ID: <id-1@vigia.example>');
    expect(headers).toContain('To: ana@example.com');
    expect(headers).toContain('Auto-Submitted: auto-generated');
    expect(mail?.raw).toContain('text/plain');
    expect(mail?.raw).toContain('<p>hola</p>');
  });

  it.each([
    ['a line break in the subject', { subject: 'Hola\r\nBcc: eva@evil.example\r\n\r\ncuerpo' }],
    ['a line break in the recipient', { to: 'ana@example.com\r\nBcc: eva@evil.example' }],
    ['a second recipient', { to: 'ana@example.com, eva@evil.example' }],
    ['angle brackets', { to: 'ana@example.com> <eva@evil.example' }],
    ['a name before the address', { to: '"x" <eva@evil.example>' }],
  ])('does not turn %s into a header or a recipient', async (_what, change) => {
    const { delivered, url } = await smtpServer();
    await send(url(), { ...MAIL, ...change });
    for (const { raw, recipients } of delivered) {
      expect(headersOf(raw).filter((line) => /^(?:bcc|cc):/i.test(line))).toEqual([]);
      expect(recipients).not.toContain('eva@evil.example');
      expect(recipients.length).toBeLessThanOrEqual(1);
    }
  });

  it.each([
    [450, 'later'],
    [550, 'never'],
  ])('maps the reply %i for a recipient to «%s», without the text of the SMTP server', async (code, retry) => {
    const { url } = await smtpServer({ onRcptTo: (_address, _session, done) => done(refusal(code)) });
    const outcome = await send(url());
    expect(outcome).toEqual({ ok: false, error: { retry, reason: `EENVELOPE ${code}` } });
  });

  it('signs in to the SMTP server, and returns `later` if the sign-in is refused', async () => {
    const onAuth: SMTPServerOptions['onAuth'] = ({ password }, _session, done) =>
      password === 'cl@ve' ? done(null, { user: 'ana' }) : done(refusal(535));
    const { delivered, url } = await smtpServer({ authOptional: false, allowInsecureAuth: true, onAuth });
    expect((await send(url('ana:cl%40ve@'))).ok).toBe(true);
    expect(delivered).toHaveLength(1);
    const outcome = await send(url('ana:CANARY@'));
    expect(outcome).toEqual({ ok: false, error: { retry: 'later', reason: 'EAUTH 535' } });
    const failure = await checkSmtp(url('ana:CANARY@'), TIMEOUTS).catch(String);
    expect(failure).toContain('EAUTH 535');
    expect(failure).not.toContain('CANARY');
  });

  it.each([
    ['says nothing', () => undefined],
    ['hangs after the greeting', (socket: Socket) => void socket.write('220 hola\r\n')],
    ['drops the line', (socket: Socket) => void socket.destroy()],
  ])('returns `later` for a server that %s', async (_what, onConnection) => {
    const url = await rawServer(onConnection);
    expect(await send(url)).toMatchObject({ ok: false, error: { retry: 'later' } });
    await expect(checkSmtp(url, TIMEOUTS)).rejects.toThrow('revisa SMTP_URL');
  });

  it('returns `later` if no server listens', async () => {
    const url = await rawServer(() => undefined);
    for (const close of open.splice(0)) await close();
    expect(await send(url)).toMatchObject({ ok: false, error: { retry: 'later' } });
  });

  it('aborts a delivery before another worker can claim the same mail', () => {
    expect(CLAIM_MS).toBeGreaterThan(longestDeliveryMs());
  });

  it('reports an SMTP server that responds as healthy', async () => {
    const { url } = await smtpServer();
    await expect(checkSmtp(url(), TIMEOUTS)).resolves.toBeUndefined();
  });
});
