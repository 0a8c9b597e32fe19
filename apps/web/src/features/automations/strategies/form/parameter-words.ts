import { STRATEGY_WORDS } from '@vigia/contract';
import type { StrategyType } from '@vigia/core/strategy-definitions';
import { formMessages } from './messages.es.ts';

type Texts = Readonly<Record<string, string | undefined>>;

/** Returns the label of a parameter of a type. */
export function parameterLabel(type: StrategyType, name: string): string {
  const [own, common]: readonly [Texts, Texts] = [STRATEGY_WORDS[type].labels, formMessages.common];
  return own[name] ?? common[name] ?? name;
}

/** Returns the unit of a parameter of a type. Returns undefined if it has none. */
export function parameterUnit(type: StrategyType, name: string): string | undefined {
  const units: Texts = STRATEGY_WORDS[type].units;
  return units[name];
}

/** Returns the labels of the options of a parameter that has a fixed list of options. */
export function choiceLabels(type: StrategyType, name: string): Texts {
  const choices: Readonly<Record<string, Texts>> = STRATEGY_WORDS[type].choices;
  return choices[name] ?? {};
}
