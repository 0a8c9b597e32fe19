/** One word of a subject, or of a name in JetStream, whatever the text is: two texts never give the same word. */
export const word = (text: string): string =>
  text === '' ? '_' : text.replace(/[^A-Za-z0-9-]/g, (letter) => `_${letter.codePointAt(0)?.toString(16)}_`);

/** A subject of one installation: others on the same NATS neither hear it nor are heard. */
export const subject = (space: string, ...words: readonly string[]): string =>
  ['vigia', space, ...words].map(word).join('.');
