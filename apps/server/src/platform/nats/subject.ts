/** Encodes any text as one word of a subject or JetStream name. Different texts give different words. */
export const word = (text: string): string =>
  text === '' ? '_' : text.replace(/[^A-Za-z0-9-]/g, (letter) => `_${letter.codePointAt(0)?.toString(16)}_`);

/** A subject of one installation, which others on the same NATS do not share. */
export const subject = (space: string, ...words: readonly string[]): string =>
  ['vigia', space, ...words].map(word).join('.');
