import { RiskLimitsChange, type RiskLimitsView } from '@vigia/contract';
import { type Currency, exponentOf } from '@vigia/core/money';
import type { LimitBook } from '@vigia/core/risk';
import { formatCount, formatMoney, formatTypedMoney } from '#shared/lib/format.ts';
import { LIMIT_WORDS, type LimitKey, limitsMessages as words } from './messages.es.ts';

export type Limits = RiskLimitsView['limits'];

/**
 * Kind of a risk limit: an amount of money, or a whole number up to `max`. The user can switch an `optional` limit off.
 */
type LimitField = { readonly key: LimitKey; readonly optional: boolean } & (
  | { readonly kind: 'money' }
  | { readonly kind: 'count'; readonly max: number }
);

/** The risk limits in the order of the screen. The API schema defines their bounds. */
export const LIMIT_FIELDS = [
  { key: 'max_concurrent_trades', optional: false, kind: 'count', max: 100 },
  { key: 'max_stake', optional: true, kind: 'money' },
  { key: 'daily_loss_limit', optional: true, kind: 'money' },
  { key: 'weekly_loss_limit', optional: true, kind: 'money' },
  { key: 'daily_trade_limit', optional: true, kind: 'count', max: 10_000 },
  { key: 'cool_down_losses', optional: true, kind: 'count', max: 100 },
  { key: 'cool_down_minutes', optional: false, kind: 'count', max: 10_080 },
] as const satisfies readonly LimitField[];

/** The texts that the user typed. Null means that the limit is switched off. */
export type LimitTexts = Readonly<Record<LimitKey, string | null>>;
export type FieldErrors = Partial<Record<LimitKey, string>>;

/**
 * Pattern of an amount with at most nine digits before the decimal mark. The server checks the number of decimals of
 * the currency.
 */
const AMOUNT = /^\d{1,9}([.,]\d{1,8})?$/;

/** Returns the name of a limit book on the screen: `Dinero real · EUR`. */
export const limitBookName = ({ scope, currency }: LimitBook): string => `${words.book.names[scope]} · ${currency}`;

/** Formats a value for its field. Returns null if there is no limit. */
export const limitFieldText = (value: number | null, currency: Currency): string | null =>
  value === null ? null : formatTypedMoney(value, currency);

/** Formats a limit for a sentence: `$50.00`, `20 por día`, `Sin límite`. */
export function limitInWords(key: LimitKey, value: number | null, currency: Currency): string {
  if (value === null) return words.none;
  switch (key) {
    case 'max_stake':
    case 'daily_loss_limit':
    case 'weekly_loss_limit':
      return formatMoney(value, currency);
    case 'cool_down_losses':
      return words.losses(value);
    case 'cool_down_minutes':
      return words.minutes(value);
    case 'max_concurrent_trades':
    case 'daily_trade_limit':
      return `${formatCount(value)} ${LIMIT_WORDS[key].suffix}`;
  }
}

type Read = { readonly ok: true; readonly value: number | null } | { readonly ok: false; readonly error: string };

/** Parses the text of a field. Returns its error message if it is invalid. */
function readField(field: LimitField, typed: string | null, currency: Currency): Read {
  if (typed === null) return { ok: true, value: null };
  const text = typed.trim();
  if (text === '' && field.optional) return { ok: false, error: words.errors.missing };
  const value = Number(text.replace(',', '.'));
  if (field.kind === 'money') {
    const decimals = exponentOf(currency);
    const isMoney = AMOUNT.test(text) && value > 0 && (text.split(/[.,]/)[1] ?? '').length <= decimals;
    return isMoney ? { ok: true, value } : { ok: false, error: words.errors.money(decimals) };
  }
  const isCount = /^\d+$/.test(text) && value >= 1 && value <= field.max;
  return isCount ? { ok: true, value } : { ok: false, error: words.errors.count(1, formatCount(field.max)) };
}

/** Returns true if the new value allows more than the old value. Such a change applies only after 24 h. */
export function isLooser(key: LimitKey, from: number | null, to: number | null): boolean {
  if (from === null) return false;
  if (to === null) return true;
  return key === 'cool_down_minutes' ? to < from : to > from;
}

/** Returns the fields that differ from the current limits, or the errors by field. */
export function limitChangesIn(
  draft: LimitTexts,
  { limits, book: { currency } }: Pick<RiskLimitsView, 'limits' | 'book'>,
):
  | { readonly ok: true; readonly change: RiskLimitsChange; readonly keys: readonly LimitKey[] }
  | { readonly ok: false; readonly errors: FieldErrors } {
  const errors: FieldErrors = {};
  const change: Partial<Record<LimitKey, number | null>> = {};
  const keys: LimitKey[] = [];
  for (const field of LIMIT_FIELDS) {
    if (draft[field.key] === limitFieldText(limits[field.key], currency)) continue;
    const read = readField(field, draft[field.key], currency);
    if (!read.ok) errors[field.key] = read.error;
    else if (read.value !== limits[field.key]) {
      change[field.key] = read.value;
      keys.push(field.key);
    }
  }
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, change: RiskLimitsChange.parse(change), keys };
}
