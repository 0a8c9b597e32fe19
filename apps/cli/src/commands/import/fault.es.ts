import { assertNever } from '@vigia/core/kernel';
import type { PriceFileFault } from '@vigia/server';

const utc = (timeSeconds: number): string => new Date(timeSeconds * 1_000).toISOString().slice(0, 19).replace('T', ' ');

/** Returns the sentence that explains why the import of a file failed. A failed import stores nothing. */
export function importFaultText(file: string, fault: PriceFileFault): string {
  switch (fault.reason) {
    case 'bad_symbol':
      return 'Un símbolo tiene de 2 a 20 letras mayúsculas, números, puntos o guiones.';
    case 'unknown_zone':
      return 'No conocemos esa zona horaria; un ejemplo: --time-zone America/New_York.';
    case 'off_minute':
      return `${file}: la hora ${utc(fault.time)} UTC no es el comienzo de un minuto.`;
    case 'skipped_hour':
      return `${file}: esa zona se salta al cambiar al horario de verano la hora de una vela, cerca de ${utc(fault.time)} UTC.`;
    case 'wrong_step':
      return `${file}: sus velas van cada ${fault.stepSeconds} s y deben ir cada 60 s; las mayores se calculan solas.`;
    default:
      return assertNever(fault);
  }
}
