import { amountOf, type BookAccount } from '@vigia/broker-kit/simulator';
import { exponentOf, isCurrency } from '@vigia/core/money';
import type { SimulatedBroker } from './simulated-broker.ts';
import { data, type MethodResponse, refusal } from './wire.ts';

/** Returns the response to `get-currency` 5.0, in the vendor's form. The rate and the symbol are invented. */
export function currencyResponse(name: unknown): MethodResponse {
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

/** Returns the response to `get-marginal-balance` 1.0, which the vendor's SDK requests for every margin wallet. */
export function marginalBalance(broker: SimulatedBroker, loginId: string, id: unknown): MethodResponse {
  const account = broker.book.accountsOf(loginId).find(({ accountId }) => accountId === String(id));
  if (!account) return refusal('marginal-balance', 4_107, 'Balance was not found.');
  return data('marginal-balance', marginalBalanceRow(account, broker));
}

/**
 * Returns a margin wallet in the vendor's form, with amounts as texts. All of its money is free, because the simulator
 * sells nothing on margin.
 */
export function marginalBalanceRow(
  { accountId, loginId, kind, balanceMinor, currency }: Readonly<BookAccount>,
  broker: SimulatedBroker,
): object {
  const amount = String(amountOf(balanceMinor, currency));
  return {
    id: Number(accountId),
    type: kind === 'real' ? 1 : 4,
    cash: amount,
    bonus: String(broker.quirks.bonusAmount),
    currency,
    user_id: broker.userIdOf(loginId),
    pnl: '0',
    pnl_net: '0',
    equity: amount,
    equity_usd: amount,
    swap: '0',
    dividends: '0',
    margin: '0',
    available: amount,
    margin_level: '0',
    stop_out_level: '0',
  };
}
