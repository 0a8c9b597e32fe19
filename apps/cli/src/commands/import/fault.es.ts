import { assertNever } from '@vigia/core/kernel';
import type { ImportFault } from '@vigia/server';

/** Returns the sentence that explains why a file was not imported. A failed import changes nothing. */
export function importFaultText(file: string, fault: ImportFault): string {
  switch (fault.reason) {
    case 'unknown_symbol':
      return `No conocemos ese activo; los hay: ${fault.known.join(', ')}.`;
    case 'off_minute':
      return `${file}, línea ${fault.line}: la hora ${fault.time} no es el comienzo de un minuto.`;
    case 'wrong_step':
      return `${file}: sus velas van cada ${fault.stepSeconds} s y deben ir cada 60 s; las mayores se calculan solas.`;
    default:
      return assertNever(fault);
  }
}
