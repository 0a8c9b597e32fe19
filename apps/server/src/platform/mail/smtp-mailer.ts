import { err, ok } from '@vigia/core/kernel';
import nodemailer from 'nodemailer';
import { errorCode } from '../startup-error.ts';
import { headerText } from './header-text.ts';
import type { Mailer, MailFault } from './mailer.ts';
import type { Sender } from './sender.ts';

/**
 * Timeouts for a server that does not answer: until its greeting, including TLS, and until each response after that.
 */
export type SmtpTimeouts = { readonly connectMs: number; readonly silenceMs: number };
const TIMEOUTS: SmtpTimeouts = { connectMs: 10_000, silenceMs: 20_000 };

/** Commands that the server may have to answer one at a time. After STARTTLS the client greets the server again. */
const ANSWERS = [
  'EHLO',
  'HELO',
  'STARTTLS',
  'EHLO',
  'AUTH',
  'user',
  'password',
  'MAIL FROM',
  'RCPT TO',
  'DATA',
  'end of the mail',
];

/** Returns the duration of the delivery of one mail if the server uses every timeout fully. */
export const longestDeliveryMs = ({ connectMs, silenceMs }: SmtpTimeouts = TIMEOUTS): number =>
  connectMs + ANSWERS.length * silenceMs;

function transport(smtpUrl: string, { connectMs, silenceMs }: SmtpTimeouts) {
  const url = new URL(smtpUrl);
  const isTls = url.protocol === 'smtps:';
  const user = decodeURIComponent(url.username);
  return nodemailer.createTransport({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (isTls ? 465 : 587) : Number(url.port),
    secure: isTls,
    // A password must not be sent without TLS, even if the server does not require TLS. Loopback is an exception.
    requireTLS: user !== '' && !isTls && !isLoopbackName(url.hostname),
    ...(user !== '' && { auth: { user, pass: decodeURIComponent(url.password) } }),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
    dnsTimeout: connectMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

const isLoopbackName = (host: string): boolean => /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(host);

/**
 * Creates a mailer that uses an SMTP server. Each address is passed as a separate value and is never parsed from a
 * header.
 * @param smtpUrl `smtp://user:pass@host:port`, or smtps: for TLS from the first byte
 */
export function createSmtpMailer(deps: {
  readonly smtpUrl: string;
  readonly from: Sender;
  readonly timeouts?: SmtpTimeouts;
}): Mailer {
  const smtp = transport(deps.smtpUrl, deps.timeouts ?? TIMEOUTS);
  return {
    keepsMails: false,
    async send(mail, messageId) {
      try {
        await smtp.sendMail({
          from: deps.from,
          to: { name: '', address: headerText(mail.to) },
          subject: headerText(mail.subject),
          text: mail.text,
          html: mail.html,
          messageId: `<${headerText(messageId)}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        return ok(undefined);
      } catch (error) {
        return err(faultOf(error));
      }
    },
    close: () => smtp.close(),
  };
}

/**
 * Signs in to the mail server and disconnects.
 * @throws Error with a sentence for the administrator if the server does not accept mails
 */
export async function checkSmtp(smtpUrl: string, timeouts: SmtpTimeouts = TIMEOUTS): Promise<void> {
  const smtp = transport(smtpUrl, timeouts);
  try {
    await smtp.verify();
  } catch (error) {
    const { reason } = faultOf(error);
    throw new Error(`El servidor de correo no responde como debe (${reason}): revisa SMTP_URL.`, { cause: error });
  } finally {
    smtp.close();
  }
}

/**
 * Converts an error to a fault. Only the response code of the server's text is kept, because servers repeat their
 * input. A refused sign-in is a fault of the settings and not of the mail, so the mail is retried.
 */
function faultOf(error: unknown): MailFault {
  const code = errorCode(error) || 'unknown';
  const answer = responseCode(error);
  const isFinal = answer >= 500 && code !== 'EAUTH';
  return { retry: isFinal ? 'never' : 'later', reason: answer > 0 ? `${code} ${answer}` : code };
}

const responseCode = (error: unknown): number =>
  error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : 0;
