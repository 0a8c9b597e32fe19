import { err, ok, type Result } from '@vigia/core/kernel';
import type { EvidenceTrade } from '@vigia/core/statistics';
import { type CommandFailure, wrongInputFailure } from '#command.ts';
import { readInput } from '#read-input.ts';
import { VERDICT_MESSAGES as words } from './messages.es.ts';

/** A trade of the file. `card` is the card that it belongs to; null if the file has no column `card`. */
export type JudgedTrade = EvidenceTrade & { readonly card: string | null; readonly outcome: (typeof OUTCOMES)[number] };

const OUTCOMES = ['won', 'lost', 'tied', 'void', 'open'] as const;
const NEEDED = ['entry_time', 'expiry_time', 'payout', 'outcome'] as const;
/** A payout above this is probably a percentage. */
const PAYOUT_MAX = 10;
const SECONDS = /^\d{9,10}(\.\d{1,3})?$/;
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:?\d\d)$/;
const NUMBER = /^\d*\.?\d+$/;

const timeMs = (text: string): number =>
  SECONDS.test(text) ? Number(text) * 1_000 : ISO.test(text) ? Date.parse(text) : NaN;

/** Reads one row. @returns the trade, or the Spanish sentence of its first fault */
function readRow(cells: ReadonlyMap<string, string>, file: string, row: number): Result<JudgedTrade, string> {
  const cell = (name: string) => cells.get(name) ?? '';
  const [entryMs, expiryMs] = [timeMs(cell('entry_time')), timeMs(cell('expiry_time'))];
  if (Number.isNaN(entryMs)) return err(words.badTime(file, row, cell('entry_time')));
  if (Number.isNaN(expiryMs)) return err(words.badTime(file, row, cell('expiry_time')));
  if (expiryMs <= entryMs) return err(words.badOrder(file, row));
  const payoutRatio = NUMBER.test(cell('payout')) ? Number(cell('payout')) : NaN;
  if (!(payoutRatio > 0 && payoutRatio <= PAYOUT_MAX)) return err(words.badPayout(file, row, cell('payout')));
  const stake = cell('stake');
  if (stake !== '' && !(NUMBER.test(stake) && Number(stake) > 0)) return err(words.badStake(file, row, stake));
  const outcome = OUTCOMES.find((word) => word === cell('outcome'));
  if (outcome === undefined) return err(words.badOutcome(file, row, cell('outcome')));
  const returns = { won: payoutRatio, lost: -1, tied: 0, void: 0, open: null };
  const card = cells.has('card') ? cell('card') : null;
  return ok({ entryMs, expiryMs, payoutRatio, returnRatio: returns[outcome], card, outcome });
}

/** Reads a CSV file of trades; the order of the columns is free, and other columns are ignored. */
export async function readTrades(file: string): Promise<Result<readonly JudgedTrade[], CommandFailure>> {
  const bytes = await readInput(file);
  if (!bytes.ok) return bytes;
  const lines = new TextDecoder()
    .decode(bytes.value)
    .replace(/^\u{feff}/u, '')
    .split(/\r?\n/);
  const names = (lines[0] ?? '').split(',').map((name) => name.trim().toLowerCase());
  const missing = NEEDED.find((name) => !names.includes(name));
  if (missing !== undefined) return err(wrongInputFailure(words.noColumn(file, missing)));
  const trades: JudgedTrade[] = [];
  for (const [index, text] of lines.entries()) {
    if (index === 0 || text.trim() === '') continue;
    const cells = text.split(',').map((cell) => cell.trim());
    const row = index + 1;
    if (cells.length !== names.length)
      return err(wrongInputFailure(words.badCells(file, row, cells.length, names.length)));
    const trade = readRow(new Map(names.map((name, place) => [name, cells[place] ?? ''])), file, row);
    if (!trade.ok) return err(wrongInputFailure(trade.error));
    trades.push(trade.value);
  }
  return trades.length === 0 ? err(wrongInputFailure(words.empty(file))) : ok(trades);
}
