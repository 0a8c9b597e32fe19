import { ACCOUNT_KINDS, BROKER_ID_FORM, CURRENCIES, isCurrency } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { ASSET_FAULT_ES } from './errors/field-messages.es.ts';

/** ISO 8601 instant in UTC with milliseconds, such as `2026-11-21T14:30:00.000Z`. */
export const Instant = z.iso.datetime().meta({ examples: ['2026-11-21T14:30:00.000Z'] });

/**
 * An instant in a request: ISO 8601 in UTC or with an offset, e.g. `2026-11-21T15:30:00+01:00`. It is converted to UTC
 * with milliseconds, so that requests with different spellings of one instant are equal.
 */
export const RequestInstant = z.iso
  .datetime({ offset: true, abort: true })
  .overwrite((text) => new Date(text).toISOString())
  .meta({ examples: ['2026-11-21T14:30:00.000Z'] });

/** Money as a decimal number in the account's currency, with at most as many places as that currency has. */
export const Money = z.number().meta({ examples: [10, 18.5] });

/** Code of a currency: an ISO 4217 code or a broker's own (`USDT`). */
export const CurrencyCode = z.enum([...CURRENCIES.keys()].filter(isCurrency)).meta({ examples: ['USD'] });

/**
 * A purse: a kind of money in one currency. Every figure counts the trades of one purse; amounts of two purses are
 * never added.
 */
export const Purse = z
  .object({ kind: z.enum(ACCOUNT_KINDS), currency: CurrencyCode })
  .meta({ examples: [{ kind: 'demo', currency: 'USD' }] });
export type Purse = z.infer<typeof Purse>;

/** A fraction: 0.85 is 85 %. */
export const Fraction = z.number().meta({ examples: [0.85] });

/**
 * Characters of a text that can be stored in a database and displayed: on one line, or in paragraphs with line breaks
 * and tabs.
 */
const STORABLE = { line: /^[^\p{Cc}\p{Surrogate}]*$/u, paragraphs: /^([^\p{Cc}\p{Surrogate}]|[\t\n\r])*$/u } as const;

/** Schema of a user's text that is stored and displayed: trimmed, without control characters and lone surrogates. */
export const storedTextSchema = (shape: keyof typeof STORABLE) =>
  z
    .string()
    .trim()
    .refine((text) => STORABLE[shape].test(text), 'Contiene caracteres que no se pueden guardar.');

export const AssetSymbol = z
  .string()
  .regex(/^[A-Z0-9._-]{2,20}$/, ASSET_FAULT_ES)
  .meta({ examples: ['EURUSD'] });

const word = () => z.string().regex(BROKER_ID_FORM);

/** A broker's id, or `mock` for the built-in paper account; `GET /api/v1/multi-broker/brokers` lists them. */
export const BrokerIdOrMock = word().meta({ examples: ['iqoption'] });

/** A price source: `simulated`, `replay`, or a broker's id. */
export const PriceSourceId = word().meta({ examples: ['simulated'] });

/**
 * Returns the documentation examples of a schema. For a list schema it returns one example list with all examples of
 * its elements.
 */
export function examplesOf(schema: z.ZodType): readonly unknown[] {
  const own = schema.meta()?.['examples'];
  if (Array.isArray(own)) return own;
  if (!(schema instanceof z.ZodArray) || !(schema.element instanceof z.ZodType)) return [];
  const elements = examplesOf(schema.element);
  return elements.length === 0 ? [] : [elements];
}

/** Returns the schema of every successful response under /api. */
export function success<Data extends z.ZodType>(data: Data) {
  const body = z.object({ success: z.literal(true), data, message: z.string().optional() });
  const examples = examplesOf(data).map((example) => ({ success: true, data: example }));
  return examples.length === 0 ? body : body.meta({ examples });
}

export const ErrorDetail = z.object({ path: z.string(), message: z.string() });

/** Body of every failed response under /api: a stable code for programs, and a Spanish sentence for users. */
export const ErrorBody = z.object({
  error: z.object({ code: z.string(), message: z.string(), details: z.array(ErrorDetail).optional() }),
  detail: z.string(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
