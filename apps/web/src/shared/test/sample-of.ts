import { examplesOf } from '@vigia/contract';
import { z } from 'zod';

const STRINGS: Readonly<Record<string, string>> = {
  uuid: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
  datetime: '2026-11-21T14:30:00.000Z',
  email: 'camila@correo.com',
  url: 'https://example.test',
};

/** Returns a value that matches the schema: the schema's example, or a value built from the examples of its parts. */
export function sampleOf(schema: z.core.$ZodType | undefined): unknown {
  if (schema === undefined) return null;
  const [example] = schema instanceof z.ZodType ? examplesOf(schema) : [];
  return example === undefined || (Array.isArray(example) && example.length === 0) ? madeOf(schema) : example;
}

function madeOf(schema: z.core.$ZodType): unknown {
  if (schema instanceof z.ZodObject) {
    return Object.fromEntries(Object.entries(schema.shape).map(([name, part]) => [name, sampleOf(part)]));
  }
  if (schema instanceof z.ZodArray) return [sampleOf(schema.element)];
  if (schema instanceof z.ZodTuple) return schema.def.items.map(sampleOf);
  if (schema instanceof z.ZodUnion) return sampleOf(schema.options[0]);
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    return sampleOf(schema.def.innerType);
  }
  if (schema instanceof z.ZodReadonly || schema instanceof z.ZodCatch) return sampleOf(schema.def.innerType);
  if (schema instanceof z.ZodPipe) return sampleOf(schema.def.in);
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodLiteral) return [...schema.values][0];
  if (schema instanceof z.ZodBoolean) return true;
  if (schema instanceof z.ZodRecord) return recordOf(schema.keyType, schema.valueType);
  if (schema instanceof z.ZodNumber) return Math.max(1, schema.minValue ?? 1);
  if (schema instanceof z.ZodStringFormat || schema instanceof z.ZodString)
    return STRINGS[schema.format ?? ''] ?? textOf(schema);
  return null;
}

/** Returns an object with an entry for each key, if the schema enumerates its keys. */
const recordOf = (key: z.core.$ZodType, value: z.core.$ZodType): object =>
  key instanceof z.ZodEnum ? Object.fromEntries(key.options.map((name) => [name, sampleOf(value)])) : {};

/** Returns a text of the required length. */
const textOf = (schema: z.ZodString | z.ZodStringFormat): string =>
  'x1'.padEnd(schema instanceof z.ZodString ? (schema.minLength ?? 2) : 2, 'x');
