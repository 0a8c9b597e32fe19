import pg from 'pg';

type Parse = (text: string) => unknown;

const parseDate: Parse = (text) => new Date(text);

/**
 * Parses a bigint. Every bigint column of the schema is a count, an amount in minor units or a time, all far below
 * 2^53. A larger value throws, so that no digits are lost.
 */
function parseBigint(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint out of range: ${text}`);
  return value;
}

const json: Parse = (text) => JSON.parse(text);

/**
 * Type numbers of PostgreSQL (pg_type.oid) for types and their arrays, each with its parser. Values of all other types,
 * such as `numeric`, remain text.
 */
const TYPES: readonly (readonly [type: number, array: number, parse: Parse])[] = [
  [16, 1000, (text) => text === 't'],
  [17, 1001, (text) => Buffer.from(text.slice(2), 'hex')],
  [20, 1016, parseBigint],
  [21, 1005, Number],
  [23, 1007, Number],
  [25, 1009, String],
  [26, 1028, Number],
  [114, 199, json],
  [700, 1021, Number],
  [701, 1022, Number],
  [1043, 1015, String],
  [1082, 1182, parseDate],
  [1114, 1115, parseDate],
  [1184, 1185, parseDate],
  [1700, 1231, String],
  [2950, 2951, String],
  [3802, 3807, json],
];

const TEXT_ARRAY: number = 1009;
const textsIn: (text: string) => readonly (string | null)[] = pg.types.getTypeParser(TEXT_ARRAY);

const arrayOf =
  (parse: Parse): Parse =>
  (text) =>
    textsIn(text).map((entry) => (entry === null ? null : parse(entry)));

const PARSERS: ReadonlyMap<number, Parse> = new Map(
  TYPES.flatMap(([type, array, parse]) => [
    [type, parse],
    [array, arrayOf(parse)],
  ]),
);

/** Parsers from a value's text to a JavaScript value, by type number. */
export const rowTypes = { getTypeParser: (type: number): Parse => PARSERS.get(type) ?? String };
