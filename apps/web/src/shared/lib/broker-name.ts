let names: Readonly<Record<string, string>> = {};

/** Sets the names of the brokers by their ids. The server sends them in `/config.json`, before anyone signs in. */
export const nameBrokers = (given: Readonly<Record<string, string>>): void => void (names = given);

/** Returns the ids of the brokers that the server offers. */
export const brokerIds = (): readonly string[] => Object.keys(names);

/** Returns the name of a broker by its id; the capitalized id if the server does not offer this broker. */
export const brokerName = (word: string): string => names[word] ?? word.charAt(0).toUpperCase() + word.slice(1);
