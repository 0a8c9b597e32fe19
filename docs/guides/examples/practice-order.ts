/** Example of docs/guides/use-the-api.md: shows the prices and places an order on paper with a bot token. */
import { VigiaClient, VigiaError } from '@vigia/client';

const vigia = new VigiaClient({
  url: process.env['VIGIA_URL'] ?? 'http://127.0.0.1:3000',
  token: process.env['VIGIA_BOT_TOKEN'] ?? '',
});

const { data: assets } = await vigia.call('GET /api/v1/trading/assets');
for (const { symbol, current_price: price, payout } of assets.slice(0, 3)) console.log(symbol, price, payout);

const { data: figures } = await vigia.call('GET /api/v1/trading/performance');
const { rate, decided, interval, verdict } = figures.card;
console.log('win rate', rate, 'of', decided, 'decided, interval', interval, 'verdict', verdict);

try {
  const { data: trade } = await vigia.call('POST /api/v1/trading/create-option', {
    body: { asset_symbol: 'EURUSD', option_type: 'CALL', amount: 10, duration: 1, mode: 'mock' },
  });
  console.log('trade', trade.id, trade.account, trade.status);
} catch (error) {
  if (!(error instanceof VigiaError)) throw error;
  console.log('refused', error.code, error.message);
}
