import type { BrokerView } from '@vigia/contract';
import { connectionsMessages } from '../messages.es.ts';

const words = connectionsMessages.stance;

type Traits = Pick<
  BrokerView,
  'display_name' | 'words' | 'is_official' | 'is_experimental' | 'forbids_bots' | 'on_equal_prices'
>;

/** Returns the broker's policy on programs such as this app in plain words. `lead` is the most important fact. */
export function brokerPolicyInWords(broker: Traits): { readonly lead: string; readonly rest: string } {
  const { display_name: name, is_official: isOfficial, forbids_bots: forbidsBots } = broker;
  const access = isOfficial ? words.official(name) : words.unofficial(name);
  const { known } = broker.words;
  const rest = [
    // The source of the ban is visible next to this text, so the text does not name it.
    ...(forbidsBots ? [known, words.byHand, access] : []),
    ...(isOfficial ? [] : [words.wayIn]),
    ...(broker.is_experimental ? [words.experimental] : []),
    ...(forbidsBots ? [] : [known]),
    words.onEqualPrices[broker.on_equal_prices],
  ];
  return { lead: forbidsBots ? words.forbidsBots(name) : access, rest: rest.join(' ') };
}
