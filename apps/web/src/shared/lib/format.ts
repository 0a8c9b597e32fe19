import { CURRENCIES, type Currency } from '@vigia/core/vocabulary';
import { displayZone } from './display-zone.ts';
import { LANGUAGE } from './language.es.ts';

const browserLocale = typeof navigator === 'undefined' ? LANGUAGE : navigator.language || LANGUAGE;
/** Locale for numbers: the locale of the browser. */
const NUMBER_LOCALE = browserLocale;
/**
 * Locale for the texts in dates. It is the language of the app. If the browser has the same language, the region of the
 * browser applies too. A screen therefore never mixes languages.
 */
const DATE_LOCALE = browserLocale.split('-')[0] === LANGUAGE.split('-')[0] ? browserLocale : LANGUAGE;

const numberFormats = new Map<string, Intl.NumberFormat>();

/** Returns a number formatter in the locale of the browser. */
export function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify(options);
  const known = numberFormats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(NUMBER_LOCALE, options);
  numberFormats.set(key, made);
  return made;
}

/** Returns the text with a minus sign in place of the hyphen. */
export const withMinusSign = (text: string): string => text.replace('-', '−');

export const decimalsOf = (currency: Currency): number => CURRENCIES.get(currency) ?? 2;

/** Cached results of {@link hasOwnSymbol}, by currency. */
const symbols = new Map<Currency, boolean>();

/**
 * Returns whether amounts in a currency are shown with a currency symbol. The dollar sign means US dollars only. Other
 * currencies that use this sign, such as pesos, and currencies without a sign are shown with their code after the
 * number.
 */
function hasOwnSymbol(currency: Currency): boolean {
  const known = symbols.get(currency);
  if (known !== undefined) return known;
  const own = currency === 'USD' || (Intl.supportedValuesOf('currency').includes(currency) && hasSymbol(currency));
  symbols.set(currency, own);
  return own;
}

function hasSymbol(currency: Currency): boolean {
  const parts = numberFormat({ style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).formatToParts(0);
  const symbol = parts.find(({ type }) => type === 'currency')?.value ?? '$';
  return symbol !== '$' && symbol !== currency;
}

/** Formats an amount with all decimals of the currency. The options can override this. */
function moneyText(amount: number, currency: Currency, options: Intl.NumberFormatOptions = {}): string {
  const decimals = decimalsOf(currency);
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals, ...options };
  const text = hasOwnSymbol(currency)
    ? numberFormat({ style: 'currency', currency, currencyDisplay: 'narrowSymbol', ...digits }).format(amount)
    : `${numberFormat(digits).format(amount)}\u{a0}${currency}`;
  return withMinusSign(text);
}

/** Formats an amount: `$1,234.50`, `€1,234.50`, `15,000 CLP`, `0.00012000 BTC`. */
export const formatMoney = (amount: number, currency: Currency): string => moneyText(amount, currency);

/** Formats an amount, without decimals if they are all zero: `$5`, `$0.35`. */
export const formatTidyMoney = (amount: number, currency: Currency): string =>
  moneyText(amount, currency, Number.isInteger(amount) ? { minimumFractionDigits: 0 } : {});

/** The short format shows amounts from this one on in millions, because an axis has no space for more digits. */
const SHORT_FROM = 1_000_000;
/**
 * Below this amount, the short format keeps four decimals for a currency with many decimals. Without them it would show
 * zero.
 */
export const SMALLEST_WHOLE_AMOUNT = 10;

/**
 * Formats an amount without decimals: `$1,235`, `$26.5 M`. A small amount of a currency with many decimals keeps four
 * decimals: `0.0012 BTC`.
 */
export const formatShortMoney = (amount: number, currency: Currency): string =>
  moneyText(amount, currency, shortDigits(amount, currency));

function shortDigits(amount: number, currency: Currency): Intl.NumberFormatOptions {
  const isLong = Math.abs(amount) >= SHORT_FROM;
  const isFine = decimalsOf(currency) > 4 && Math.abs(amount) < SMALLEST_WHOLE_AMOUNT;
  return {
    minimumFractionDigits: 0,
    maximumFractionDigits: isLong ? 1 : isFine ? 4 : 0,
    ...(isLong && { notation: 'compact' }),
  };
}

/** Formats a profit or a loss with its sign: `+$8.50`, `−$10.00`, `$0.00`. */
export const formatSignedMoney = (amount: number, currency: Currency): string =>
  moneyText(amount, currency, { signDisplay: 'exceptZero' });

/** Amount from which a narrow place has no space for decimals. */
const NARROW_FROM = 1_000;

/** Formats a profit or a loss for a narrow place, from a thousand on without decimals: `+$8.50`, `−$1,235`. */
export const formatNarrowSignedMoney = (amount: number, currency: Currency): string =>
  moneyText(amount, currency, {
    ...(Math.abs(amount) >= NARROW_FROM && shortDigits(amount, currency)),
    signDisplay: 'exceptZero',
  });

/** Formats a quote with the decimals of its asset. */
export const formatPrice = (price: number, decimals: number): string =>
  numberFormat({ minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(price);

/** Formats a fraction as a percentage: 0.541 as `54.1 %`. */
export const formatPercent = (fraction: number, decimals = 1): string =>
  `${formatPercentWithoutSign(fraction, decimals)} %`;

/** Formats a fraction as a percentage without the sign: 0.541 as `54.1`. */
export const formatPercentWithoutSign = (fraction: number, decimals = 1): string =>
  withMinusSign(
    numberFormat({ minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(fraction * 100),
  );

/** Formats a payout without trailing zeros: `85 %`, `82.5 %`. */
export const formatPayout = (fraction: number): string =>
  `${numberFormat({ maximumFractionDigits: 1 }).format(fraction * 100)} %`;

/** Formats a number with at most `decimals` decimals: `3.16`, `50`. */
export const formatDecimal = (value: number, decimals = 2): string =>
  withMinusSign(numberFormat({ maximumFractionDigits: decimals }).format(value));

/**
 * Formats a number for an input field, without group separators: `1234.5`.
 * @param decimals smallest number of decimals
 */
export const formatForInput = (value: number, decimals = 0): string =>
  numberFormat({
    useGrouping: false,
    // Input fields can parse only these digits, so the digits of the locale are not used.
    numberingSystem: 'latn',
    minimumFractionDigits: decimals,
    maximumFractionDigits: 8,
  }).format(value);

/**
 * Formats an amount for an input field: whole units without decimals, other amounts with all decimals of the currency.
 */
export const formatTypedMoney = (amount: number, currency: Currency): string =>
  formatForInput(amount, Number.isInteger(amount) ? 0 : decimalsOf(currency));

/** Formats a clock difference in milliseconds as seconds with a sign: `+0.08`, `−1.20`. */
export const formatSignedSeconds = (ms: number): string =>
  withMinusSign(
    numberFormat({ minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'exceptZero' }).format(ms / 1_000),
  );

export const formatCount = (count: number): string => numberFormat({ maximumFractionDigits: 0 }).format(count);

const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** Returns a date formatter for a time zone. By default it is the display time zone, which may change at run time. */
export function dateFormat(options: Intl.DateTimeFormatOptions, timeZone = displayZone()): Intl.DateTimeFormat {
  const key = timeZone + JSON.stringify(options);
  const known = dateFormats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(DATE_LOCALE, { ...options, timeZone });
  dateFormats.set(key, made);
  return made;
}

const MINUTE = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const CLOCK = { ...MINUTE, second: '2-digit' } as const;
const TICK = { ...CLOCK, fractionalSecondDigits: 3 } as const;
const DAY = { day: '2-digit', month: 'short' } as const;

/**
 * Formats a time in the display time zone as `14:30:09.250`. It has milliseconds, because ticks may be milliseconds
 * apart.
 */
export const formatTickTime = (time: string | number): string => dateFormat(TICK).format(new Date(time));
/** Formats a time in the display time zone as `21 nov 2026, 14:30:09`. */
export const formatMoment = (time: string | number): string =>
  dateFormat({ ...DAY, year: 'numeric', ...CLOCK }).format(new Date(time));
/** Formats a time in the display time zone as `14:30:09`. */
export const formatClock = (time: string | number): string => dateFormat(CLOCK).format(new Date(time));
/** Formats the day of a daily candle, which opens at midnight UTC, as `21 nov`. */
export const formatDay = (time: string | number): string => dateFormat(DAY, 'UTC').format(new Date(time));
/** Formats a calendar date without a time, such as `2019-07-02`, as `2 jul 2019`. */
export const formatDate = (date: string): string =>
  dateFormat({ day: 'numeric', month: 'short', year: 'numeric' }, 'UTC').format(new Date(date));
/** Formats a time in the display time zone as `14:30`. */
export const formatMinute = (time: string | number): string => dateFormat(MINUTE).format(new Date(time));
/** Formats a time in the display time zone as `21 nov, 14:30`. */
export const formatDateTime = (time: string | number): string =>
  dateFormat({ ...DAY, ...MINUTE }).format(new Date(time));

/**
 * Formats a remaining time as MM:SS, rounded up to the second. Minutes may exceed 99. The text for no remaining time is
 * 00:00.
 */
export function formatCountdown(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000));
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Formats a remaining time as H:MM:SS from one hour on, and as MM:SS below. */
export function formatLongCountdown(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000));
  if (seconds < 3_600) return formatCountdown(leftMs);
  const minutes = Math.floor(seconds / 60) % 60;
  return [Math.floor(seconds / 3_600), String(minutes).padStart(2, '0'), String(seconds % 60).padStart(2, '0')].join(
    ':',
  );
}
