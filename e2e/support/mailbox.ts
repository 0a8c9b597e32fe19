import { z } from 'zod';
import { type DrivenServer, SECONDS_PACE } from './driven-server.ts';

/** A received mail, reduced to the parts that the tests read. */
export type ReadMail = {
  readonly subject: string;
  readonly text: string;
  /** The link that confirms the address; empty if the mail has none. */
  readonly link: string;
  /** The link 'No fui yo'; empty if the mail has none. */
  readonly undo: string;
  /** The six digits of the mail; empty if it has none. */
  readonly digits: string;
};

const Mailbox = z.array(
  z.object({ to: z.string(), subject: z.string(), text: z.string(), links: z.array(z.string()), at: z.string() }),
);

/**
 * Time limit for the arrival of a mail, in milliseconds of the server's clock. The server sends a mail within 500 ms.
 */
const PATIENCE_MS = 15_000;

/** The Spanish subjects of the mails. */
export const SUBJECT = {
  confirm: 'Confirma tu correo',
  recovery: 'Restablece tu contraseña',
  createAccount: 'Confirma tu correo para crear tu cuenta',
  newAddress: 'Confirma tu nuevo correo',
  taken: 'Ya tienes una cuenta',
  passwordChanged: 'Tu contraseña cambió',
  emailChanged: 'El correo de tu cuenta cambió',
  factorAdded: 'Segundo factor activado',
  protectedNow: 'Protegimos tu cuenta',
  factorReset: 'Alguien pidió entrar sin tu segundo factor',
  recoveryCodeUsed: 'Se usó un código de recuperación',
} as const;

/**
 * Advances the server's clock until the local mailbox contains `count` mails with this subject to this address. Returns
 * the mail with that number.
 */
export async function mailTo(server: DrivenServer, to: string, subject: string, count = 1): Promise<ReadMail> {
  const ofSubject = async () => (await mailsTo(server, to)).filter((mail) => mail.subject === subject);
  await server.runUntil(async () => (await ofSubject()).length >= count, PATIENCE_MS, SECONDS_PACE);
  const mail = (await ofSubject())[count - 1];
  if (mail === undefined) throw new Error(`no mail «${subject}» (${count}) to ${to}`);
  return mail;
}

/** Returns all mails that arrived for an address, oldest first. */
export async function mailsTo(server: DrivenServer, to: string): Promise<readonly ReadMail[]> {
  const answer = await fetch(`${server.url}/dev/mailbox.json`);
  const mails = Mailbox.parse(await answer.json());
  return mails
    .filter((mail) => mail.to === to)
    .toReversed()
    .map(({ subject, text, links }) => ({
      subject,
      text,
      link: links.find((link) => link.includes('/auth/v1/verify')) ?? '',
      undo: links.find((link) => link.includes('/no-fui-yo')) ?? '',
      digits: /^ {4}(\d{6})$/m.exec(text)?.[1] ?? '',
    }));
}
