import type { StrategyInput } from '@vigia/contract';
import { SIMULATED_ASSETS } from '@vigia/core/market-model';
import { type Person, sendChange } from '../harness/people.ts';

const AT_ONCE = 4;

/**
 * Parameters with which a strategy signals at about every second candle close. The fast average is the price itself,
 * and the slow average covers two candles.
 */
const RESTLESS = {
  type: 'moving_average',
  parameters: { fast: 1, slow: 2, ma_type: 'sma', trade_amount: 1, duration: 1 },
} as const;

/**
 * Creates strategies on 1-minute candles for each user. They signal often, and every third user enables automatic
 * trading.
 */
export async function createAutomaticStrategies(
  apiUrl: string,
  people: readonly Person[],
  each: number,
): Promise<readonly Person[]> {
  const waiting = people.flatMap((person, place) =>
    Array.from({ length: each }, (_, index) => ({
      person,
      body: {
        ...RESTLESS,
        name: `Inquieta ${index + 1}`,
        asset: SIMULATED_ASSETS[(place + index) % SIMULATED_ASSETS.length]?.symbol ?? 'EURUSD',
        timeframe: '1m',
        status: 'active',
        auto_trade: trades(place),
      } satisfies StrategyInput,
    })),
  );
  const worker = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop())
      await sendChange(apiUrl, next.person, '/api/v1/strategies', next.body);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return people.filter((_, place) => trades(place));
}

const trades = (place: number): boolean => place % 3 === 0;

/** Stops all automatic trading of the users. If an API process does not respond, the client tries the next one. */
export async function stopAutomaticStrategies(apiUrls: readonly string[], people: readonly Person[]): Promise<void> {
  const press = (person: Person, apiUrl: string) => sendChange(apiUrl, person, '/api/v1/trading/stop-all', {});
  for (const person of people) {
    for (const apiUrl of [...apiUrls, ...apiUrls]) {
      if (await press(person, apiUrl).then(Boolean, () => false)) break;
    }
  }
}
