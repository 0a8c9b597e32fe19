import { BrokerClock } from '@vigia/broker-kit/clock';
import { ManualClock } from '@vigia/testkit';
import { describeSamples, type SampleCase } from '@vigia/testkit/samples';
import { z } from 'zod';
import { instrumentsOf } from './assets.ts';
import { Candles } from './candles.ts';
import { refusalFault } from './errors.ts';
import { accountsOf, contractOf, type NameConverters, profileWithCurrency } from './mapper.ts';
import { TickStreams } from './ticks.ts';
import { inputValue, settingsToken } from './web/pages.ts';
import { topicOf } from './wire/events.ts';
import { FrameReader } from './wire/frames.ts';
import { listOf, readBalances, readDeal, readHistory, readProfile, readRefusal } from './wire/messages.ts';
import { topicByShape } from './wire/shapes.ts';

/** 2027-01-15 08:00:00 UTC, the time of the samples. */
const NOW_S = 1_800_000_000;
const NOW_MS = NOW_S * 1_000;

const names: NameConverters = {
  symbolOf: (asset) => (asset === 'USDCAD_otc' ? 'USDCAD-OTC' : null),
  accountIdOf: (kind) => `618033-${kind}`,
  currency: () => 'USD',
};
const OPENED = {
  id: 'd-invented-1',
  requestId: NOW_S,
  asset: 'USDCAD_otc',
  amount: 12.5,
  command: 1,
  isDemo: 1,
  openPrice: 1.3702,
  percentProfit: 84,
  openTimestamp: NOW_S,
  closeTimestamp: NOW_S + 60,
};
const Frames = z.object({ text: z.array(z.string()), binary: z.unknown().optional() });

const html = (message: unknown): string => z.string().parse(message);

/** Returns the packets of a sample: its text frames, then the attachment after the byte that marks a message. */
function packetsOf(message: unknown) {
  const { text, binary } = Frames.parse(message);
  const reader = new FrameReader();
  const attachment = binary === undefined ? [] : [Buffer.from(`\u0004${JSON.stringify(binary)}`)];
  return [...text, ...attachment].map((frame) => reader.read(frame));
}

/** Returns the ticks that a watched stream publishes after this payload of quotes. */
async function ticksOf(payload: unknown): Promise<unknown> {
  const clock = new ManualClock(NOW_MS);
  const ticks: unknown[] = [];
  const streams = new TickStreams({
    clock,
    serverClock: new BrokerClock(clock),
    emit: () => true,
    wireSymbol: () => 'USDCAD_otc',
    symbolOf: names.symbolOf,
    publish: (tick) => void ticks.push(tick),
  });
  streams.watch('USDCAD-OTC');
  await Promise.resolve();
  streams.onQuotes(payload);
  return ticks;
}

/** Returns the candles of a request that this message answers. */
async function candlesOf(message: unknown): Promise<unknown> {
  const clock = new ManualClock(NOW_MS + 30_000);
  const history = readHistory(message);
  const candles: Candles = new Candles({
    clock,
    serverClock: new BrokerClock(clock),
    emit: (_name, ask) => {
      const { index } = z.object({ index: z.number() }).parse(ask);
      queueMicrotask(() => history && candles.onHistory({ ...history, index }));
      return true;
    },
  });
  const range = { wireSymbol: 'USDCAD_otc', periodS: 60, fromS: NOW_S - 60, toS: NOW_S + 60 };
  return candles.load(range);
}

const SIGNING_IN: Readonly<Record<string, SampleCase>> = {
  'sign-in-form': {
    read: (message) => [inputValue(html(message), '_token'), inputValue(html(message), 'keep_code')],
    gives: ['invented-form-token', null],
  },
  'pin-form': { read: (message) => inputValue(html(message), 'keep_code'), gives: '1' },
  'trade-page': { read: (message) => settingsToken(html(message)), gives: 'invented-socket-token' },
  'authorization-rejected': {
    read: (message) => {
      const packet = new FrameReader().read(html(message));
      return packet?.type === 'event' && packet.name !== null ? topicOf(packet.name) : packet;
    },
    gives: 'rejected',
  },
  profile: {
    read: (message) => {
      const profile = readProfile(message);
      return (
        profile &&
        accountsOf(
          profileWithCurrency(profile, () => undefined),
          {},
        )
      );
    },
    gives: [
      { accountId: '618033-demo', kind: 'demo', currency: 'USD', balanceMinor: 999_000 },
      { accountId: '618033-live', kind: 'real', currency: 'USD', balanceMinor: 2_050 },
    ],
  },
};

const TRANSPORT_AND_MARKET: Readonly<Record<string, SampleCase>> = {
  'opening-frames': {
    read: packetsOf,
    gives: [{ type: 'open' }, { type: 'connected' }, { type: 'pong' }, { type: 'disconnected' }],
  },
  'event-in-two-frames': {
    read: async (message) => {
      const [header, event] = packetsOf(message);
      return [header, event?.type === 'event' && (await ticksOf(event.args[0]))];
    },
    gives: [null, [{ symbol: 'USDCAD-OTC', timeMs: 1_800_000_000_500, price: 1.3702, backfilled: false }]],
  },
  'binary-without-header': {
    read: (message) => {
      const [event] = packetsOf(message);
      const payload = event?.type === 'event' ? event.args[0] : null;
      return [topicByShape(payload), readBalances(payload)];
    },
    gives: ['balance', { live: 20.5, demo: 9_990 }],
  },
  instruments: {
    read: (message) => instrumentsOf(message).map(({ wireSymbol, asset }) => ({ wireSymbol, ...asset })),
    gives: [
      {
        wireSymbol: 'USDCAD_otc',
        symbol: 'USDCAD-OTC',
        name: 'USD/CAD (OTC)',
        type: 'forex',
        decimals: 5,
        isOpen: true,
        durationsS: [60, 300],
        payoutRatio: 0.84,
        stakeLimits: [],
      },
      {
        wireSymbol: 'GOLD',
        symbol: 'GOLD',
        name: 'Gold',
        type: 'commodities',
        decimals: 2,
        isOpen: false,
        durationsS: [60],
        payoutRatio: 0.77,
        stakeLimits: [],
      },
    ],
  },
  'price-history': {
    read: (message) => readHistory(message)?.history?.map(([timeS, price]) => [timeS, price]),
    gives: [
      [1_799_999_998, 1.3701],
      [1_799_999_998.5, 1.3703],
    ],
  },
  candles: {
    read: candlesOf,
    gives: {
      ok: true,
      value: {
        length: 1,
        time: Float64Array.of(NOW_S - 60),
        open: Float64Array.of(1.37),
        high: Float64Array.of(1.3715),
        low: Float64Array.of(1.3698),
        close: Float64Array.of(1.3712),
      },
    },
  },
};

const ORDERS: Readonly<Record<string, SampleCase>> = {
  'order-opened': {
    read: (message) => {
      const deal = readDeal(message, null);
      return deal && contractOf(deal, false, names);
    },
    gives: {
      contractId: 'd-invented-1',
      orderId: null,
      accountId: '618033-demo',
      symbol: 'USDCAD-OTC',
      direction: 'PUT',
      stakeMinor: 1_250,
      payoutRatio: 0.84,
      entryPrice: 1.3702,
      entryTickMs: 1_800_000_000_000,
      openedAtMs: 1_800_000_000_000,
      expiryMs: 1_800_000_060_000,
      result: null,
    },
  },
  'orders-closed': {
    read: (message) =>
      listOf(message)?.map((row) => {
        const deal = readDeal(row, readDeal(OPENED, null));
        const contract = deal && contractOf(deal, true, names);
        return [contract?.contractId, contract?.result?.outcome, contract?.result?.profitMinor];
      }),
    gives: [
      ['d-invented-1', 'won', 1_050],
      ['d-invented-2', 'lost', -1_250],
      ['d-invented-3', 'tie', 0],
    ],
  },
  'history-of-tickets': {
    read: (message) =>
      listOf(message)?.map((row) => {
        const deal = readDeal({ isDemo: true, ...z.looseObject({}).parse(row) }, null);
        const contract = deal && contractOf(deal, true, names);
        return [deal?.id, contract?.direction, contract?.result?.outcome, contract?.result?.profitMinor];
      }),
    gives: [
      ['d-invented-1', 'PUT', 'won', 1_050],
      ['d-invented-4', 'CALL', 'tie', 0],
      ['d-invented-5', undefined, undefined, undefined],
    ],
  },
  'order-refused-for-money': {
    read: (message) => refusalFault(readRefusal(message)?.error),
    gives: { kind: 'insufficient_funds', detail: 'not_money' },
  },
  'order-refused-for-expiry': {
    read: (message) => refusalFault(readRefusal(message)?.error),
    gives: { kind: 'invalid_duration', detail: 'expiration' },
  },
};

describeSamples('quotex', { ...SIGNING_IN, ...TRANSPORT_AND_MARKET, ...ORDERS });
