/** Bracket that marks the start of a text from a message file. */
const OPEN = '⟦';
const CLOSE = '⟧';
/** Bracket before an argument while a message is built. It is a private-use character, which occurs in no text. */
const GIVEN_OPEN = '\uE000';
const GIVEN_CLOSE = '\uE001';

/**
 * Returns a message, or a tree of messages, in which brackets mark every text. Arguments of message functions stay
 * outside the brackets.
 */
export function pseudo<Message>(message: Message): Message;
export function pseudo(message: unknown): unknown {
  if (typeof message === 'string') return mark(message);
  if (typeof message === 'function') {
    return (...given: unknown[]) => answered(message(...given), message(...given.map(bracketed)));
  }
  if (Array.isArray(message)) return message.map((each: unknown) => pseudo(each));
  if (typeof message !== 'object' || message === null || Object.getPrototypeOf(message) !== Object.prototype) {
    return message;
  }
  return Object.fromEntries(Object.entries(message).map(([name, each]) => [name, pseudo(each)]));
}

/** Returns the parts of a text that come from no message file, separated by spaces. */
export const untranslatedParts = (text: string): string => {
  let rest = text;
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = rest.replace(/⟦[^⟦⟧]*⟧/g, ' ');
  }
  return rest;
};

const bracketed = (value: unknown): unknown =>
  typeof value === 'string' && value !== '' ? GIVEN_OPEN + value + GIVEN_CLOSE : value;

/**
 * Marks the result of a message function. `marked` is the result with brackets around the arguments; it is ignored if
 * the brackets changed the result.
 */
function answered(answer: unknown, marked: unknown): unknown {
  if (typeof answer !== 'string' || typeof marked !== 'string') return pseudo(answer);
  if (marked.replaceAll(GIVEN_OPEN, '').replaceAll(GIVEN_CLOSE, '') !== answer) return mark(answer);
  return marked
    .split(new RegExp(`(${GIVEN_OPEN}[^${GIVEN_CLOSE}]*${GIVEN_CLOSE})`))
    .map((part) => (part.startsWith(GIVEN_OPEN) ? part.slice(1, -1) : mark(part)))
    .join('');
}

const mark = (text: string): string => (text === '' ? '' : OPEN + text + CLOSE);
