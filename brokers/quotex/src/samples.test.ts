import { readFileSync } from 'node:fs';
import { sharedFile } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { instrumentsOf } from './assets.ts';
import { expiryFields } from './durations.ts';
import { refusalFault } from './errors.ts';
import { contractOf, type NameConverters } from './mapper.ts';
import { SENT_EVENTS, topicOf } from './wire/events.ts';
import { FrameReader, type Packet, textEvent } from './wire/frames.ts';
import { listOf, readBalances, readDeal, readHistory, readRefusal } from './wire/messages.ts';
import { topicByShape } from './wire/shapes.ts';

const file = sharedFile('brokers/samples/quotex.json');
const Frame = z.object({ dir: z.enum(['S>C', 'C>S']), raw: z.string().optional(), json: z.unknown().optional() });
const Samples = z.object({ frames: z.array(Frame) });
const names: NameConverters = {
  symbolOf: (asset) => asset.replace('_otc', '-OTC'),
  accountIdOf: (kind) => kind,
  currency: () => 'USD',
};

/** Reads all recorded frames of the broker in order, with one reader. */
function replay(): { sent: string[]; packets: Packet[]; bare: unknown[] } {
  const { frames } = Samples.parse(JSON.parse(readFileSync(file ?? '', 'utf8')));
  const reader = new FrameReader();
  const heard = frames.filter(({ dir }) => dir === 'S>C');
  const packets = heard.map(({ raw, json }) => reader.read(raw ?? Buffer.from(`\u0004${JSON.stringify(json)}`)));
  return {
    sent: frames.flatMap(({ dir, raw }) => (dir === 'C>S' && raw !== undefined ? [raw] : [])),
    packets: packets.filter((packet) => packet !== null),
    bare: heard.flatMap(({ json }) => (json === undefined ? [] : [json])),
  };
}

describe.skipIf(!file)('the recorded samples of Quotex', () => {
  const payloads = (name: string): readonly unknown[] =>
    replay().packets.flatMap((packet) => (packet.type === 'event' && packet.name === name ? packet.args : []));

  it('are all recognised by the frame reader', () => {
    const { packets } = replay();
    expect(packets.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['open', 'connected', 'pong', 'disconnected', 'event']),
    );
    const known = packets.flatMap((packet) => (packet.type === 'event' && packet.name ? [topicOf(packet.name)] : []));
    expect(known).not.toContain(null);
    expect(known).toHaveLength(8);
  });

  it('include an open asset with its payout', () => {
    expect(payloads('instruments/list').flatMap(instrumentsOf)).toMatchObject([
      {
        wireSymbol: 'EURUSD_otc',
        asset: { symbol: 'EURUSD-OTC', type: 'forex', isOpen: true, payoutRatio: 0.87, durationsS: [60], decimals: 5 },
      },
    ]);
  });

  it('include balances and recent ticks', () => {
    expect(replay().bare.map(readBalances)).toContainEqual({ live: 0, demo: 10_000 });
    expect(payloads('history/list/v2').map(readHistory)).toMatchObject([
      { asset: 'EURUSD_otc', history: [[1_763_669_998.5, 1.0843, 1]] },
    ]);
  });

  it('include the acknowledgement of an order and the report of its win', () => {
    const opened = payloads('s_orders/open').map((payload) => readDeal(payload, null));
    const deal = opened.at(0);
    if (!deal) throw new Error('the sample is no deal');
    expect(contractOf(deal, false, names)).toMatchObject({
      contractId: 'b0e9c7a4-0000-4000-8000-000000000001',
      accountId: 'demo',
      symbol: 'EURUSD-OTC',
      direction: 'CALL',
      stakeMinor: 100,
      payoutRatio: 0.87,
      openedAtMs: 1_763_670_000_000,
      expiryMs: 1_763_670_060_000,
      result: null,
    });
    const [ended] = payloads('s_orders/close').flatMap((payload) => [...(listOf(payload) ?? [])]);
    const closed = readDeal(ended, deal);
    expect(closed && contractOf(closed, true, names)?.result).toEqual({
      outcome: 'won',
      profitMinor: 87,
      settlePrice: 1.0845,
      settleTickMs: 1_763_670_060_000,
      settledAtMs: 1_763_670_060_000,
    });
  });

  it('include the refusal of an order because of its expiry', () => {
    const refusals = payloads('f_orders/open').map(readRefusal);
    expect(refusals.map((refusal) => refusalFault(refusal?.error).kind)).toEqual(['invalid_duration']);
    expect(refusals.at(0)?.requestId).toBe(1_763_670_000);
  });

  it('are distinguished by their form alone if they have no header', () => {
    const topics = replay().bare.map(topicByShape);
    for (const topic of [
      'instruments',
      'balance',
      'quotes',
      'history',
      'order_opened',
      'order_refused',
      'orders_closed',
    ]) {
      expect(topics).toContain(topic);
    }
    expect(topics).not.toContain(null);
  });

  it('include the messages of the adapter, word for word', () => {
    const { sent } = replay();
    expect(sent).toContain(textEvent(SENT_EVENTS.heartbeat, []));
    expect(sent).toContain(textEvent(SENT_EVENTS.instruments, []));
    expect(sent).toContain(textEvent(SENT_EVENTS.follow, ['EURUSD_otc']));
    expect(sent).toContain(textEvent(SENT_EVENTS.subscribe, [{ asset: 'EURUSD_otc', period: 60 }]));
    const order = JSON.parse(sent.find((frame) => frame.includes(SENT_EVENTS.open))?.slice(2) ?? '[]');
    expect(order.at(1)).toMatchObject(expiryFields('timer', 60, 1_763_670_000));
  });
});
