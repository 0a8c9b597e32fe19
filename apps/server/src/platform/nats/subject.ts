/** Encodes any text as one word of a NATS subject or JetStream name. Different texts give different words. */
export const word = (text: string): string =>
  text === '' ? '_' : text.replace(/[^A-Za-z0-9-]/g, (letter) => `_${letter.codePointAt(0)?.toString(16)}_`);

/** Returns a subject of one installation, separate from those of other installations on the same NATS. */
export const subject = (space: string, ...words: readonly string[]): string =>
  ['vigia', space, ...words].map(word).join('.');
