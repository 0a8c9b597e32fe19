import { assertNever, type InputError } from '@vigia/core/kernel';

const TYPES = {
  object: 'Debe ser un objeto.',
  list: 'Debe ser una lista.',
  number: 'Debe ser un número.',
  text: 'Debe ser un texto.',
  boolean: 'Debe ser true o false.',
} as const;

/** Returns the sentence for a fault of an input value, with the words of the API's other refusals. */
function messageOf(error: InputError): string {
  switch (error.code) {
    case 'unknown_key':
      return 'Campo desconocido.';
    case 'required':
      return 'Falta.';
    case 'empty':
      return 'No puede estar vacío.';
    case 'not_time_of_day':
      return 'Debe ser una hora HH:MM entre 00:00 y 23:59.';
    case 'wrong_type':
      return TYPES[error.expected];
    case 'out_of_range':
      return `Debe estar entre ${error.min} y ${error.max}.`;
    case 'not_integer':
      return 'Debe ser un número entero.';
    case 'not_one_of':
      return `Debe ser uno de: ${error.allowed.join(', ')}.`;
    case 'duplicate':
      return `Repite «${error.value}».`;
    case 'too_many':
      return `Debe tener como máximo ${error.max} elementos.`;
    case 'above_other':
      return `No puede superar a «${error.other}», que es ${error.limit}.`;
    case 'same_as_other':
      return `Debe ser distinto de «${error.other}».`;
    default:
      return assertNever(error);
  }
}

/** Converts domain errors into the details of a 422, with dotted paths as in every other body. */
export const inputDetails = (errors: readonly InputError[]): { path: string; message: string }[] =>
  errors.map((error) => ({ path: error.path.replace(/\[(\d+)\]/g, '.$1'), message: messageOf(error) }));
