import type { z } from 'zod';

type Issue = z.core.$ZodRawIssue;
type Of<Code extends Issue['code']> = Extract<Issue, { code: Code }>;

const TYPES: Readonly<Record<string, string>> = {
  string: 'Debe ser un texto.',
  number: 'Debe ser un número.',
  int: 'Debe ser un número entero.',
  boolean: 'Debe ser true o false.',
  array: 'Debe ser una lista.',
  object: 'Debe ser un objeto.',
  record: 'Debe ser un objeto.',
};

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'No es un identificador válido.',
  email: 'No es un correo válido.',
  datetime: 'Debe ser una fecha y hora como 2026-11-21T14:30:00.000Z.',
};

/** Units of limits in Spanish; the limit of a number has no unit. */
const UNITS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['carácter', 'caracteres'],
  array: ['elemento', 'elementos'],
};

/** Returns the sentence for a fault of a field whose schema contains no sentence. */
export function validationMessage(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'Falta.' : (TYPES[issue.expected] ?? 'No es del tipo que se espera.');
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_value':
      if (issue.input === undefined) return 'Falta.';
      return oneOfMessage(issue.values);
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'Tiene un formato que no vale.';
    case 'not_multiple_of':
      return `Debe ser múltiplo de ${issue.divisor}.`;
    case 'unrecognized_keys':
      return 'Campo desconocido.';
    default:
      return 'No vale.';
  }
}

/** Returns the sentence for a value that is not one of the allowed values. */
export const oneOfMessage = (values: readonly unknown[]): string =>
  values.length === 1 ? `Debe ser ${String(values[0])}.` : `Debe ser uno de: ${values.map(String).join(', ')}.`;

function tooSmall({ origin, minimum, inclusive }: Of<'too_small'>): string {
  const unit = UNITS[origin];
  if (unit) return `Debe tener al menos ${minimum} ${Number(minimum) === 1 ? unit[0] : unit[1]}.`;
  return inclusive === false ? `Debe ser mayor que ${minimum}.` : `Debe ser ${minimum} o más.`;
}

function tooBig({ origin, maximum, inclusive }: Of<'too_big'>): string {
  const unit = UNITS[origin];
  if (unit) return `Debe tener como máximo ${maximum} ${Number(maximum) === 1 ? unit[0] : unit[1]}.`;
  return inclusive === false ? `Debe ser menor que ${maximum}.` : `Debe ser ${maximum} o menos.`;
}
