import type { BrokerRules } from '@vigia/contract';

let names: Readonly<Record<string, string>> = {};
let rules: Readonly<Record<string, BrokerRules>> = {};

/** Sets the names of the brokers by broker id. The server sends them in `/config.json`, which needs no sign-in. */
export const nameBrokers = (given: Readonly<Record<string, string>>): void => void (names = given);

/** Sets the rules of the brokers by broker id. The server sends them with the names. */
export const setBrokerRules = (given: Readonly<Record<string, BrokerRules>>): void => void (rules = given);

/** Returns the rules by which a broker decides trades, or null if the server does not offer this broker. */
export const brokerRules = (word: string): BrokerRules | null => rules[word] ?? null;

/** Returns the ids of the brokers that the server offers. */
export const brokerIds = (): readonly string[] => Object.keys(names);

/**
 * Returns the name of a broker. If the server does not offer this broker, returns its id with a capital first letter.
 */
export const brokerName = (word: string): string => names[word] ?? word.charAt(0).toUpperCase() + word.slice(1);
