/** Around what comes from a message file. */
const OPEN = '⟦';
const CLOSE = '⟧';
/** Around what a message is given, while it is put together: private use, so nobody writes it. */
const GIVEN_OPEN = '\uE000';
const GIVEN_CLOSE = '\uE001';

/** A message, or a tree of them, with every text of it marked; what a message is given stays outside the marks. */
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

/** What is left of a text without everything that came from message files; what stood on both sides of it stays apart. */
export const unmarked = (text: string): string => {
  let rest = text;
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = rest.replace(/⟦[^⟦⟧]*⟧/g, ' ');
  }
  return rest;
};

const bracketed = (value: unknown): unknown =>
  typeof value === 'string' && value !== '' ? GIVEN_OPEN + value + GIVEN_CLOSE : value;

/** `told` says what the message was given; where the brackets led to another answer, they say nothing. */
function answered(answer: unknown, told: unknown): unknown {
  if (typeof answer !== 'string' || typeof told !== 'string') return pseudo(answer);
  if (told.replaceAll(GIVEN_OPEN, '').replaceAll(GIVEN_CLOSE, '') !== answer) return mark(answer);
  return told
    .split(new RegExp(`(${GIVEN_OPEN}[^${GIVEN_CLOSE}]*${GIVEN_CLOSE})`))
    .map((part) => (part.startsWith(GIVEN_OPEN) ? part.slice(1, -1) : mark(part)))
    .join('');
}

const mark = (text: string): string => (text === '' ? '' : OPEN + text + CLOSE);
