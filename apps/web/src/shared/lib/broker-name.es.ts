/** Names that are written otherwise than their word. */
const NAMES: Readonly<Record<string, string>> = { iqoption: 'IQ Option', olymptrade: 'Olymp Trade' };

/** A broker's name by its word, where nobody has asked the server for its list. */
export const brokerName = (word: string): string => NAMES[word] ?? word.charAt(0).toUpperCase() + word.slice(1);
