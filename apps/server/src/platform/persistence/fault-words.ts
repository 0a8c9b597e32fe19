import { errorCode, errorText, StartupError } from '../startup-error.ts';
import { isConnectionFault, isDiskFull } from './connection-fault.ts';

const WRONG_PASSWORD = '28P01';
/**
 * Pattern of codes for damage: internal errors, damaged pages and indexes (class XX), missing files and failed reads of
 * PostgreSQL.
 */
const DAMAGED = /^(?:XX\w{3}|58P01|58030)$/;
const NOT_A_DATABASE = /is not a valid data directory/;

/** Returns an error with a readable cause of a failed start. Returns other errors unchanged. */
export function withReadableCause(error: unknown): unknown {
  if (error instanceof StartupError) return error;
  const sentence = sentenceOf(error);
  return sentence === null ? error : new StartupError(sentence, { cause: error });
}

function sentenceOf(error: unknown): string | null {
  if (errorCode(error) === WRONG_PASSWORD)
    return 'La base de datos incluida rechaza la contraseña de keys/postgres.password: recupera ese archivo de tu copia de la carpeta de datos.';
  if (DAMAGED.test(errorCode(error)) || NOT_A_DATABASE.test(errorText(error)))
    return `La base de datos está dañada (${errorText(error)}): aparta sus archivos y restaura tu última copia con «vigia restore».`;
  if (isDiskFull(error)) return 'No queda sitio en el disco de la base de datos: libéralo y vuelve a arrancar Vigía.';
  if (isConnectionFault(error))
    return `La base de datos dejó de responder durante el arranque (${errorText(error)}): mira su registro y vuelve a arrancar Vigía.`;
  return null;
}
