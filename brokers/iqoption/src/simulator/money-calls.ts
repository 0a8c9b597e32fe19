import { exponentOf, isCurrency } from '@vigia/core/money';
import { type Answer, data, refusal } from './wire.ts';

/** Answer to `get-currency` 5.0, in the vendor's form. The rate and the symbol are invented. */
export function currencyCalled(name: unknown): Answer {
  if (typeof name !== 'string' || !isCurrency(name)) return refusal('currency', 4_004, 'Currency was not found.');
  return data('currency', {
    id: 1,
    name,
    description: name,
    symbol: name,
    is_visible: true,
    mask: '',
    is_tradable: true,
    code: name,
    unit: 1,
    rate: 1,
    rate_usd: 1,
    min_deal_amount: 1,
    max_deal_amount: 1_000_000,
    minor_units: exponentOf(name),
    image: '',
    is_crypto: false,
    is_inout: true,
    interest_rate: 0,
  });
}
