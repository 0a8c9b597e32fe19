import type { SecurityLogEntry } from '@vigia/contract';
import { SELF_EXCLUSION_PERIODS, TRADING_MODES } from '@vigia/core/vocabulary';
import { uiMessages } from '#shared/ui/messages.es.ts';
import { inWords, LIMIT_FIELDS } from '../limits/limit-fields.ts';
import { LIMIT_WORDS } from '../limits/messages.es.ts';
import { countryName } from '../safety/countries.ts';
import { PERIOD_WORDS } from '../safety/messages.es.ts';
import { METHOD_WORDS } from './messages.es.ts';

type Fact = SecurityLogEntry['detail'][string] | undefined;

/** Subject of an entry, such as a token, mode, country or limit; null if it has none. */
export function aboutEntry({ detail }: Pick<SecurityLogEntry, 'detail'>): string | null {
  const { name, method, country, period, to } = detail;
  const limit = LIMIT_FIELDS.find(({ key }) => key === detail['limit']);
  if (limit) return `${LIMIT_WORDS[limit.key].title}: ${inWords(limit.key, typeof to === 'number' ? to : null)}`;
  if (isText(name)) return `«${name}»`;
  if (isText(method)) return METHOD_WORDS[method] ?? null;
  if (isText(country)) return countryName(country);
  const excludedFor = SELF_EXCLUSION_PERIODS.find((each) => each === period);
  if (excludedFor) return PERIOD_WORDS[excludedFor].toLowerCase();
  const mode = TRADING_MODES.find((each) => each === to);
  return mode ? uiMessages.mode[mode] : null;
}

const isText = (fact: Fact): fact is string => typeof fact === 'string' && fact !== '';
