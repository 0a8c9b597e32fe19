import { type CandleColumns, parseCandleCsv, parseTickCsv, type TickColumns } from '@vigia/core/candles';
import { err, ok, type Result } from '@vigia/core/kernel';
import { type CommandFailure, wrongInputFailure } from '#command.ts';
import { readInput } from '#read-input.ts';
import { REPLAY_MESSAGES } from './messages.es.ts';
import type { ReplayOptions } from './options.ts';
import { csvErrorText } from './price-error.es.ts';

/** The price data to replay. */
export type Prices =
  | { readonly kind: 'candles'; readonly candles: CandleColumns }
  | { readonly kind: 'ticks'; readonly ticks: TickColumns };

/** Reads a price file of candles or ticks. An error contains the number of the first invalid line. */
export async function readPrices({ kind, file }: ReplayOptions['prices']): Promise<Result<Prices, CommandFailure>> {
  const bytes = await readInput(file);
  if (!bytes.ok) return bytes;
  const parsed = kind === 'candles' ? parseCandleCsv(bytes.value) : parseTickCsv(bytes.value);
  if (!parsed.ok)
    return err(wrongInputFailure(REPLAY_MESSAGES.badPrices(file, parsed.error.line, csvErrorText(parsed.error))));
  return ok(
    'open' in parsed.value ? { kind: 'candles', candles: parsed.value } : { kind: 'ticks', ticks: parsed.value },
  );
}
