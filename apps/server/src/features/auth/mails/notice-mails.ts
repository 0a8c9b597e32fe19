import type { Mail } from '#platform/mail/outbox.ts';
import { longUtcTime } from '#platform/mail/utc-time.ts';
import type { Origin } from '../auth-context.ts';
import { deviceName } from './device-name.ts';
import { composeMail, type MailBlock } from './layout.ts';
import { maskAddress } from './mask-address.ts';

/** @param siteUrl origin of the web app, without a slash at the end */
type Recipient = { readonly to: string; readonly siteUrl: string };

/** The action behind a notice: its time and client. */
export type AccountAction = { readonly at: Date; readonly origin: Origin };

type Noticed = Recipient & AccountAction;

/** The details of each notice to the owner of an account. */
export type NoticeDetails = {
  password_changed: Noticed;
  /** Sent to the old address; shows the new one masked. */
  email_changed: Noticed & { readonly newEmail: string };
  second_factor_added: Noticed;
  second_factor_removed: Noticed;
  /** `wrongCodes`: within the last 24 hours. */
  second_factor_guessed: Noticed & { readonly wrongCodes: number };
  recovery_code_used: Noticed & { readonly codesLeft: number };
  refresh_token_reused: Noticed;
  bot_token_made: Noticed & { readonly name: string };
  broker_login_replaced: Noticed & { readonly broker: string };
};
export type NoticeKind = keyof NoticeDetails;

type Notice = {
  readonly subject: string;
  readonly preview: string;
  readonly said: readonly string[];
  readonly ifNotYou: string;
  /** The page on which the owner can react; null if the mail must not link to one. */
  readonly action: { readonly label: string; readonly path: string } | null;
};

const SECURITY = { label: 'Revisar la seguridad', path: '/settings' };
const NEW_PASSWORD = { label: 'Elegir una contraseña nueva', path: '/forgot-password' };
const OTHERS_ENDED = 'Por seguridad se cerraron las demás sesiones y los tokens de bots quedaron en pausa.';

const NOTICES: { readonly [Kind in NoticeKind]: (details: NoticeDetails[Kind]) => Notice } = {
  password_changed: () => ({
    subject: 'Tu contraseña cambió',
    preview: 'Si fuiste tú, no tienes que hacer nada.',
    said: ['La contraseña de tu cuenta acaba de cambiar.', OTHERS_ENDED],
    ifNotYou: 'Si no fuiste tú, restablécela ahora mismo: quien la cambió ya no podrá entrar.',
    action: NEW_PASSWORD,
  }),
  email_changed: ({ newEmail }) => ({
    subject: 'El correo de tu cuenta cambió',
    preview: 'Este es el último aviso que llega a esta dirección.',
    said: [
      `Tu cuenta usa ahora el correo ${maskAddress(newEmail)}. Esta dirección ya no sirve para entrar.`,
      OTHERS_ENDED,
    ],
    ifNotYou:
      'Si no fuiste tú, escribe cuanto antes a quien administra esta instalación: alguien se quedó con tu cuenta. Cambia también la contraseña de este correo.',
    action: null,
  }),
  second_factor_added: () => ({
    subject: 'Segundo factor activado',
    preview: 'Desde ahora entrar pide también su código.',
    said: ['Activaste un segundo factor: tu cuenta pide desde ahora su código además de la contraseña.', OTHERS_ENDED],
    ifNotYou: 'Si no fuiste tú, alguien conoce tu contraseña: elige otra ahora mismo.',
    action: SECURITY,
  }),
  second_factor_removed: () => ({
    subject: 'Segundo factor quitado',
    preview: 'Tu cuenta vuelve a depender solo de la contraseña.',
    said: ['Tu cuenta ya no tiene segundo factor: solo la contraseña la protege.', OTHERS_ENDED],
    ifNotYou: 'Si no fuiste tú, elige otra contraseña ahora mismo y vuelve a activar tu segundo factor.',
    action: NEW_PASSWORD,
  }),
  second_factor_guessed: ({ wrongCodes }) => ({
    subject: 'Códigos incorrectos de tu segundo factor',
    preview: `${wrongCodes} intentos fallidos en las últimas 24 horas.`,
    said: [
      `En las últimas 24 horas se escribieron ${wrongCodes} códigos incorrectos de tu segundo factor. Abajo está el último intento.`,
      'Nadie entró con ellos, y desde ahora cada intento más tiene que esperar.',
    ],
    ifNotYou:
      'Si no fuiste tú, alguien conoce tu contraseña o tiene una sesión tuya: elige otra contraseña ahora mismo.',
    action: NEW_PASSWORD,
  }),
  recovery_code_used: ({ codesLeft }) => ({
    subject: 'Se usó un código de recuperación',
    preview: codesLeftSentence(codesLeft),
    said: [
      'Alguien entró en tu cuenta con un código de recuperación en lugar del segundo factor.',
      codesLeftSentence(codesLeft),
    ],
    ifNotYou: 'Si no fuiste tú, elige otra contraseña ahora mismo y crea códigos nuevos.',
    action: SECURITY,
  }),
  refresh_token_reused: () => ({
    subject: 'Cerramos una sesión de tu cuenta',
    preview: 'Algo de esa sesión se usó dos veces, y eso no pasa por sí solo.',
    said: [
      'Una credencial ya gastada de una de tus sesiones se volvió a usar. Puede ser un fallo del navegador, o alguien que la copió: por si acaso cerramos esa sesión.',
      'Vuelve a entrar con tu contraseña cuando quieras.',
    ],
    ifNotYou: 'Si no reconoces alguna sesión, ciérrala en Configuración y elige otra contraseña.',
    action: SECURITY,
  }),
  bot_token_made: ({ name }) => ({
    subject: 'Nuevo token para un bot',
    preview: 'Con él un programa puede usar tu cuenta.',
    said: [`Se creó el token «${name}». Con él un programa puede usar tu cuenta, dentro de los permisos que tiene.`],
    ifNotYou: 'Si no fuiste tú, elimínalo en Configuración y elige otra contraseña.',
    action: SECURITY,
  }),
  broker_login_replaced: ({ broker }) => ({
    subject: `Cambiaron los datos de acceso de ${broker}`,
    preview: 'Desde ahora Vigía entra en ese bróker con otros datos.',
    said: [
      `Se cambiaron los datos con que Vigía entra en ${broker}. Si operabas ahí con dinero real, tus órdenes vuelven a una cuenta de práctica hasta que elijas otra vez.`,
    ],
    ifNotYou:
      'Si no fuiste tú, elige otra contraseña, elimina tus tokens de bots y vuelve a conectar tu cuenta del bróker.',
    action: { label: 'Revisar las conexiones', path: '/connections' },
  }),
};

function codesLeftSentence(left: number): string {
  if (left === 0) return 'No te queda ninguno: crea códigos nuevos.';
  return left === 1 ? 'Te queda 1: conviene crear códigos nuevos.' : `Te quedan ${left}.`;
}

const factsOf = ({ at, origin }: AccountAction): readonly (readonly [string, string])[] => [
  ['Cuándo', longUtcTime(at)],
  ['Dispositivo', deviceName(origin.userAgent)],
  ['Dirección IP', origin.ip],
];

const wayTo = (label: string, link: string): readonly MailBlock[] => [
  { kind: 'button', label, link },
  { kind: 'link', lead: 'Si el botón no funciona, copia esta dirección en el navegador:', link },
];

/** Composes the notice of an action to the owner of an account. It contains no token. */
export function noticeMail<Kind extends NoticeKind>(kind: Kind, details: NoticeDetails[Kind]): Mail {
  const { subject, preview, said, ifNotYou, action } = NOTICES[kind](details);
  const blocks: readonly MailBlock[] = [
    ...said.map((text) => ({ kind: 'text' as const, text })),
    { kind: 'facts', facts: factsOf(details) },
    ...(action === null ? [] : wayTo(action.label, details.siteUrl + action.path)),
    { kind: 'aside', text: ifNotYou },
  ];
  return composeMail({ to: details.to, subject, preview, heading: subject, blocks });
}

/**
 * Composes the notice to the owner of an address that was used in another sign-up; the sign-up page does not reveal the
 * account.
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
