import { BrokerClock } from '@vigia/broker-kit/clock';
import { ManualClock } from '@vigia/testkit';
import { describeSamples, type SampleCase } from '@vigia/testkit/samples';
import type { z } from 'zod';
import { AssetBook } from './assets.ts';
import { readReply } from './client.ts';
import { faultOfError, isServerError } from './errors.ts';
import { contractOfOpen, contractOfPortfolio, contractOfProfit, payoutRatioOf } from './mapper.ts';
import { ourSymbol } from './symbols.ts';
import { decimalOf } from './wire/decimals.ts';
import { type Frame, isRecord, parseFrame } from './wire/frame.ts';
import { moneyRepliesIn, Portfolio, ProfitTable } from './wire/money-replies.ts';
import * as replies from './wire/replies.ts';

/** 2027-01-15 08:00:00 UTC, the time of the samples. */
const NOW_S = 1_800_000_000;
const NOW_MS = NOW_S * 1_000;
const SUBSCRIPTION = 'c0ffee00-0000-4000-8000-000000000001';
const owner = { accountId: 'DOT4400001', currency: 'USD', ours: ourSymbol } as const;
const dollars = moneyRepliesIn('USD');

function frameOf(message: unknown): Frame {
  const frame = parseFrame(JSON.stringify(message));
  if (frame === null) throw new Error('the sample has no envelope');
  return frame;
}

function replyOf<Reply>(message: unknown, schema: z.ZodType<Reply>): Reply {
  const reply = readReply(frameOf(message), schema);
  if (!reply.ok) throw new Error(`the reply is ${reply.error.kind}`);
  return reply.value;
}

function assetsOf(message: unknown) {
  const book = new AssetBook();
  book.updateList(replyOf(message, replies.ActiveSymbols).active_symbols);
  return book.assets().map(({ symbol, type, decimals, isOpen }) => [symbol, type, decimals, isOpen]);
}

function limitsOf(message: unknown) {
  const book = new AssetBook();
  const row = { symbol: '1HZ25V', name: 'Volatility 25 (1s)', market: 'synthetic_index', pip: 0.01, isOpen: true };
  book.updateList([row]);
  book.updateLimits('1HZ25V', replyOf(message, replies.ContractsFor).contracts_for.available, 'USD', true);
  return book
    .assets()
    .map(({ durationsS, stakeLimits }) => [durationsS, stakeLimits[0]?.minStakeMinor, stakeLimits[0]?.maxStakeMinor]);
}

const contract = (message: unknown) =>
  contractOfOpen(replyOf(message, dollars.OpenContract).proposal_open_contract, owner);
const errorOf = ({ error }: Frame) => error && [faultOfError(error), isServerError(error.code)];

const PUT_ON_1HZ25V = {
  contractId: '440010001',
  orderId: null,
  accountId: 'DOT4400001',
  symbol: '1HZ25V',
  direction: 'PUT',
  stakeMinor: 800,
  payoutRatio: 0.9,
  entryPrice: 412.37,
  entryTickMs: 1_800_000_002_000,
  openedAtMs: 1_800_000_001_000,
  expiryMs: 1_800_000_061_000,
  result: null,
};

/** The exit tick comes one second before the expiry, and two seconds before the sale. */
const EXIT = { settleTickMs: 1_800_000_060_000 };

const LOGIN: Readonly<Record<string, SampleCase>> = {
  'rest-accounts': {
    read: (message) => replies.RestAccounts.parse(message).data,
    gives: [
      { account_id: 'DOT4400001', balance: 8_750.25, currency: 'USD', status: 'active', account_type: 'demo' },
      { account_id: 'ROT4400002', balance: 12.5, currency: 'USD', status: 'inactive', account_type: 'real' },
    ],
  },
  'rest-otp': {
    read: (message) => replies.RestOtp.parse(message).data.url,
    gives: 'wss://api.derivws.com/trading/v1/options/ws/demo?otp=invented',
  },
  'authorize-v3': {
    read: (message) => replyOf(message, replies.Authorized).authorize,
    gives: { loginid: 'VRTC440003', balance: 8_750.25, currency: 'USD', is_virtual: 1, scopes: ['read', 'trade'] },
  },
  time: {
    read: (message) => {
      const clock = new BrokerClock(new ManualClock(NOW_MS));
      // The server states a second 3 s ahead of Vigía's clock. Its clock is between NOW_S and NOW_S + 1, on average
      // half a second after NOW_S.
      const brokerMs = replyOf(message, replies.ServerTime).time * 1_000;
      clock.answered({ sentMs: NOW_MS - 3_100, receivedMs: NOW_MS - 2_900, brokerMs, precisionMs: 1_000 });
      return clock.time();
    },
    gives: { offsetMs: 3_500, roundTripMs: null },
  },
  balance: {
    read: (message) => [frameOf(message).subscriptionId, replyOf(message, dollars.Balance).balance],
    gives: [SUBSCRIPTION, { loginid: 'DOT4400001', balance: 874_525, currency: 'USD' }],
  },
};

const MARKET: Readonly<Record<string, SampleCase>> = {
  'active-symbols': {
    read: assetsOf,
    gives: [
      ['USDCHF', 'forex', 5, false],
      ['1HZ25V', 'indices', 2, true],
    ],
  },
  'active-symbols-v3': { read: assetsOf, gives: [['USDCHF', 'forex', 5, true]] },
  'contracts-for': { read: limitsOf, gives: [[[15, 30, 60, 120], 35, 120_000]] },
  tick: {
    read: (message) => {
      const { body, subscriptionId } = frameOf(message);
      const tick = isRecord(body['tick']) ? body['tick'] : {};
      return [subscriptionId, tick['symbol'], tick['epoch'], decimalOf(tick['quote'])];
    },
    gives: [SUBSCRIPTION, '1HZ25V', 1_800_000_000, 412.37],
  },
  candles: {
    read: (message) => replyOf(message, replies.CandleHistory).candles,
    gives: [{ epoch: 1_799_999_940, open: 412.1, high: 412.9, low: 411.95, close: 412.37 }],
  },
};

const CONTRACTS: Readonly<Record<string, SampleCase>> = {
  proposal: {
    read: (message) => {
      const { ask_price: stake, payout } = replyOf(message, replies.Proposal).proposal;
      return payoutRatioOf(payout, stake);
    },
    // The payout is (15.20 - 8) / 8.
    gives: 0.9,
  },
  buy: {
    read: (message) => replyOf(message, dollars.Bought).buy,
    gives: { contract_id: 440_010_001, buy_price: 800, payout: 15.2, start_time: 1_800_000_001 },
  },
  'contract-open': { read: contract, gives: PUT_ON_1HZ25V },
  'contract-won': {
    read: contract,
    gives: {
      ...PUT_ON_1HZ25V,
      result: { outcome: 'won', profitMinor: 720, settlePrice: 411.98, ...EXIT, settledAtMs: 1_800_000_062_000 },
    },
  },
  'contract-lost-v3': {
    read: contract,
    gives: {
      ...PUT_ON_1HZ25V,
      contractId: '440010002',
      symbol: 'USDCHF',
      direction: 'CALL',
      entryPrice: 0.8801,
      result: { outcome: 'lost', profitMinor: -800, settlePrice: 0.8801, ...EXIT, settledAtMs: 1_800_000_061_000 },
    },
  },
  portfolio: {
    read: (message) =>
      replyOf(message, Portfolio).portfolio.contracts.map((row) =>
        contractOfPortfolio(dollars.PortfolioRow.parse(row), owner),
      ),
    gives: [
      {
        ...PUT_ON_1HZ25V,
        contractId: '440010003',
        symbol: 'USDCHF',
        direction: 'CALL',
        entryPrice: null,
        entryTickMs: null,
        expiryMs: 1_800_000_301_000,
      },
      null,
    ],
  },
  'profit-table': {
    read: (message) =>
      replyOf(message, ProfitTable).profit_table.transactions.map((row) => {
        const read = contractOfProfit(dollars.ProfitRow.parse(row), owner);
        return [read?.direction, read?.expiryMs, read?.result?.outcome, read?.result?.profitMinor];
      }),
    gives: [
      ['CALL', 1_800_000_061_000, 'won', 720],
      ['PUT', 1_800_000_061_000, 'lost', -800],
      ['PUT', 1_800_000_301_000, 'sold', -250],
    ],
  },
};

const ERRORS: Readonly<Record<string, SampleCase>> = {
  'error-reply': {
    read: (message) => errorOf(frameOf(message)),
    gives: [{ kind: 'invalid_duration', detail: 'InputValidationFailed: one field does not fit' }, false],
  },
  'no-funds': {
    read: (message) => errorOf(frameOf(message)),
    gives: [{ kind: 'insufficient_funds', detail: 'InsufficientBalance: Your balance is too low' }, false],
  },
  'server-failed': {
    read: (message) => errorOf(frameOf(message)),
    gives: [{ kind: 'unknown', detail: 'InternalError: try again' }, true],
  },
};

describeSamples('deriv', { ...LOGIN, ...MARKET, ...CONTRACTS, ...ERRORS });
