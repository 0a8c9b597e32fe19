import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { validationMessage } from './validation-messages.es.ts';

describe('the message of an invalid field', () => {
  it.each([
    [z.number().positive(), 0, 'Debe ser mayor que 0.'],
    [z.number().min(1), 0, 'Debe ser 1 o más.'],
    [z.number().max(9), 10, 'Debe ser 9 o menos.'],
    [z.number().lt(9), 9, 'Debe ser menor que 9.'],
    [z.int(), 1.5, 'Debe ser un número entero.'],
    [z.number(), '7', 'Debe ser un número.'],
    [z.coerce.number(), 'abc', 'Debe ser un número.'],
    [z.string(), 7, 'Debe ser un texto.'],
    [z.boolean(), 7, 'Debe ser true o false.'],
    [z.array(z.string()), 7, 'Debe ser una lista.'],
    [z.object({}), 7, 'Debe ser un objeto.'],
    [z.string(), undefined, 'Falta.'],
    [z.enum(['CALL', 'PUT']), undefined, 'Falta.'],
    [z.enum(['CALL', 'PUT']), 'UP', 'Debe ser uno de: CALL, PUT.'],
    [z.literal('bearer'), 'x', 'Debe ser bearer.'],
    [z.uuid(), 'x', 'No es un identificador válido.'],
    [z.email(), 'x', 'No es un correo válido.'],
    [z.iso.datetime(), 'x', 'Debe ser una fecha y hora como 2026-11-21T14:30:00.000Z.'],
    [z.string().regex(/^[A-Z]$/), 'x', 'Tiene un formato que no vale.'],
    [z.string().min(1), '', 'Debe tener al menos 1 carácter.'],
    [z.string().max(2), 'abc', 'Debe tener como máximo 2 caracteres.'],
    [z.array(z.string()).max(1), ['a', 'b'], 'Debe tener como máximo 1 elemento.'],
    [z.number().multipleOf(5), 3, 'Debe ser múltiplo de 5.'],
    [z.strictObject({}), { other: 1 }, 'Campo desconocido.'],
    [z.string().or(z.number()), true, 'No vale.'],
  ])('for the value $1 is: $2', (schema, input, sentence) => {
    const issues = schema.safeParse(input, { error: validationMessage }).error?.issues;
    expect(issues?.map(({ message }) => message)).toEqual([sentence]);
  });
});
