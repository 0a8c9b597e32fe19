import { assertNever, type InputError } from '@vigia/core/kernel';

const TYPES = {
  object: 'un objeto { … }',
  list: 'una lista [ … ]',
  number: 'un número',
  text: 'un texto',
  boolean: 'true o false',
} as const;

const shown = (value: unknown): string => JSON.stringify(value) ?? 'nada';

/** Returns the error of a setup or of strategy parameters as a clause that follows the name of the file or option. */
export function inputErrorText(error: InputError): string {
  const key = error.path === '' ? 'el contenido' : `«${error.path}»`;
  switch (error.code) {
    case 'unknown_key':
      return `la clave ${key} no existe`;
    case 'required':
      return `falta ${key}`;
    case 'empty':
      return `${key} no puede estar vacía`;
    case 'not_time_of_day':
      return `${key} debe ser una hora HH:MM entre 00:00 y 23:59`;
    case 'wrong_type':
      return `${key} debe ser ${TYPES[error.expected]}`;
    case 'out_of_range':
      return `${key} es ${error.value} y debe estar entre ${error.min} y ${error.max}`;
    case 'not_integer':
      return `${key} es ${error.value} y debe ser un número entero`;
    case 'not_one_of':
      return `${key} es ${shown(error.value)} y debe ser uno de: ${error.allowed.join(', ')}`;
    case 'duplicate':
      return `${key} repite «${error.value}»`;
    case 'too_many':
      return `${key} tiene más de ${error.max} elementos`;
    case 'above_other':
      return `${key} es ${error.value} y no puede superar a «${error.other}», que es ${error.limit}`;
    case 'same_as_other':
      return `${key} es ${error.value}, igual que «${error.other}», y deben ser distintas`;
    default:
      return assertNever(error);
  }
}
