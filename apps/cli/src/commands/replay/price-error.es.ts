import type { AlignmentError, CsvError } from '@vigia/core/candles';
import { assertNever } from '@vigia/core/kernel';
import type { ReplayError } from '@vigia/core/pcr';
import { formatLength } from '@vigia/core/trades';

const quoted = (text: string): string => `«${text}»`;

/**
 * Returns a clause that describes an error in a line of a price file. The caller writes the file name and the line
 * number before it.
 */
export function csvErrorText(error: CsvError): string {
  switch (error.reason) {
    case 'empty_file':
      return 'el archivo está vacío';
    case 'no_rows':
      return 'no hay ninguna fila debajo de la cabecera';
    case 'bad_header':
      return 'la cabecera no nombra ninguna columna conocida (time, open, high, low, close; ticks: time, price o bid)';
    case 'truncated':
      return 'el archivo se corta aquí: la última fila no está entera';
    case 'not_text':
      return 'no es un archivo de texto';
    case 'line_too_long':
      return 'la línea no termina: no es un archivo de velas';
    case 'mixed_decimals':
      return 'los precios llevan comas y puntos, o los repiten: no se sabe cuál separa los decimales';
    case 'date_time_apart':
      return 'la columna de la hora debe ir justo después de la de la fecha';
    case 'missing_column':
      return `a la cabecera le falta la columna ${quoted(error.column)}`;
    case 'duplicate_column':
      return `la cabecera repite la columna ${quoted(error.column)}`;
    case 'missing_field':
      return `falta el valor de ${quoted(error.column)}`;
    case 'extra_field':
      return `sobran valores: la cabecera tiene ${error.expected} columnas`;
    case 'not_a_number':
      return `${quoted(error.text)} no es un número en la columna ${quoted(error.column)}`;
    case 'price_not_positive':
      return `el precio de ${quoted(error.column)} es ${error.price} y debe ser mayor que cero`;
    case 'bad_time':
      return `${quoted(error.text)} no es una hora: se espera época Unix o ISO 8601`;
    case 'time_descends':
      return `la hora ${error.time} es anterior a la de la fila de antes`;
    case 'time_repeats':
      return `la hora ${error.time} repite la de la fila de antes`;
    case 'high_low_inconsistent':
      return `máximo ${error.high} y mínimo ${error.low} no encierran la apertura ${error.open} y el cierre ${error.close}`;
    default:
      return assertNever(error);
  }
}

function alignmentErrorText(error: AlignmentError): string {
  if (error.reason === 'misaligned')
    return `la hora ${error.time} no es múltiplo del paso de las velas, ${error.baseStepSeconds} s`;
  return `las velas de ${error.timeframeSeconds} s no se pueden formar con velas cada ${error.baseStepSeconds} s`;
}

/** Returns the reason why a setup cannot be replayed on the prices, with the line number if one line is wrong. */
export function replayErrorText(error: ReplayError): { readonly line: number | null; readonly text: string } {
  switch (error.reason) {
    case 'timeframe_not_multiple':
    case 'misaligned':
      return { line: error.line, text: alignmentErrorText(error) };
    case 'touch_needs_ticks':
      return {
        line: null,
        text: 'trigger «touch» necesita ticks (--ticks): unas velas no dicen qué pasó dentro de cada una',
      };
    case 'expiry_not_multiple':
      return {
        line: null,
        text: `una expiración de ${error.expirySeconds} s no es múltiplo del paso de sus velas, ${error.baseStepSeconds} s`,
      };
    case 'length_needs_ticks':
      return {
        line: null,
        text: `una duración de ${formatLength(error.length)} no es medible con velas de ${error.baseStepSeconds} s: hacen falta ticks (--ticks)`,
      };
    default:
      return assertNever(error);
  }
}
