import type { MessageFault, PatternFault } from '@vigia/core/strategy-definitions';

/** The sentence for each fault of a pattern. */
export const PATTERN_FAULTS_ES: Readonly<Record<PatternFault['kind'], string>> = {
  unknown: 'Solo se pueden usar {direction}, {symbol}, {id}, {time} y {*} (lo que no importa).',
  twice: 'Cada dato va una sola vez.',
  adjacent: 'Entre dos datos hace falta algún texto o un espacio.',
  no_direction: 'Falta {direction}: sin él no se sabe si es CALL o PUT.',
};

/** Returns the sentence for a message that cannot be read. */
export function messageFaultText(fault: MessageFault): string {
  switch (fault.kind) {
    case 'empty':
      return 'El mensaje llegó vacío.';
    case 'json':
      return 'El mensaje no es JSON válido.';
    case 'object':
      return 'El mensaje no es un objeto JSON.';
    case 'missing':
      return 'Falta «direction».';
    case 'pattern':
      return 'El patrón de esta estrategia no es válido.';
    case 'field':
      return `El dato «${fault.field}» no se conoce: se aceptan direction, symbol, id y time.`;
    case 'type':
      return `«${fault.field}» debe ser un texto o un número de hasta 100 caracteres.`;
    case 'direction':
      return `«${fault.word}» no es una dirección: usa CALL o PUT, buy o sell, compra o venta.`;
    case 'time':
      return `«${fault.word}» no es una hora con su zona, como 2026-11-21T14:30:00Z.`;
    case 'text':
      return fault.word === ''
        ? 'El mensaje sigue después de donde acaba el patrón, o acaba antes.'
        : `El mensaje no tiene «${fault.word}» donde lo pide el patrón.`;
  }
}
