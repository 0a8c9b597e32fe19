import { PAPER_CURRENCY } from '@vigia/core/money';
import { activeDetails, digitalUnderlyings, initializationData, symbolOf } from './actives.ts';
import { instrumentsOf } from './digital.ts';
import { currencyResponse, marginalBalance } from './money-calls.ts';
import { closedPositions, openPositions } from './portfolio.ts';
import { resetTrainingBalance } from './practice-reset.ts';
import { candles, firstCandles } from './prices.ts';
import { FEATURES, type IqQuirks } from './quirks.ts';
import { balanceRow } from './rows.ts';
import type { SimulatedBroker } from './simulated-broker.ts';
import { data, type Fields, fieldsOf, type MethodResponse, refusal } from './wire.ts';
import { TOO_MANY_REQUESTS } from './words.ts';

export const RESULT_WITHOUT_DATA: MethodResponse = { kind: 'result' };

/** Returns the response to a request of a login. Purchases are handled elsewhere. */
export function responseTo(broker: SimulatedBroker, loginId: string, { name, body: unread }: Fields): MethodResponse {
  const { market, clock, book, script } = broker;
  const body = fieldsOf(unread);
  const userId = broker.userIdOf(loginId);
  if (script.isRateLimited) return refusal(String(name), TOO_MANY_REQUESTS.status, TOO_MANY_REQUESTS.message);
  switch (name) {
    case 'core.get-profile': {
      const [demo] = book.accountsOf(loginId);
      const result = { user_id: userId, first_name: 'Ana', last_name: 'Prueba', email: loginId };
      return data('profile', { isSuccessful: true, result: { ...result, balance_id: Number(demo?.accountId) } });
    }
    case 'features.get-features':
      return data('features', { features: FEATURES.map((feature) => featureRow(feature, broker.quirks.switchedOff)) });
    case 'balances.get-available-balances':
      return data('available-balances', [
        ...(broker.quirks.hasOddWallet ? [{ id: 9_999, type: 1, amount: 0, currency: null, user_id: userId }] : []),
        ...book.accountsOf(loginId).map((account) => balanceRow(account, userId, broker.quirks)),
      ]);
    case 'binary-options.get-initialization-data':
      return data(
        'initialization-data',
        initializationData(market, book.accountsOf(loginId)[0]?.currency ?? PAPER_CURRENCY, clock.now(), broker.quirks),
      );
    case 'get-active': {
      const asset = market.asset(symbolOf(body['id']) ?? '');
      return asset
        ? data('active', activeDetails(asset, broker.quirks))
        : refusal('active', 4_004, 'Active was not found.');
    }
    case 'quotes-history.get-candles': {
      const found = candles(market, body, clock.now());
      return found ? data('candles', found) : refusal('candles', 4_004, 'Active was not found.');
    }
    case 'get-first-candles': {
      const found = firstCandles(market, body['active_id']);
      return found ? data('first-candles', found) : refusal('first-candles', 4_004, 'Active was not found.');
    }
    case 'portfolio.get-positions':
      return data('positions', openPositions(broker, loginId, body));
    case 'portfolio.get-history-positions':
      return data('history-positions', closedPositions(broker, loginId, body));
    case 'get-currency':
      return currencyResponse(body['name']);
    case 'internal-billing.reset-training-balance':
      return resetTrainingBalance(broker, loginId, body);
    case 'digital-option-instruments.get-underlying-list':
      return data(
        'underlying-list',
        digitalUnderlyings(market, clock.now(), body['filter_suspended'] === true, broker.quirks),
      );
    case 'digital-option-instruments.get-instruments': {
      const found = instrumentsOf(body['asset_id'], clock.now());
      return found ? data('instruments', found) : refusal('instruments', 4_004, 'Active was not found.');
    }
    // The vendor's SDK requests pending orders, which wait for a price. Options have no such orders.
    case 'portfolio.get-orders':
      return data('orders', { items: [] });
    case 'marginal-portfolio.get-marginal-balance':
      return marginalBalance(broker, loginId, body['user_balance_id']);
    case 'portfolio.subscribe-positions':
    case 'marginal-portfolio.subscribe-balance-changed':
      return RESULT_WITHOUT_DATA;
    default:
      return refusal(String(name), 4_040, 'Method was not found.');
  }
}

const featureRow = (name: string, switchedOff: IqQuirks['switchedOff']): object => ({
  name,
  status: name === switchedOff ? 'disabled' : 'enabled',
});
