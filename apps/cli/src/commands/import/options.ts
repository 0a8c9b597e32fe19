import { err, ok, type Result } from '@vigia/core/kernel';
import { DATE_ORDERS, type DateOrder } from '@vigia/core/vocabulary';
import { type CommandFailure, wrongInputFailure } from '#command.ts';
import { readArguments } from '#read-arguments.ts';
import { IMPORT_MESSAGES } from './messages.es.ts';

export type ImportOptions = {
  readonly symbol: string;
  readonly file: string;
  /** Time zone of the times in the file. If it is null, the command finds the time zone and the user confirms it. */
  readonly timeZone: string | null;
  readonly dateOrder: DateOrder | null;
};

const KINDS = { symbol: 'string', timeframe: 'string', 'time-zone': 'string', dates: 'string' } as const;
const TAKES_VALUE = new Set(Object.keys(KINDS).map((name) => `--${name}`));

/** Parses the arguments after `vigia import`: the options and one file, in any order. */
export function readOptions(args: readonly string[]): Result<ImportOptions, CommandFailure> {
  const isFile = (arg: string, index: number) => !arg.startsWith('-') && !TAKES_VALUE.has(args[index - 1] ?? '');
  const files = args.filter(isFile);
  const read = readArguments(
    args.filter((arg, index) => !isFile(arg, index)),
    KINDS,
  );
  if (!read.ok) return read;
  const symbol = read.value.get('symbol');
  const [file, ...others] = files;
  if (symbol === undefined || file === undefined || others.length > 0)
    return err(wrongInputFailure(IMPORT_MESSAGES.usage));
  const timeframe = read.value.get('timeframe') ?? '1m';
  if (timeframe !== '1m') return err(wrongInputFailure(IMPORT_MESSAGES.onlyMinutes(timeframe)));
  const dates = read.value.get('dates');
  const dateOrder = DATE_ORDERS.find((order) => order === dates) ?? null;
  if (dates !== undefined && dateOrder === null) return err(wrongInputFailure(IMPORT_MESSAGES.badDates(dates)));
  return ok({ symbol, file, timeZone: read.value.get('time-zone') ?? null, dateOrder });
}
