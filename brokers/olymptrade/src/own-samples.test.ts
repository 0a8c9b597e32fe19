import { BrokerClock } from '@vigia/broker-kit/clock';
import { stakeLimitsIn } from '@vigia/broker-kit/money';
import { epochMs, minorUnits, ratio } from '@vigia/core/kernel';
import type { Currency } from '@vigia/core/money';
import { ManualClock } from '@vigia/testkit';
import { describeSamples, type SampleCase } from '@vigia/testkit/samples';
import { z } from 'zod';
import { dealRefusal } from './errors.ts';
import { browserSession } from './login.ts';
import { accountOf, contractOf, type DealFacts } from './mapper.ts';
import { Market } from './market.ts';
import { readFrame, type WireMessage } from './wire/frames.ts';
import { BalanceRow, CandlesRow, DealRow, DealsPage, rowsOf, TickRow } from './wire/shapes.ts';

/** 2027-01-15 08:00:00 UTC, the time of the samples. */
const NOW_S = 1_800_000_000;
const NOW_MS = NOW_S * 1_000;
const Pasted = z.object({ token: z.string(), cookies: z.string().nullable() });

const messagesOf = (message: unknown): readonly WireMessage[] => readFrame(JSON.stringify(message));
const payloadOf = (message: unknown): unknown => messagesOf(message)[0]?.d;

/** Returns the assets after these messages, for accounts in this currency. */
function assetsAfter(messages: readonly WireMessage[], currency: Currency) {
  const market = new Market();
  market.setStakeCurrency(currency);
  const taken = messages.map((message) => market.update(message));
  return { taken, assets: market.assets() };
}

const DEAL: DealFacts = {
  orderId: null,
  accountId: '4200',
  symbol: 'EURCHF-OTC',
  direction: 'CALL',
  stakeMinor: minorUnits(400),
  payoutRatio: ratio(0.795),
  entryPrice: 0.9421,
  entryTickMs: epochMs(NOW_MS),
  openedAtMs: epochMs(NOW_MS),
  expiryMs: epochMs(NOW_MS + 60_000),
};
const END = { settleTickMs: 1_800_000_060_000, settledAtMs: 1_800_000_060_000 };
const WON = { outcome: 'won', profitMinor: 318, settlePrice: 0.943, ...END };
const dealsOf = (payload: unknown, known: DealFacts | null = null) =>
  rowsOf(DealRow, payload).map((row) => contractOf(row, null, known, () => 'USD'));

const LOGIN_AND_MARKET: Readonly<Record<string, SampleCase>> = {
  'pasted-token': {
    read: (message) => {
      const session = browserSession({ kind: 'browser_session', ...Pasted.parse(message), userAgent: 'invented' });
      return session.ok && [session.value.expiresAtMs, session.value.cookie.startsWith('access_token=invented.')];
    },
    gives: [1_800_172_800_000, true],
  },
  'ping-reply': {
    read: (message) => {
      // The clock of the broker is five seconds ahead. The reply states a second. The middle of this second is 400 ms
      // after the middle of the round trip.
      const sentMs = NOW_MS - 5_000;
      const clock = new BrokerClock(new ManualClock(sentMs));
      const brokerMs = (messagesOf(message)[0]?.ts ?? 0) * 1_000;
      clock.answered({ sentMs, receivedMs: sentMs + 200, brokerMs, precisionMs: 1_000 });
      return clock.time();
    },
    gives: { offsetMs: 5_400, roundTripMs: null },
  },
  balances: {
    read: (message) => rowsOf(BalanceRow, payloadOf(message)).map((row) => accountOf(row, () => undefined)),
    gives: [
      { accountId: '4100', kind: 'real', currency: 'USD', balanceMinor: 1_234 },
      { accountId: '4200', kind: 'demo', currency: 'USD', balanceMinor: 987_050 },
    ],
  },
  'stake-limits': {
    read: (message) => {
      const pair: WireMessage = { e: 70, d: [{ id: 'EURCHF', winperc: 70 }] };
      const stakes = (currency: Currency) =>
        assetsAfter([...messagesOf(message), pair], currency).assets.map((asset) => {
          const { minStakeMinor, maxStakeMinor } = stakeLimitsIn(asset, currency);
          return [minStakeMinor, maxStakeMinor];
        });
      return [stakes('USD'), stakes('BRL'), stakes('EUR')];
    },
    gives: [[[200, 250_000]], [[1_000, 900_000]], [[null, null]]],
  },
  'pairs-and-payouts': {
    read: (message) => assetsAfter(messagesOf(message), 'USD'),
    gives: {
      taken: [true, true],
      assets: [
        {
          symbol: 'EURCHF-OTC',
          name: 'EUR/CHF OTC',
          type: 'forex',
          decimals: 5,
          isOpen: true,
          durationsS: [60, 120, 180, 240, 300],
          payoutRatio: 0.795,
          stakeLimits: [{ currency: 'USD', minStakeMinor: null, maxStakeMinor: null }],
        },
        {
          symbol: 'XAUUSD',
          name: 'Oro',
          type: 'commodities',
          decimals: 2,
          isOpen: false,
          durationsS: [60],
          payoutRatio: 0.68,
          stakeLimits: [{ currency: 'USD', minStakeMinor: null, maxStakeMinor: null }],
        },
      ],
    },
  },
  ticks: {
    read: (message) => rowsOf(TickRow, payloadOf(message)),
    gives: [{ p: 'EURCHF_OTC', t: 1_800_000_000.25, q: 0.9421 }],
  },
  candles: {
    read: (message) => rowsOf(CandlesRow, payloadOf(message)),
    gives: [{ p: 'EURCHF_OTC', candles: [{ t: NOW_S - 60, open: 0.942, high: 0.9425, low: 0.9418, close: 0.9421 }] }],
  },
};

const DEALS: Readonly<Record<string, SampleCase>> = {
  'order-reply': {
    read: (message) => [messagesOf(message)[0]?.uuid, dealsOf(payloadOf(message))],
    gives: ['ORDER1', [{ ...DEAL, contractId: '7710001', result: null }]],
  },
  'deals-closed': {
    read: (message) => dealsOf(payloadOf(message), DEAL).map((deal) => deal?.result),
    gives: [
      WON,
      { outcome: 'lost', profitMinor: -400, settlePrice: 0.941, ...END },
      { outcome: 'tie', profitMinor: 0, settlePrice: 0.9421, ...END },
    ],
  },
  'open-deals': {
    read: (message) => dealsOf(payloadOf(message)),
    gives: [{ ...DEAL, contractId: '7710004', direction: 'PUT', result: null }],
  },
  'deals-history': {
    read: (message) => dealsOf(DealsPage.parse(message).data),
    gives: [{ ...DEAL, contractId: '7710001', result: WON }],
  },
  'order-cancelled': {
    read: (message) => dealRefusal(payloadOf(message)),
    gives: { kind: 'unknown', detail: 'deal refused: [{"id":7710005,"status":"cancel"}]' },
  },
};

describeSamples('olymptrade', { ...LOGIN_AND_MARKET, ...DEALS });
