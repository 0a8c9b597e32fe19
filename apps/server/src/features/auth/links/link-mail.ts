import type { Mail } from '#platform/mail/outbox.ts';
import type { TokenKind } from '../one-time-tokens/one-time-token.ts';

type LinkMail = { readonly to: string; readonly link: string; readonly digits: string };

const SUBJECTS: Readonly<Record<TokenKind, string>> = {
  signup: 'Confirma tu correo',
  recovery: 'Elige una contraseña nueva',
  email_change: 'Confirma tu nuevo correo',
  reauthentication: 'Tu código',
};

export function linkMail(kind: TokenKind, { to, link, digits }: LinkMail): Mail {
  const subject = SUBJECTS[kind];
  const text = `${subject}: ${digits}\n\n${link}\n`;
  return {
    to,
    subject,
    text,
    html: `<p>${subject}: ${digits}</p><p><a href="${link.replaceAll('&', '&amp;')}">${subject}</a></p>`,
  };
}
