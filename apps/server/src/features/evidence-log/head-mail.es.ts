import { composeMail } from '#platform/mail/layout.ts';
import type { Mail } from '#platform/mail/outbox.ts';
import { longUtcTime } from '#platform/mail/utc-time.ts';

/** The mail of a day with the last signed head. */
type HeadMail = {
  readonly to: string;
  readonly siteUrl: string;
  /** Public key of the log, as text. */
  readonly key: string;
  readonly note: string;
  /** Number of leaves. */
  readonly size: number;
  /** Time of the signature. */
  readonly at: Date;
};

/** Composes the mail that takes a head out of the installation, with what to do with it. */
export const headMail = ({ to, siteUrl, key, note, size, at }: HeadMail): Mail =>
  composeMail({
    to,
    subject: `Cabeza del registro: ${size.toLocaleString('es')} ${size === 1 ? 'hoja' : 'hojas'}`,
    preview: 'Guarda este correo: con él se descubre si alguien cambia tu historial.',
    heading: 'La cabeza de hoy de tu registro verificable',
    blocks: [
      {
        kind: 'text',
        text: 'Guarda este correo y no hagas nada más. Mientras lo tengas, nadie puede quitar ni cambiar en Vigía una señal, un resultado o una operación anterior a él sin que se note, tampoco quien administra la instalación.',
      },
      {
        kind: 'facts',
        facts: [
          ['Firmada', longUtcTime(at)],
          ['Hojas', size.toLocaleString('es')],
        ],
      },
      { kind: 'verbatim', lead: 'La cabeza, tal como se firmó:', text: note },
      {
        kind: 'verbatim',
        lead: 'La clave pública que la firma. Debe ser la misma en todos tus correos:',
        text: `${key}\n`,
      },
      {
        kind: 'text',
        text: `Para comprobarlo, guarda el texto de este correo en un archivo. Quien administra la instalación ejecuta «vigia verify --since ARCHIVO», que dice si el registro de ahora continúa esta cabeza. Para no depender de su palabra, ejecuta en tu equipo «vigia witness --log ${siteUrl} --key CLAVE --folder CARPETA --name NOMBRE --since ARCHIVO», con un token de bot que pueda leer.`,
      },
      {
        kind: 'link',
        lead: 'Lo activaste en Configuración → Tus datos. Ahí también se apaga:',
        link: `${siteUrl}/settings#datos`,
      },
    ],
  });
