import type { BacktestData, BacktestUpload } from '@vigia/contract';
import { type Currency, exponentOf, parseAmountMinor } from '@vigia/core/money';
import { formatForInput } from '#shared/lib/format.ts';
import { backtestMessages } from '../messages.es.ts';
import type { BacktestTarget } from '../target.ts';

const words = backtestMessages.faults;

export const DATA_SOURCES = ['history', 'imported', 'csv'] as const;
export type DataSource = (typeof DATA_SOURCES)[number];

/** Form values of a test: days as `2026-11-21`, numbers as typed. */
export type RequestValues = {
  readonly source: DataSource;
  readonly fromDay: string;
  readonly toDay: string;
  readonly upload: BacktestUpload | null;
  readonly payoutKind: 'own' | 'fixed';
  readonly payoutPercent: string;
  readonly stake: string;
  readonly currency: Currency;
};

/** Request of a test to the API. `payout` is a fraction; without it the asset's payout applies. */
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
  upload: null,
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
  const { source, fromDay, toDay, upload, payoutKind } = values;
  const faults: Partial<Record<RequestField, string>> = {};
  if (source !== 'csv' && fromDay !== '' && toDay !== '' && fromDay > toDay) faults.period = words.period;
  if (source === 'csv' && upload === null) faults.file = words.file;
  const percent = decimal(values.payoutPercent, 2);
  if (payoutKind === 'fixed' && (percent === null || percent < 1 || percent > 1_000)) faults.payout = words.payout;
  const { currency } = values;
  const stake = decimal(values.stake, exponentOf(currency));
  if (stake === null || stake <= 0 || !parseAmountMinor(stake, currency).ok) {
    faults.stake = words.stake(currency, exponentOf(currency));
  }
  if (Object.keys(faults).length > 0 || stake === null) return { kind: 'faults', faults };
  const payout = payoutKind === 'fixed' && percent !== null ? { payout: percent / 100 } : {};
  if (source === 'csv') {
    return upload === null
      ? { kind: 'faults', faults: { file: words.file } }
      : { kind: 'ready', request: { data: { source, upload_id: upload.upload_id }, ...payout, stake, currency } };
  }
  const data = {
    source,
    asset,
    ...(fromDay !== '' && { from: startOf(fromDay) }),
    ...(toDay !== '' && { to: endOf(toDay) }),
  };
  return { kind: 'ready', request: { data, ...payout, stake, currency } };
}
