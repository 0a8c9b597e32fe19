import { composeMail, type MailBlock } from '#platform/mail/layout.ts';
import type { Mail } from '#platform/mail/outbox.ts';

/** @param link link to follow @param digits six digits that can be typed instead */
export type ProofValues = { readonly to: string; readonly link: string; readonly digits: string };

const SAME_BROWSER =
  'Abre el enlace en el mismo navegador donde lo pediste. Si estás en otro dispositivo, escribe este código allí:';

/**
 * Returns the mail blocks with a link for the device that made the request and six digits for another device. Both are
 * valid for an hour.
 */
const proofBlocks = (label: string, { link, digits }: Omit<ProofValues, 'to'>): readonly MailBlock[] => [
  { kind: 'button', label, link },
  { kind: 'digits', lead: SAME_BROWSER, digits },
  {
    kind: 'text',
    text: 'El enlace y el código valen durante 1 hora y se usan una sola vez. Si pides otro correo, este deja de valer.',
  },
  { kind: 'link', lead: 'Si el botón no funciona, copia esta dirección en el navegador:', link },
];

/** Composes the mail that confirms the address of a new user. */
export const confirmAddressMail = ({ to, ...proof }: ProofValues): Mail =>
  composeMail({
    to,
    subject: 'Confirma tu correo',
    preview: 'Un clic y tu cuenta de Vigía queda lista.',
    heading: 'Confirma tu correo',
    blocks: [
      {
        kind: 'text',
        text: 'Te damos la bienvenida a Vigía. Para activar tu cuenta, confirma que este correo es tuyo.',
      },
      ...proofBlocks('Confirmar mi correo', proof),
      {
        kind: 'aside',
        text: 'Si no fuiste tú quien creó la cuenta, no hagas nada: sin este paso no se activa. No reenvíes este correo.',
      },
    ],
  });

/** Composes the mail for a user who forgot the password. */
export const recoveryMail = ({ to, ...proof }: ProofValues): Mail =>
  composeMail({
    to,
    subject: 'Restablece tu contraseña',
    preview: 'Elige una contraseña nueva para tu cuenta de Vigía.',
    heading: 'Restablece tu contraseña',
    blocks: [
      { kind: 'text', text: 'Alguien pidió una contraseña nueva para tu cuenta. Si fuiste tú, elígela ahora.' },
      ...proofBlocks('Elegir una contraseña nueva', proof),
      {
        kind: 'aside',
        text: 'Si no fuiste tú, no hagas nada: tu contraseña sigue siendo la misma. No reenvíes este correo ni des el código a nadie.',
      },
    ],
  });

/** Composes the mail that confirms a new address of an account; sent to that address. */
export const confirmNewAddressMail = ({ to, ...proof }: ProofValues): Mail =>
  composeMail({
    to,
    subject: 'Confirma tu nuevo correo',
    preview: 'Un paso más y tu cuenta de Vigía usará este correo.',
    heading: 'Confirma tu nuevo correo',
    blocks: [
      { kind: 'text', text: 'Se pidió que una cuenta de Vigía use esta dirección de correo. Confirma que es tuya.' },
      ...proofBlocks('Usar este correo', proof),
      {
        kind: 'aside',
        text: 'Si no fuiste tú, no hagas nada: sin este paso ninguna cuenta usará tu dirección. No reenvíes este correo.',
      },
    ],
  });

/** Composes the mail that confirms the first address of an anonymous user; sent to that address. */
export const completeAccountMail = ({ to, ...proof }: ProofValues): Mail =>
  composeMail({
    to,
    subject: 'Confirma tu correo para crear tu cuenta',
    preview: 'Un paso más y tu demo será una cuenta de Vigía.',
    heading: 'Confirma tu correo para crear tu cuenta',
    blocks: [
      {
        kind: 'text',
        text: 'Se pidió crear una cuenta de Vigía con este correo. Confirma que es tuyo: lo que hiciste en la demo se conserva.',
      },
      ...proofBlocks('Crear mi cuenta', proof),
      {
        kind: 'aside',
        text: 'Si no fuiste tú, no hagas nada: sin este paso no se crea ninguna cuenta. No reenvíes este correo.',
      },
    ],
  });

/** Composes the mail with six digits that prove that the owner makes a sensitive change, such as a new password. */
export const reauthenticationMail = ({ to, digits }: { readonly to: string; readonly digits: string }): Mail =>
  composeMail({
    to,
    subject: 'Tu código de verificación',
    preview: 'Escríbelo en Vigía para seguir.',
    heading: 'Tu código de verificación',
    blocks: [
      { kind: 'digits', lead: 'Escribe este código en Vigía para demostrar que eres tú:', digits },
      { kind: 'text', text: 'Vale durante 1 hora y se usa una sola vez.' },
      {
        kind: 'aside',
        text: 'Si no fuiste tú, alguien está dentro de tu cuenta: cambia la contraseña y cierra las demás sesiones. No des el código a nadie.',
      },
    ],
  });
