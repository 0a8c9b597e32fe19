import type { RestoreEffectCounts } from '@vigia/server';

const count = (n: number): string => new Intl.NumberFormat('es-419').format(n);
const moment = (at: string): string => `${at.slice(0, 16).replace('T', ' ')} UTC`;

/** The words for the effects of a restore, in the order in which the report lists the effects. */
const EFFECT_WORDS: Readonly<Record<keyof RestoreEffectCounts, string>> = {
  sessionsEnded: 'sesiones cerradas',
  botTokensRevoked: 'tokens de bot anulados',
  linksVoided: 'enlaces y códigos de correo anulados',
  declarationsDropped: 'declaraciones en espera anuladas',
  looserLimitsDropped: 'límites más amplios en espera anulados',
  automationsPaused: 'automatismos pausados',
  realModesLeft: 'cuentas pasadas de dinero real a práctica',
  brokersDisconnected: 'conexiones con brókeres cerradas',
  factorsKept: 'segundos factores que siguen valiendo',
  factorsVoided: 'segundos factores anulados',
  passwordsVoided: 'contraseñas anuladas por perder su segundo factor: se entra con «¿Olvidaste tu contraseña?»',
  accountsDeletedAgain: 'cuentas eliminadas después de la copia, eliminadas otra vez',
  passwordsKept: 'contraseñas de después de la copia, conservadas',
  addressesKept: 'correos o teléfonos de después de la copia, conservados',
  exclusionsKept: 'autoexclusiones de después de la copia, conservadas',
  bansKept: 'bloqueos de después de la copia, conservados',
  declarationsKept: 'declaraciones de después de la copia, conservadas',
  limitsKept: 'límites más estrictos de después de la copia, conservados',
  brokerLoginsForgotten: 'credenciales de bróker olvidadas después de la copia, olvidadas otra vez',
};

export const RESTORE_MESSAGES = {
  help: `Pone una copia hecha con «vigia backup» en la base de datos: todo o nada. Antes la comprueba entera. El servidor debe
estar parado, y la clave maestra de la instalación de origen, en su sitio. Sirve también para pasar de la base de datos
incluida a la de DATABASE_URL, o al revés.

Una copia no devuelve la entrada a nadie: sesiones, tokens de bot y enlaces quedan anulados, lo que opera solo queda en
pausa y el dinero real pasa a práctica. Lo que se cerró o se prohibió después de la copia (cuentas eliminadas, contraseñas,
autoexclusiones, bloqueos, límites) se lee de la base anterior y se conserva.

Uso: vigia restore --from COPIA [opciones]
     vigia restore --check COPIA [--key-file ARCHIVO]

  --from COPIA                  el archivo de la copia, o la carpeta de una sin cifrar
  --check COPIA                 solo la comprueba, entera, sin tocar nada; termina con otro código si no vale
  --key-file ARCHIVO            su primera línea es la frase; si no, VIGIA_BACKUP_PASSPHRASE o la terminal
  --replace                     sustituye una base de datos que ya tiene cuentas, después de copiarla en «copias»
  --previous CARPETA            la carpeta de datos anterior, si la base anterior es otra (la de un servidor PostgreSQL
                                propio, en VIGIA_PREVIOUS_DATABASE_URL)
  --without-previous-database   la base anterior ya no existe: los segundos factores de la copia quedan anulados
`,
  missing: 'Falta la opción «--from» (o «--check») con la copia; «vigia restore --help» explica el comando.',
  both: 'Elige entre «--from», que restaura, y «--check», que solo comprueba.',
  previousTwice: 'Elige entre «--previous» y «--without-previous-database».',
  noPrevious:
    'Aquí no está la base de datos anterior. Sin ella no se sabe qué se cerró o se prohibió después de la copia (contraseñas, cuentas, límites), salvo las autoexclusiones y cuentas eliminadas que anota la carpeta de datos.\n¿Ya no existe en ningún sitio? Escribe «no existe» para seguir: ',
  noPreviousAnswer: 'no existe',
  whole: (rows: number, tables: number, takenAt: string, step: number): string =>
    `La copia está entera: ${count(rows)} filas de ${tables} tablas, del ${moment(takenAt)}, paso ${step} del esquema. No se tocó nada.`,
  unencrypted:
    'Aviso: esta copia no está cifrada. Sus sumas encuentran daños, pero no a quien la haya cambiado a propósito.',
  done: (rows: number, tables: number, takenAt: string): string =>
    `Restaurada la copia del ${moment(takenAt)}: ${count(rows)} filas de ${tables} tablas.`,
  effect: (effect: keyof RestoreEffectCounts, n: number): string => `  ${count(n)} ${EFFECT_WORDS[effect]}`,
  noEffects: '  La copia no devolvía entrada ni automatismos a nadie.',
  withoutPrevious:
    'No había base anterior: las contraseñas, límites y cuentas son los de la copia. Si alguien cambió su contraseña después, dile que lo repita.',
  safetyCopy: (place: string): string => `Lo que había antes está copiado en ${place}.`,
  unreadable: (n: number): string =>
    `Aviso: ${count(n)} líneas del registro de autoexclusiones de la carpeta de datos no se entienden.`,
  ready: 'Cada persona afectada lo verá en su registro de seguridad. Arranca Vigía con «npm start».',
} as const;
