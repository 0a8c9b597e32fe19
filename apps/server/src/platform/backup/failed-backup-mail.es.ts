import { composeMail } from '../mail/layout.ts';
import type { Mail } from '../mail/outbox.ts';
import { longUtcTime } from '../mail/utc-time.ts';
import type { FailedBackup } from './scheduled-backups.ts';

/** Composes the mail to the operator about a failed backup. */
export const failedBackupMail = (to: string, siteUrl: string, { reason, folder, atMs }: FailedBackup): Mail =>
  composeMail({
    to,
    subject: 'La copia de seguridad falló',
    preview: 'Vigía lo intenta otra vez cada diez minutos. Las copias anteriores siguen ahí.',
    heading: 'La copia de seguridad de hoy no se pudo hacer',
    blocks: [
      {
        kind: 'facts',
        facts: [
          ['Instalación', siteUrl],
          ['Cuándo', longUtcTime(new Date(atMs))],
          ['Carpeta', folder],
          ['Por qué', reason],
        ],
      },
      {
        kind: 'text',
        text: 'Vigía lo intenta otra vez cada diez minutos y no borra ninguna copia anterior. Este correo llega como mucho una vez al día. Para saber qué falta, ejecuta «vigia doctor» en la máquina.',
      },
    ],
  });
