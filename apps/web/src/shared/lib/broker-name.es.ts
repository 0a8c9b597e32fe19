/** Names whose spelling differs from their id. */
const NAMES: Readonly<Record<string, string>> = { iqoption: 'IQ Option', olymptrade: 'Olymp Trade' };

/** Returns the name of a broker by its id, without the broker list of the server. */
export const brokerName = (word: string): string => NAMES[word] ?? word.charAt(0).toUpperCase() + word.slice(1);
