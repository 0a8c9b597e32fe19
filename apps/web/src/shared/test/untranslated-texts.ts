import { COUNTRIES } from '@vigia/core/vocabulary';
import { untranslatedParts } from './pseudo.ts';

/** Texts that are the same in every language, so that no message file contains them. */
const LANGUAGE_INDEPENDENT = [
  /(?<!\p{L})(CALL|PUT|PCR|RSI|MACD|ATR|EMA|SMA|ADX|API|CSV|USD|TOTP|UTC|Vigía|IQ Option|Deriv|Quotex|Olymp Trade|IQ)(?!\p{L})/gu,
  /(?<!\p{L})[A-Z]{6}(?!\p{L})/gu,
  /(?<![\p{L}\d])\d+(m|h|d|s|ms|px|ATR|[KMBT])(?!\p{L})/gu,
  // Matches the duration of a trade with its unit.
  /(?<![\p{L}\d])\d+ (min|s|ticks?)(?!\p{L})/gu,
  /(?<!\p{L})([AS] [↑↓]|alt\+T|Ctrl|Esc|K)(?!\p{L})/gu,
  // Matches the English output of Intl, because this test build uses English.
  /(?<!\p{L})(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Mon|Tue|Wed|Thu|Fri|Sat|Sun|(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|kB)(?!\p{L})/gu,
  /(?<!\p{L})(in|ago|now|today|yesterday|tomorrow|(second|minute|hour|day|week|month|year)s?)(?!\p{L})/gu,
  // jsdom computes no layout, so positions on a chart are NaN.
  /(?<!\p{L})NaN(?!\p{L})/gu,
  // Matches terminal commands.
  /^curl [^]*$/u,
  // Matches the initial of a broker or a user.
  /^\p{Lu}$/u,
];

/** Names of time zones and countries, which come from Intl. */
const PLACES = [
  ...Intl.supportedValuesOf('timeZone').flatMap((zone) => zone.replaceAll('_', ' ').split('/')),
  ...COUNTRIES.map((country) => new Intl.DisplayNames('en', { type: 'region' }).of(country) ?? country),
];

/** The attributes whose values are visible or announced. */
const READ = [
  'aria-label',
  'aria-description',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'title',
  'placeholder',
  'alt',
  'label',
];

const LETTER = /\p{L}/u;
const FILE_NAME = /^\w+\.csv$/;

/** Returns every text of the page: title, visible texts, field values and texts for screen readers. */
export function textsOnScreen(): readonly string[] {
  const texts = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode;
    if (parentElement?.closest('script, style') === null) texts.push(textContent ?? '');
  }
  for (const element of document.body.querySelectorAll('*')) {
    texts.push(...READ.map((name) => element.getAttribute(name) ?? ''));
    if (element instanceof HTMLTextAreaElement || isWrittenIn(element)) texts.push(element.value);
  }
  return texts.filter((text) => text !== '');
}

const isWrittenIn = (element: Element): element is HTMLInputElement =>
  element instanceof HTMLInputElement && !['checkbox', 'radio', 'hidden', 'password'].includes(element.type);

/**
 * Returns the texts that come from no message file. The `pseudo` locale marks the texts of message files.
 * @param data texts that the server sent or the user typed, which no message file contains
 */
export function untranslatedTexts(texts: Iterable<string>, data: Iterable<string>): string[] {
  const known = new Set([...data, ...PLACES]);
  return [...new Set(texts)].filter((text) => LETTER.test(rest(text, known)));
}

function rest(text: string, known: ReadonlySet<string>): string {
  let left = untranslatedParts(text).trim();
  if (!LETTER.test(left) || known.has(left)) return '';
  // File names contain symbols, so they are removed before the language-independent texts.
  left = [...known].filter((name) => FILE_NAME.test(name)).reduce(without, left);
  for (const each of LANGUAGE_INDEPENDENT) left = left.replace(each, '');
  if (!LETTER.test(left)) return '';
  const longestFirst = [...known].filter(({ length }) => length > 1).toSorted((a, b) => b.length - a.length);
  return longestFirst.reduce(without, left);
}

/**
 * Removes a known text from a text. Only whole words match, so that a short text of the server does not match a part of
 * a longer word.
 */
const without = (text: string, known: string): string =>
  text.includes(known)
    ? text.replace(new RegExp(`(?<!\\p{L})${known.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}(?!\\p{L})`, 'gu'), '')
    : text;
