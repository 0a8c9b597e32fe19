import { COUNTRIES } from '@vigia/core/vocabulary';
import { unmarked } from './pseudo.ts';

/** What is the same in every language, and no message. */
const SAME_EVERYWHERE = [
  /(?<!\p{L})(CALL|PUT|PCR|RSI|MACD|ATR|EMA|SMA|ADX|API|CSV|USD|TOTP|UTC|Vigía|IQ Option|Deriv|Quotex|Olymp Trade|IQ)(?!\p{L})/gu,
  /(?<!\p{L})[A-Z]{6}(?!\p{L})/gu,
  /(?<![\p{L}\d])\d+(m|h|d|s|ms|px|ATR|[KMBT])(?!\p{L})/gu,
  /(?<!\p{L})([AS] [↑↓]|alt\+T|Ctrl|Esc|K)(?!\p{L})/gu,
  // What Intl says in English, the language of this build.
  /(?<!\p{L})(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Mon|Tue|Wed|Thu|Fri|Sat|Sun|(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|kB)(?!\p{L})/gu,
  /(?<!\p{L})(in|ago|now|today|yesterday|tomorrow|(second|minute|hour|day|week|month|year)s?)(?!\p{L})/gu,
  // A place on a chart, which has no size here.
  /(?<!\p{L})NaN(?!\p{L})/gu,
  // What is typed into a terminal.
  /^curl [^]*$/u,
  // A broker's or a person's initial.
  /^\p{Lu}$/u,
];

/** Time zones by their own names, and countries as Intl names them. */
const PLACES = [
  ...Intl.supportedValuesOf('timeZone').flatMap((zone) => zone.replaceAll('_', ' ').split('/')),
  ...COUNTRIES.map((country) => new Intl.DisplayNames('en', { type: 'region' }).of(country) ?? country),
];

/** Attributes that are read or heard. */
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

/** Every text of the page: its title, what it shows, what is typed into its fields, and what a screen reader says. */
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
 * Those of the texts that came from no message file, under the `pseudo` locale which marks what did.
 * @param data texts that are nobody's message: what the server sent, what the person typed
 */
export function strangersAmong(texts: Iterable<string>, data: Iterable<string>): string[] {
  const known = new Set([...data, ...PLACES]);
  return [...new Set(texts)].filter((text) => LETTER.test(rest(text, known)));
}

function rest(text: string, known: ReadonlySet<string>): string {
  let left = unmarked(text).trim();
  if (!LETTER.test(left) || known.has(left)) return '';
  for (const each of SAME_EVERYWHERE) left = left.replace(each, '');
  if (!LETTER.test(left)) return '';
  const longestFirst = [...known].filter(({ length }) => length > 1).toSorted((a, b) => b.length - a.length);
  return longestFirst.reduce(without, left);
}

/** Whole words only: what the server sent excuses no longer word that it is a part of. */
const without = (text: string, known: string): string =>
  text.includes(known)
    ? text.replace(new RegExp(`(?<!\\p{L})${known.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}(?!\\p{L})`, 'gu'), '')
    : text;
