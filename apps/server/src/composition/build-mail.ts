import { LocalMailbox } from '#platform/mail/local-mailbox.ts';
import { MailOutboxWorker } from '#platform/mail/mail-outbox-worker.ts';
import { domainOf } from '#platform/mail/sender.ts';
import { createSmtpMailer } from '#platform/mail/smtp-mailer.ts';
import { workKind } from '#platform/work/work-queue.ts';
import type { Features } from './features.ts';
import type { Foundation } from './foundation.ts';

/** Kind of work that wakes a mail worker because the outbox has a new mail or will have one soon. */
export const MAIL_WAKE_UP = workKind<null>('mail.waiting', { isShared: true });
/** The key of mail wake-ups. Any mail worker may receive them, because each mail is claimed in the database. */
export const ANY_MAIL_WORKER_KEY = 'any';

/** Creates the worker that sends mails, and the local mailbox if no mail server is configured. */
export function buildMail({
  config,
  db,
  sealer,
  clock,
  log,
  say,
}: Foundation): Pick<Features, 'mailWorker' | 'mailbox'> {
  const { smtpUrl, from } = config.mail;
  const local = new LocalMailbox({ db, sealer, say });
  const mailer = smtpUrl === null ? local : createSmtpMailer({ smtpUrl, from });
  const mailLog = log.child({ feature: 'mail' });
  const mailWorker = new MailOutboxWorker({ db, sealer, clock, host: domainOf(from), mailer, log: mailLog });
  return { mailWorker, mailbox: smtpUrl === null ? local : null };
}
