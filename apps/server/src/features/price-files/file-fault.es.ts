import type { CsvError } from '@vigia/core/candles';
import { assertNever } from '@vigia/core/kernel';
import type { UploadFault } from './receiving/decompress-upload.ts';

/** The reason why a file of candles cannot be read. */
export type FileFault =
  | CsvError
  | { readonly reason: Exclude<UploadFault, 'too_large'> | 'one_candle' }
  | { readonly reason: 'misaligned'; readonly line: number; readonly time: number; readonly baseStepSeconds: number };

const DAY_S = 86_400;
const utc = (timeSeconds: number): string => new Date(timeSeconds * 1_000).toISOString().slice(0, 19).replace('T', ' ');

/** Returns the length of the candles of a file in words. */
export const candleLengthText = (seconds: number): string =>
  seconds % DAY_S === 0 ? `${seconds / DAY_S} d` : seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;

/** Returns the Spanish description of the fault of a file, for use after «El archivo no se puede leer: ». */
export function fileFaultText(fault: FileFault, maxMegabytes: number): string {
  return 'line' in fault ? `línea ${fault.line}, ${lineFaultText(fault)}` : wholeFaultText(fault.reason, maxMegabytes);
}

function wholeFaultText(reason: Exclude<FileFault, { line: number }>['reason'], maxMegabytes: number): string {
  switch (reason) {
    case 'not_gzip':
      return 'empieza como gzip, pero no se puede descomprimir entero.';
    case 'unpacks_too_large':
      return `descomprimido pasa de ${maxMegabytes} MB.`;
    case 'archive':
      return 'es un archivo ZIP: descomprímelo antes, o comprímelo con gzip.';
    case 'cut_off':
      return 'la subida se cortó antes del final.';
    case 'one_candle':
      return 'tiene una sola vela y hacen falta dos o más.';
    default:
      return assertNever(reason);
  }
}

function lineFaultText(fault: Extract<FileFault, { line: number }>): string {
  switch (fault.reason) {
    case 'empty_file':
      return 'está vacío.';
    case 'no_rows':
      return 'no hay ninguna vela debajo de la cabecera.';
    case 'bad_header':
      return 'falta la cabecera: time,open,high,low,close (separada por comas, punto y coma o tabuladores).';
    case 'truncated':
      return 'el archivo se corta aquí: la última fila no está entera.';
    case 'not_text':
      return 'no es un archivo de texto.';
    case 'line_too_long':
      return 'la línea no termina: no es un archivo de velas.';
    case 'mixed_decimals':
      return 'los precios llevan comas y puntos, o los repiten: no se sabe cuál separa los decimales.';
    case 'date_time_apart':
      return 'la columna de la hora debe ir justo después de la de la fecha.';
    case 'missing_column':
      return `falta la columna «${fault.column}».`;
    case 'duplicate_column':
      return `la columna «${fault.column}» está repetida.`;
    case 'missing_field':
      return `falta el valor de «${fault.column}».`;
    case 'extra_field':
      return `sobran valores: la cabecera tiene ${fault.expected} columnas. Si tus decimales llevan coma, separa las columnas con punto y coma.`;
    case 'not_a_number':
      return `«${fault.text.slice(0, 40)}» no es un número (${fault.column}).`;
    case 'price_not_positive':
      return `el precio ${fault.price} no es mayor que cero (${fault.column}).`;
    case 'bad_time':
      return `«${fault.text.slice(0, 40)}» no es una hora: segundos Unix o ISO 8601.`;
    case 'time_descends':
      return `la hora ${utc(fault.time)} es anterior a la de la vela de arriba.`;
    case 'time_repeats':
      return `la hora ${utc(fault.time)} está repetida.`;
    case 'high_low_inconsistent':
      return `el máximo ${fault.high} o el mínimo ${fault.low} no abarcan la apertura ${fault.open} y el cierre ${fault.close}.`;
    case 'misaligned':
      return `la hora ${utc(fault.time)} no es un múltiplo del paso de ${fault.baseStepSeconds} s.`;
    default:
      return assertNever(fault);
  }
}

/** The reason why the times of candles cannot be in a time zone. */
export type TimeZoneFault =
  | { readonly reason: 'skipped_hour'; readonly utc: string }
  | { readonly reason: 'off_step'; readonly stepSeconds: number };

/** Returns the Spanish reason for use after «Esa zona horaria no puede ser la del archivo: ». */
export function timeZoneFaultText(unfit: TimeZoneFault): string {
  if (unfit.reason === 'off_step') {
    return `sus velas de ${unfit.stepSeconds} s no empezarían a una hora UTC múltiplo de su duración.`;
  }
  return `hay velas a una hora que esa zona se salta al cambiar al horario de verano (cerca de ${unfit.utc.replace('T', ' ')} UTC).`;
}
