import type { BacktestData, PriceFile } from '@vigia/contract';
import { type Currency, exponentOf, parseAmountMinor } from '@vigia/core/money';
import { formatForInput } from '#shared/lib/format.ts';
import { backtestMessages } from '../messages.es.ts';
import type { BacktestTarget } from '../target.ts';

const words = backtestMessages.faults;

export const DATA_SOURCES = ['history', 'imported', 'file'] as const;
export type DataSource = (typeof DATA_SOURCES)[number];

/** Form values of a backtest. Days are texts such as `2026-11-21`, and numbers are texts as typed. */
export type RequestValues = {
  readonly source: DataSource;
  readonly fromDay: string;
  readonly toDay: string;
  /** The selected price file. The user has confirmed its time zone. */
  readonly file: PriceFile | null;
  readonly payoutKind: 'own' | 'fixed';
  readonly payoutPercent: string;
  readonly stake: string;
  readonly currency: Currency;
};

/**
 * Request of a backtest to the API. `payout` is a fraction. Without it, the backtest uses the recorded payouts of the
 * asset.
 */
export type TestRequest = {
  readonly data: BacktestData;
  readonly payout?: number;
  readonly stake: number;
  readonly currency: Currency;
};

export type RequestField = 'period' | 'file' | 'payout' | 'stake';

export type RequestReading =
  | { readonly kind: 'ready'; readonly request: TestRequest }
  | { readonly kind: 'faults'; readonly faults: Readonly<Partial<Record<RequestField, string>>> };

export const requestFor = ({ stake, currency }: BacktestTarget): RequestValues => ({
  source: 'history',
  fromDay: '',
  toDay: '',
  file: null,
  payoutKind: 'own',
  payoutPercent: '80',
  stake: formatForInput(stake),
  currency,
});

const DAY_MS = 24 * 60 * 60_000;

/** Converts the first day to its start in UTC, because candles count days in UTC. */
const startOf = (day: string): string => new Date(Date.parse(`${day}T00:00:00.000Z`)).toISOString();
const endOf = (day: string): string => new Date(Date.parse(`${day}T00:00:00.000Z`) + DAY_MS).toISOString();

const decimal = (text: string, decimals: number): number | null =>
  new RegExp(`^\\d{1,9}${decimals === 0 ? '' : `([.,]\\d{1,${decimals}})?`}$`).test(text.trim())
    ? Number(text.trim().replace(',', '.'))
    : null;

/** Converts the form to an API request, or returns its errors. */
export function readRequest(values: RequestValues, asset: string): RequestReading {
  const { source, fromDay, toDay, file, payoutKind } = values;
  const faults: Partial<Record<RequestField, string>> = {};
  if (fromDay !== '' && toDay !== '' && fromDay > toDay) faults.period = words.period;
  if (source === 'file' && file === null) faults.file = words.file;
  const percent = decimal(values.payoutPercent, 2);
  if (payoutKind === 'fixed' && (percent === null || percent < 1 || percent > 1_000)) faults.payout = words.payout;
  const { currency } = values;
  const stake = decimal(values.stake, exponentOf(currency));
  if (stake === null || stake <= 0 || !parseAmountMinor(stake, currency).ok) {
    faults.stake = words.stake(currency, exponentOf(currency));
  }
  if (Object.keys(faults).length > 0 || stake === null) return { kind: 'faults', faults };
  const payout = payoutKind === 'fixed' && percent !== null ? { payout: percent / 100 } : {};
  const period = { ...(fromDay !== '' && { from: startOf(fromDay) }), ...(toDay !== '' && { to: endOf(toDay) }) };
  if (source !== 'file')
    return { kind: 'ready', request: { data: { source, asset, ...period }, ...payout, stake, currency } };
  if (file === null) return { kind: 'faults', faults: { file: words.file } };
  return { kind: 'ready', request: { data: { source, file_id: file.id, ...period }, ...payout, stake, currency } };
}
