import { longUtcTime } from '#platform/mail/utc-time.ts';
import type { Origin } from '../auth-context.ts';
import { maskAddress } from './mask-address.ts';

/**
 * The recipient of a mail.
 * @param siteUrl origin of the web app, without a slash at the end
 */
export type Recipient = { readonly to: string; readonly siteUrl: string };

/** Time and client of the action that a notice reports. */
export type AccountAction = { readonly at: Date; readonly origin: Origin };

type Noticed = Recipient &
  AccountAction & {
    /** URL of the link 'No fui yo'; null if the mail has no such link. */
    readonly undo: string | null;
    /** True if this action blocks real-money orders for a day. */
    readonly waits: boolean;
    /** True if a hosted project keeps the sessions. This server then cannot end them. */
    readonly isHosted: boolean;
  };

/** The details of a notice, by its kind. */
export type NoticeDetails = {
  password_changed: Noticed;
  /** A changed address. The notice goes to both addresses; the one to the old address shows the new address masked. */
  email_changed: Noticed & { readonly newEmail: string };
  second_factor_added: Noticed;
  second_factor_removed: Noticed;
  /** `wrongCodes`: number of wrong codes within the last 24 hours. */
  second_factor_guessed: Noticed & { readonly wrongCodes: number };
  recovery_codes_made: Noticed;
  recovery_code_used: Noticed & { readonly codesLeft: number };
  refresh_token_reused: Noticed;
  bot_token_made: Noticed & { readonly name: string };
  webhook_set: Noticed & { readonly name: string; readonly host: string };
  broker_credentials_stored: Noticed & { readonly broker: string };
  real_money_chosen: Noticed & { readonly broker: string };
  data_exported: Noticed;
  factor_reset_started: Noticed & { readonly readyAt: Date };
  access_restored: Noticed;
  not_me: Noticed & { readonly undone: readonly string[] };
};
export type NoticeKind = keyof NoticeDetails;

/** The texts of a notice. */
export type Notice = {
  readonly subject: string;
  readonly preview: string;
  readonly said: readonly string[];
  readonly ifNotYou: string;
  /** The page on which the owner can react; null if the link 'No fui yo' is enough. */
  readonly action: { readonly label: string; readonly path: string } | null;
};

const SECURITY = { label: 'Revisar la seguridad', path: '/settings' };
const NEW_PASSWORD = { label: 'Elegir una contraseña nueva', path: '/forgot-password' };
const OTHERS_ENDED = 'Por seguridad se cerraron las demás sesiones y los tokens de bots quedaron en pausa.';
/** Text for an owner who made the change. */
export const OWN_CHANGE_TEXT = 'Si fuiste tú, no tienes que hacer nada.';
const PRESS = 'Si no fuiste tú, pulsa «No fui yo»';
const ALL_ENDED = 'se cierran todas las sesiones, ';
/** The effects of the link 'No fui yo'. If this server keeps the sessions, {@link ALL_ENDED} is put before them. */
const STOPS =
  'se eliminan los tokens de bots, se detiene lo automático y el dinero real queda bloqueado 24 horas. El enlace vale 7 días y antes de hacer nada te pide confirmar.';

/** Returns the effects of the link 'No fui yo'. If a hosted project keeps the sessions, the link cannot end them. */
const stopsOf = (isHosted: boolean): string =>
  isHosted ? `${STOPS} Las sesiones y la contraseña las cambias en el servicio de cuentas.` : ALL_ENDED + STOPS;

/** The texts of every notice. */
export const NOTICES: { readonly [Kind in NoticeKind]: (details: NoticeDetails[Kind]) => Notice } = {
  password_changed: () => ({
    subject: 'Tu contraseña cambió',
    preview: OWN_CHANGE_TEXT,
    said: ['La contraseña de tu cuenta acaba de cambiar.', 'Por seguridad se cerraron las demás sesiones.'],
    ifNotYou: `${PRESS}: esa contraseña deja de valer, ${ALL_ENDED}${STOPS}`,
    action: null,
  }),
  email_changed: (details) => (details.to === details.newEmail ? MOVED_HERE : movedAway(details)),
  second_factor_added: () => ({
    subject: 'Segundo factor activado',
    preview: 'Desde ahora entrar pide también su código.',
    said: ['Se activó un segundo factor: tu cuenta pide desde ahora su código además de la contraseña.', OTHERS_ENDED],
    ifNotYou: `${PRESS}: ese segundo factor se quita, ${ALL_ENDED}${STOPS}`,
    action: null,
  }),
  second_factor_removed: () => ({
    subject: 'Segundo factor quitado',
    preview: 'Alguien quitó un segundo factor de tu cuenta.',
    said: ['Se quitó un segundo factor de tu cuenta.', OTHERS_ENDED],
    ifNotYou: `${PRESS}: ${ALL_ENDED}${STOPS}`,
    action: null,
  }),
  recovery_codes_made: () => ({
    subject: 'Códigos de recuperación nuevos',
    preview: 'Los anteriores dejaron de valer.',
    said: ['Se crearon diez códigos de recuperación para tu cuenta. Los anteriores ya no valen.'],
    ifNotYou: `${PRESS}: esos códigos dejan de valer, ${ALL_ENDED}${STOPS}`,
    action: null,
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
    ifNotYou: `${PRESS}: ${ALL_ENDED}${STOPS}`,
    action: null,
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
  bot_token_made: ({ name, isHosted }) => ({
    subject: 'Nuevo token para un bot',
    preview: 'Con él un programa puede usar tu cuenta.',
    said: [`Se creó el token «${name}». Con él un programa puede usar tu cuenta, dentro de los permisos que tiene.`],
    ifNotYou: `${PRESS}: ${stopsOf(isHosted)}`,
    action: null,
  }),
  webhook_set: ({ name, host, isHosted }) => ({
    subject: 'Un webhook recibe tus avisos',
    preview: `Tus avisos se envían a ${host}.`,
    said: [`Desde ahora los avisos que elegiste se envían también a ${host}, por el webhook «${name}».`],
    ifNotYou: `${PRESS}: ese webhook se elimina, ${stopsOf(isHosted)}`,
    action: null,
  }),
  broker_credentials_stored: ({ broker, isHosted }) => ({
    subject: `Guardamos tus credenciales de ${broker}`,
    preview: 'Tu cuenta opera ahora con ellas.',
    said: [
      `Se guardaron credenciales nuevas de ${broker} en tu cuenta, cifradas. Si había otras, estas las sustituyen.`,
      'Tus órdenes no van a dinero real hasta que lo elijas.',
    ],
    ifNotYou: `${PRESS}: ${stopsOf(isHosted)}`,
    action: null,
  }),
  real_money_chosen: ({ broker, isHosted }) => ({
    subject: `Elegiste dinero real en ${broker}`,
    preview: 'Desde ahora tus órdenes usan dinero real.',
    said: [`Desde ahora las órdenes de tu cuenta van a tu cuenta real de ${broker}.`],
    ifNotYou: `${PRESS}: tus órdenes vuelven a Simulado, ${stopsOf(isHosted)}`,
    action: null,
  }),
  data_exported: ({ isHosted }) => ({
    subject: 'Se descargaron los datos de tu cuenta',
    preview: 'Un archivo con todo lo que guardamos de ti.',
    said: [
      'Alguien con tu sesión pidió el archivo con todos los datos de tu cuenta. No contiene contraseñas ni credenciales.',
    ],
    ifNotYou: `${PRESS}: ${stopsOf(isHosted)}`,
    action: null,
  }),
  factor_reset_started: ({ readyAt }) => ({
    subject: 'Alguien pidió entrar sin tu segundo factor',
    preview: 'Si no fuiste tú, cancélalo antes de 24 horas.',
    said: [
      'Alguien que puede leer este correo pidió recuperar tu cuenta sin su segundo factor.',
      `A partir del ${longUtcTime(readyAt)} podrá quitarlo y elegir otra contraseña con un enlace nuevo enviado aquí. Si antes alguien usa el segundo factor, la petición se cancela.`,
    ],
    ifNotYou: `${PRESS}: la petición se cancela, ${ALL_ENDED}${STOPS} Cambia también la contraseña de este correo.`,
    action: null,
  }),
  access_restored: () => ({
    subject: 'Recuperaste tu cuenta sin el segundo factor',
    preview: 'Tu cuenta ya no tiene segundo factor.',
    said: [
      'Se quitaron los segundos factores de tu cuenta y se eligió otra contraseña.',
      'Se cerraron todas las sesiones y se eliminaron los tokens de bots. Activa otro segundo factor cuanto antes.',
    ],
    ifNotYou: `${PRESS}: ${ALL_ENDED}${STOPS} Cambia también la contraseña de este correo.`,
    action: null,
  }),
  not_me: ({ undone, isHosted }) => ({
    subject: 'Protegimos tu cuenta',
    preview: 'Se usó «No fui yo»: falta elegir otra contraseña.',
    said: [
      `Se usó el enlace «No fui yo» de un aviso. ${isHosted ? '' : 'Se cerraron todas las sesiones. '}Se eliminaron los tokens de bots, se detuvo lo automático y el dinero real queda bloqueado 24 horas.`,
      ...undone,
      isHosted
        ? 'Falta un paso: cierra tus sesiones y cambia la contraseña en el servicio de cuentas.'
        : 'Falta un paso: elige una contraseña nueva.',
    ],
    ifNotYou: 'Si no lo usaste tú, alguien más puede leer este correo: cambia también su contraseña.',
    action: NEW_PASSWORD,
  }),
};

const movedAway = ({ newEmail }: NoticeDetails['email_changed']): Notice => ({
  subject: 'El correo de tu cuenta cambió',
  preview: 'Si no fuiste tú, recupérala desde este mensaje.',
  said: [
    `Tu cuenta usa ahora el correo ${maskAddress(newEmail)}. Esta dirección ya no sirve para entrar.`,
    OTHERS_ENDED,
  ],
  ifNotYou: `${PRESS}: tu cuenta vuelve a este correo, la contraseña deja de valer, ${ALL_ENDED}${STOPS}`,
  action: null,
});

const MOVED_HERE: Notice = {
  subject: 'Tu cuenta usa ahora este correo',
  preview: OWN_CHANGE_TEXT,
  said: ['Desde ahora entras en tu cuenta con este correo. También avisamos al anterior.', OTHERS_ENDED],
  ifNotYou: `${PRESS}: ${ALL_ENDED}${STOPS}`,
  action: null,
};

function codesLeftSentence(left: number): string {
  if (left === 0) return 'No te queda ninguno: crea códigos nuevos.';
  return left === 1 ? 'Te queda 1: conviene crear códigos nuevos.' : `Te quedan ${left}.`;
}
