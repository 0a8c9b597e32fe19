import { composeMail, type MailBlock } from '#platform/mail/layout.ts';
import type { Mail } from '#platform/mail/outbox.ts';
import { longUtcTime } from '#platform/mail/utc-time.ts';
import { deviceName } from './device-name.ts';
import {
  type AccountAction,
  NOTICES,
  type NoticeDetails,
  type NoticeKind,
  OWN_CHANGE_TEXT,
  type Recipient,
} from './notice-texts.ts';

export type { NoticeDetails, NoticeKind } from './notice-texts.ts';

const WAITS = 'El dinero real espera 24 horas desde este cambio.';

const factsOf = ({ at, origin }: AccountAction): readonly (readonly [string, string])[] => [
  ['Cuándo', longUtcTime(at)],
  ['Dispositivo', deviceName(origin.userAgent)],
  ['Dirección IP', origin.ip],
];

const wayTo = (label: string, link: string): readonly MailBlock[] => [
  { kind: 'button', label, link },
  { kind: 'link', lead: 'Si el botón no funciona, copia esta dirección en el navegador:', link },
];

/**
 * Composes the mail that notifies the owner of an account of an action. It contains no token except that of the link
 * 'No fui yo'.
 */
export function noticeMail<Kind extends NoticeKind>(kind: Kind, details: NoticeDetails[Kind]): Mail {
  const { subject, preview, said, ifNotYou, action } = NOTICES[kind](details);
  const { undo, waits, siteUrl } = details;
  const blocks: readonly MailBlock[] = [
    ...[...said, ...(waits ? [WAITS] : []), ...(undo === null ? [] : [OWN_CHANGE_TEXT])].map(toText),
    { kind: 'facts', facts: factsOf(details) },
    ...(action === null ? [] : wayTo(action.label, siteUrl + action.path)),
    ...(undo === null ? [] : wayTo('No fui yo', undo)),
    { kind: 'aside', text: ifNotYou },
  ];
  return composeMail({ to: details.to, subject, preview, heading: subject, blocks });
}

const toText = (text: string): MailBlock => ({ kind: 'text', text });

/**
 * Composes the mail to the owner of a registered address that was used in a sign-up. The owner learns it from this
 * mail, because the sign-up page must not reveal that the account exists.
 */
export function alreadyRegisteredMail({ to, siteUrl }: Recipient): Mail {
  return composeMail({
    to,
    subject: 'Ya tienes una cuenta',
    preview: 'Entra con tu contraseña, o elige una nueva si la olvidaste.',
    heading: 'Ya tienes una cuenta',
    blocks: [
      { kind: 'text', text: 'Alguien quiso crear una cuenta de Vigía con este correo, que ya tiene una.' },
      { kind: 'text', text: 'Si fuiste tú, entra con tu contraseña de siempre.' },
      { kind: 'button', label: 'Entrar', link: `${siteUrl}/login` },
      { kind: 'link', lead: '¿La olvidaste? Elige una nueva aquí:', link: `${siteUrl}/forgot-password` },
      { kind: 'aside', text: 'Si no fuiste tú, no hagas nada: tu cuenta y tu contraseña siguen igual.' },
    ],
  });
}
