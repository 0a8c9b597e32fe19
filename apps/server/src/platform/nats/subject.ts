/** Encodes any text as one token of a NATS subject or JetStream name. Different texts give different tokens. */
export const subjectToken = (text: string): string =>
  text === '' ? '_' : text.replace(/[^A-Za-z0-9-]/g, (letter) => `_${letter.codePointAt(0)?.toString(16)}_`);

/** Returns a subject of one installation, separate from those of other installations on the same NATS. */
export const natsSubject = (space: string, ...texts: readonly string[]): string =>
  ['vigia', space, ...texts].map(subjectToken).join('.');
