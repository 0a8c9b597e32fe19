import type { Verdict } from '@vigia/core/vocabulary';

const LOCALE = 'es-419';
const LABEL_WIDTH = 13;

export const countFormat = new Intl.NumberFormat(LOCALE);
export const percentFormat = new Intl.NumberFormat(LOCALE, {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const date = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

export const VERDICTS: Readonly<Record<Verdict, string>> = {
  above: 'por encima del equilibrio',
  below: 'por debajo del equilibrio',
  indistinguishable: 'no se distingue del equilibrio',
  short_sample: 'muestra demasiado corta para decir algo',
};

/** Returns a line of a report: its label and its text. */
export const reportLine = (label: string, text: string): string => `${label.padEnd(LABEL_WIDTH)}${text}`;

/**
 * Returns a span of time as text in UTC. Both times are epoch milliseconds; they are null if there is no closed candle.
 */
export const timeSpanText = (fromMs: number | null, toMs: number | null): string =>
  fromMs === null || toMs === null ? 'ninguna vela cerrada' : `${date.format(fromMs)} – ${date.format(toMs)} UTC`;

/**
 * Returns the probability that chance alone gives a result at least this good, as text. `what` names the decided items.
 */
export const luckText = (pValue: number | null, what: 'señales' | 'operaciones'): string =>
  pValue === null
    ? `sin ${what} decididas`
    : `sin ventaja alguna saldría así de bien el ${percentFormat.format(pValue)} de las veces`;

export const payoutText = (payoutRatio: number, isAssumed: boolean): string =>
  `${percentFormat.format(payoutRatio)}${isAssumed ? ' supuesto; --payout indica el real' : ''}`;
