import type { LivePerformanceCard, Option, WinRateCard } from '@vigia/client';
import { countFormat, percentFormat, VERDICTS } from '../replay/report-words.es.ts';

const LOCALE = 'es-419';
const moneyText = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const signedText = new Intl.NumberFormat(LOCALE, {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'exceptZero',
});

export const formatPercent = (fraction: number): string => percentFormat.format(fraction);
export const formatMoney = (amount: number, currency: string): string => `${moneyText.format(amount)} ${currency}`;
export const formatProfit = (amount: number, currency: string): string => `${signedText.format(amount)} ${currency}`;
export const formatInstant = (iso: string): string => `${iso.slice(0, 19).replace('T', ' ')} UTC`;

export const DIRECTION_NAMES = { CALL: 'CALL (sube)', PUT: 'PUT (baja)' } as const;
export const ACCOUNT_NAMES = { mock: 'simulada', demo: 'demo', real: 'real' } as const;
export const OUTCOME_NAMES = {
  pending: 'pendiente',
  won: 'ganada',
  lost: 'perdida',
  tie: 'empate',
  void: 'nula',
} as const;
const TRADE_STATUS = {
  active: 'en marcha',
  won: 'ganada',
  lost: 'perdida',
  expired: 'empate',
  cancelled: 'anulada',
} as const;

/**
 * Returns a win rate with everything that makes it honest: number of decided trades, interval, break-even rate and
 * verdict.
 */
export function cardText({ rate: share, decided, won, interval, break_even: breakEven, verdict }: WinRateCard): string {
  if (share === null || interval === null || decided === 0) return 'ninguna operación decidida, así que no hay acierto';
  const bounds = `${formatPercent(interval.low)} – ${formatPercent(interval.high)}`;
  const even = breakEven === null ? 'equilibrio desconocido' : `equilibrio ${formatPercent(breakEven)}`;
  const judged = verdict === null ? 'sin veredicto' : VERDICTS[verdict];
  return `${formatPercent(share)} (${countFormat.format(won)} de ${countFormat.format(decided)} decididas; intervalo del 95%: ${bounds}; ${even}): ${judged}`;
}

/** Returns a win rate of live trades. A selection by a filter has no verdict, and its interval is for one reading. */
export const livePerformanceText = (card: LivePerformanceCard): string =>
  cardText(card) +
  (card.evidence === null && card.decided > 0
    ? '. Es una selección: el intervalo vale para una sola mirada y no prueba nada'
    : '');

/** Returns the duration of a trade or signal. */
export function lengthText(minutes: number | null, seconds: number | null, ticks: number | null): string {
  if (ticks !== null) return `${ticks} ticks`;
  if (seconds !== null) return `${seconds} s`;
  return minutes === null ? 'duración desconocida' : `${minutes} min`;
}

/** Returns a trade on one line. */
export function tradeText(trade: Option): string {
  const { asset_symbol: asset, option_type: direction, amount, currency, status, account, execution } = trade;
  const ends = status === 'active' ? `expira ${formatInstant(trade.expiry_time)}` : TRADE_STATUS[status];
  const result = trade.profit === null ? '' : `, resultado ${formatProfit(trade.profit, currency)}`;
  const doubt = execution === 'unknown' ? ', el bróker aún no dijo si la aceptó' : '';
  return `${asset} ${DIRECTION_NAMES[direction]}, ${formatMoney(amount, currency)} en la cuenta ${ACCOUNT_NAMES[account]}, ${ends}${result}${doubt} (${trade.id})`;
}

/** Joins lines, or returns another text if there are none. */
export const linesOrFallback = (lines: readonly string[], none: string): string =>
  lines.length === 0 ? none : lines.join('\n');
