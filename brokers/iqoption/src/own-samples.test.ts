import { BrokerClock } from '@vigia/broker-kit/clock';
import { epochMs, minorUnits } from '@vigia/core/kernel';
import { ManualClock } from '@vigia/testkit';
import { describeSamples, type SampleCase } from '@vigia/testkit/samples';
import { z } from 'zod';
import { catalogOf } from './assets.ts';
import { closedCandleColumns } from './candles.ts';
import { durationsOf, purchaseFor } from './durations.ts';
import { loginFault, refusalFault } from './errors.ts';
import { accountOf, contractOf, openedContract } from './mapper.ts';
import { assetWithOffers, wireActive } from './testing-assets.ts';
import { readFrame } from './wire/frames.ts';
import * as wire from './wire/messages.ts';

/** 2027-01-15 08:00:00 UTC, the time of the samples. */
const NOW_S = 1_800_000_000;
const NOW_MS = epochMs(NOW_S * 1_000);

const catalog = catalogOf({ turbo: { actives: { 301: wireActive({ id: 301, ticker: 'GBPJPY' }) } } });
const HttpReply = z.object({ status: z.number(), body: z.unknown() });
const frameOf = (message: unknown) => readFrame(JSON.stringify(message));

function faultOfLogin(message: unknown): unknown {
  const { status, body } = HttpReply.parse(message);
  return loginFault({ status, headers: new Headers(), body: JSON.stringify(body) });
}

function faultOfFrame(message: unknown): unknown {
  const frame = frameOf(message);
  return frame && refusalFault(frame.status ?? 0, wire.ErrorMessage.parse(frame.msg).message);
}

function openedBy(message: unknown): unknown {
  const schedule = [[NOW_S - 600, NOW_S + 600]] as const;
  const purchase = purchaseFor(assetWithOffers({ turbo: { sizesS: [60], schedule } }), 120, NOW_MS);
  const order = { orderId: 'ours-1', accountId: '7002', symbol: 'GBPJPY', direction: 'PUT', durationS: 120 } as const;
  const terms = { stakeMinor: minorUnits(500), minPayoutRatio: null, sendDeadlineMs: epochMs(NOW_MS + 5_000) };
  const option = wire.OpenedOption.parse(frameOf(message)?.msg);
  return purchase && openedContract({ ...order, ...terms }, purchase, option, NOW_MS);
}

function catalogRows(message: unknown): unknown {
  const { byId } = catalogOf(wire.InitializationData.parse(message), 'EUR');
  return [...byId.values()].map((active) => ({
    symbol: active.symbol,
    type: active.type,
    payouts: active.offers.map(({ product, payoutPercent }) => [product, payoutPercent]),
    stakes: active.offers.map(({ stakeLimits }) => [stakeLimits?.minStakeMinor, stakeLimits?.maxStakeMinor]),
    durationsS: durationsOf(active, NOW_MS),
  }));
}

const position = (message: unknown) => contractOf(wire.Position.parse(message), catalog, () => 'EUR');
const quiet = () => undefined;
const PUT_ON_GBPJPY = {
  contractId: '880017',
  orderId: null,
  accountId: '7002',
  symbol: 'GBPJPY',
  direction: 'PUT',
  stakeMinor: 500,
  payoutRatio: 0.81,
  entryPrice: 188.22,
  entryTickMs: 1_800_000_000_412,
  openedAtMs: 1_800_000_000_412,
  expiryMs: 1_800_000_120_000,
  result: null,
};

const SIGNING_IN: Readonly<Record<string, SampleCase>> = {
  'login-success': {
    read: (message) => wire.LoginReply.parse(message),
    gives: { code: 'success', ssid: '0a1b2c3d-invented' },
  },
  'login-second-factor': {
    read: (message) => wire.LoginReply.parse(message),
    gives: { code: 'verify', token: 'invented-code-token' },
  },
  'login-limit': {
    read: faultOfLogin,
    gives: { kind: 'auth_rate_limited', detail: '429 too many logins', retryAfterMs: 75_200 },
  },
  'login-wrong-password': { read: faultOfLogin, gives: { kind: 'auth_invalid', detail: '403 no match for [e-mail]' } },
  'features-client-off': {
    read: (message) => wire.Features.parse(message),
    gives: { features: [{ name: 'client-sdk', status: 'disabled' }] },
  },
  'time-sync': {
    read: (message) => {
      const clock = new BrokerClock(new ManualClock(NOW_MS));
      clock.pushed(z.number().parse(frameOf(message)?.msg));
      return clock.time();
    },
    gives: { offsetMs: 1_500, roundTripMs: null },
  },
};

const ACCOUNTS_AND_MARKET: Readonly<Record<string, SampleCase>> = {
  balances: {
    read: (message) => wire.Balances.parse(message).map((row) => accountOf(wire.Balance.parse(row), quiet)),
    gives: [
      { accountId: '7001', kind: 'real', currency: 'EUR', balanceMinor: 3_540 },
      { accountId: '7002', kind: 'demo', currency: 'EUR', balanceMinor: 1_025_007 },
      null,
    ],
  },
  'wallet-on-margin': {
    read: (message) => accountOf(wire.Balance.parse(message), quiet),
    gives: { accountId: '7004', kind: 'real', currency: 'EUR', balanceMinor: 8_000 },
  },
  'balance-changed': {
    read: (message) => accountOf(wire.BalanceChanged.parse(frameOf(message)?.msg).current_balance, quiet),
    gives: { accountId: '7002', kind: 'demo', currency: 'EUR', balanceMinor: 1_024_507 },
  },
  'initialization-data': {
    read: catalogRows,
    gives: [
      {
        symbol: 'GBPJPY',
        type: 'forex',
        payouts: [
          ['blitz', 84],
          ['turbo', 81],
          ['binary', 78],
        ],
        stakes: [
          [200, 150_000],
          [200, 150_000],
          [200, 150_000],
        ],
        durationsS: [30, 45, 60, 120, 180, 900, 1_800],
      },
      { symbol: 'SOLUSD', type: 'crypto', payouts: [['turbo', 76]], stakes: [[100, 90_000]], durationsS: [] },
    ],
  },
  'open-market-name': {
    read: (message) => [...catalogOf({ turbo: { actives: { 311: message } } }).bySymbol.keys()],
    gives: ['AUDNZD'],
  },
  candles: {
    read: (message) => closedCandleColumns(wire.Candles.parse(message).candles, NOW_MS + 10_000),
    gives: {
      length: 2,
      time: Float64Array.of(NOW_S - 120, NOW_S - 60),
      open: Float64Array.of(188.1, 188.25),
      high: Float64Array.of(188.3, 188.31),
      low: Float64Array.of(188.04, 188.15),
      close: Float64Array.of(188.25, 188.2),
    },
  },
  'quote-generated': {
    read: frameOf,
    gives: {
      name: 'quote-generated',
      requestId: null,
      status: null,
      msg: { active_id: 301, time: 1_800_000_000_250, value: 188.214 },
    },
  },
};

const END = { settleTickMs: 1_800_000_120_000, settledAtMs: 1_800_000_120_000 };
const ORDERS: Readonly<Record<string, SampleCase>> = {
  'option-opened': { read: openedBy, gives: { ...PUT_ON_GBPJPY, orderId: 'ours-1', entryTickMs: 1_800_000_000_000 } },
  'position-open': { read: position, gives: PUT_ON_GBPJPY },
  'positions-closed': {
    read: (message) => wire.Positions.parse(message).positions.map((row) => position(row)?.result),
    gives: [
      { outcome: 'won', profitMinor: 405, settlePrice: 188.1, ...END },
      { outcome: 'lost', profitMinor: -500, settlePrice: 188.4, ...END },
      { outcome: 'tie', profitMinor: 0, settlePrice: 188.22, ...END },
    ],
  },
  'request-not-accepted': {
    read: (message) => wire.ResultMessage.parse(frameOf(message)?.msg),
    gives: { success: false, reason: 'version' },
  },
  'refused-for-funds': {
    read: faultOfFrame,
    gives: { kind: 'insufficient_funds', detail: '4112 Insufficient funds for this purchase' },
  },
  'refused-too-late': {
    read: faultOfFrame,
    gives: { kind: 'too_late', detail: '4101 Time for purchasing options is over' },
  },
  'refused-by-likely-words': {
    read: faultOfFrame,
    gives: { kind: 'stake_out_of_range', detail: '4130 The amount is below the minimum' },
  },
};

describeSamples('iqoption', { ...SIGNING_IN, ...ACCOUNTS_AND_MARKET, ...ORDERS });
