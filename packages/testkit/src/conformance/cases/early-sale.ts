import type { BrokerContract, BrokerSales, SaleReply, SentSale } from '@vigia/broker-kit/port';
import { epochMs, invariant, minorUnits } from '@vigia/core/kernel';
import { expect } from 'vitest';
import type { ConformanceOptions } from '../options.ts';
import { type OpenedSession, type Stage, testWithStage } from '../stage.ts';

/** Largest age of a price in an offer. */
const OLDEST_MS = 5_000;
/** Time before the expiry. Up to this time every supported broker buys an option contract back. */
const RUNS_MS = 10_000;

type Sold = OpenedSession & { readonly contract: BrokerContract; readonly sales: BrokerSales };

/** Tests the early sale of option contracts, for brokers that buy them back. */
export function describeEarlySales(options: ConformanceOptions): void {
  const { sale } = options.supports;
  if (sale === null) {
    testWithStage(options, 'offers no early sale, and returns the reason', async (stage) => {
      expect((await stage.connected(1)).session.sales).toBeNull();
      expect(options.broker.traits.earlySale).toMatchObject({ isOffered: false, why: expect.stringMatching(/[^.]$/) });
    });
    return;
  }

  /** Buys an option contract that can be sold back, and advances time to before its sale. */
  const running = async (stage: Stage): Promise<Sold> => {
    const { session, listener } = await stage.connected(1);
    const reply = await stage.place(session, stage.order(session, sale));
    if (reply.outcome !== 'accepted') throw new Error(`the order is ${reply.outcome}`);
    await stage.drive.advance(RUNS_MS);
    invariant(session.sales !== null, 'the broker buys contracts back');
    return { session, listener, contract: reply.contract, sales: session.sales };
  };
  const booked = (stage: Stage, { contractId }: BrokerContract) => stage.booked(contractId);
  const sell = (stage: Stage, { sales, contract }: Sold, minPriceMinor = 0): Promise<SaleReply> =>
    stage.drive.settled('a reply to the sale', sales.sell(saleOf(stage, contract, minPriceMinor)), 120_000);

  testWithStage(options, 'offers the price that the broker states, with the time of that price', async (stage) => {
    const { contract, sales } = await running(stage);
    const offer = await stage.drive.settled('an offer', sales.offer(contract));
    if (!offer.ok) throw new Error(`not for sale: ${offer.error.kind}`);
    expect(offer.value.priceMinor).toBeGreaterThan(0);
    expect(offer.value.statedAtMs).toBeLessThanOrEqual(stage.drive.clock.now());
    expect(offer.value.statedAtMs).toBeGreaterThan(stage.drive.clock.now() - OLDEST_MS);
    await stage.drive.advance(OLDEST_MS);
    const later = await stage.drive.settled('a later offer', sales.offer(contract));
    expect(later.ok && later.value.statedAtMs).toBeGreaterThan(offer.value.statedAtMs);
  });

  testWithStage(options, 'sells a contract once, and reports its end and the new balance', async (stage) => {
    const sold = await running(stage);
    const reply = await sell(stage, sold);
    const { result } = booked(stage, sold.contract) ?? {};
    expect(result).toMatchObject({ wasSold: true });
    expect(reply).toMatchObject({
      outcome: 'sold',
      contract: { contractId: sold.contract.contractId, result: { outcome: 'sold', profitMinor: result?.profitMinor } },
    });
    await stage.drive.until('the end is reported', () => sold.listener.ends(sold.contract.contractId).length > 0);
    const ends = sold.listener.ends(sold.contract.contractId);
    expect(new Set(ends.map((end) => end.result?.profitMinor))).toEqual(new Set([result?.profitMinor]));
    const { accountId } = sold.contract;
    await stage.drive.until('the balance follows', () => {
      const balance = sold.session.accounts().find((account) => account.accountId === accountId)?.balanceMinor;
      return balance === stage.simulator.book.account(accountId)?.balanceMinor;
    });
    await stage.drive.advance(sale.durationS * 1_000);
    expect(sold.listener.ends(sold.contract.contractId).every((end) => end.result?.outcome === 'sold')).toBe(true);
    expect(await sell(stage, sold)).toMatchObject({ outcome: 'refused', fault: { kind: 'contract_over' } });
  });

  testWithStage(
    options,
    'refuses a sale below the lowest accepted price, and the contract continues',
    async (stage) => {
      const sold = await running(stage);
      const far = sold.contract.stakeMinor * 10;
      expect(await sell(stage, sold, far)).toMatchObject({ outcome: 'refused', fault: { kind: 'price_moved' } });
      expect(booked(stage, sold.contract)?.result).toBeNull();
    },
  );

  testWithStage(
    options,
    'offers and sells nothing shortly before the expiry, and reports the ordinary end',
    async (stage) => {
      const sold = await running(stage);
      await stage.drive.advance(sold.contract.expiryMs - stage.drive.clock.now() - 3_000);
      const offer = await stage.drive.settled('an answer', sold.sales.offer(sold.contract));
      expect(offer).toMatchObject({ ok: false, error: { kind: 'not_for_sale' } });
      expect(await sell(stage, sold)).toMatchObject({ outcome: 'refused', fault: { kind: 'not_for_sale' } });
      await stage.drive.until('the end is reported', () => sold.listener.ends(sold.contract.contractId).length > 0);
      const [end] = sold.listener.ends(sold.contract.contractId);
      expect(end?.result?.outcome).not.toBe('sold');
      expect(end?.result?.profitMinor).toBe(booked(stage, sold.contract)?.result?.profitMinor);
    },
  );

  testWithStage(options, 'refuses the sale of a contract that has expired', async (stage) => {
    const sold = await running(stage);
    await stage.drive.until(
      'the end is reported',
      () => sold.listener.ends(sold.contract.contractId).length > 0,
      600_000,
    );
    expect(await sell(stage, sold)).toMatchObject({ outcome: 'refused', fault: { kind: 'contract_over' } });
  });

  testWithStage(options, 'sends no sale at or after its deadline', async (stage) => {
    const sold = await running(stage);
    const late = { ...saleOf(stage, sold.contract, 0), sendDeadlineMs: epochMs(stage.drive.clock.now()) };
    expect(await stage.drive.settled('a reply', sold.sales.sell(late))).toMatchObject({ outcome: 'refused' });
    await stage.drive.advance(2_000);
    expect(booked(stage, sold.contract)?.result).toBeNull();
  });

  for (const fault of ['no_ack', 'cut_after_booking'] as const) {
    testWithStage(options, `finds a sale in the records if its answer is lost (${fault})`, async (stage) => {
      const sold = await running(stage);
      stage.simulator.script.nextSales({ kind: fault });
      const sentAtMs = stage.drive.clock.now();
      expect(await sell(stage, sold)).toMatchObject({ outcome: 'unknown' });
      const verdict = await decided(stage, sold, { contract: sold.contract, sentAtMs });
      const profitMinor = booked(stage, sold.contract)?.result?.profitMinor;
      expect(verdict).toMatchObject({
        verdict: 'ended',
        contract: { contractId: sold.contract.contractId, result: { outcome: 'sold', profitMinor } },
      });
    });
  }

  for (const fault of ['ignore', 'cut_before_booking'] as const) {
    testWithStage(
      options,
      `reports a contract as running if its sale never arrived (${fault}), but not too early`,
      async (stage) => {
        const sold = await running(stage);
        stage.simulator.script.nextSales({ kind: fault });
        const sentAtMs = stage.drive.clock.now();
        expect(await sell(stage, sold)).toMatchObject({ outcome: 'unknown' });
        const verdict = await decided(stage, sold, { contract: sold.contract, sentAtMs });
        expect(verdict).toEqual({ verdict: 'running' });
        expect(stage.drive.clock.now()).toBeGreaterThanOrEqual(sentAtMs + 8_000);
        expect(booked(stage, sold.contract)?.result).toBeNull();
      },
    );
  }

  testWithStage(options, 'leaves a sale undecided if the records are read too early', async (stage) => {
    const sold = await running(stage);
    const sent = { contract: sold.contract, sentAtMs: stage.drive.clock.now() };
    const answer = await stage.drive.settled('an answer', sold.sales.reconcile(sent));
    expect(answer).toEqual({ ok: true, value: { verdict: 'undecided' } });
  });
}

const saleOf = (stage: Stage, contract: BrokerContract, minPriceMinor: number) => ({
  contract,
  minPriceMinor: minorUnits(minPriceMinor),
  sendDeadlineMs: epochMs(stage.drive.clock.now() + 60_000),
});

/** Reconciles a sale until the broker's records decide it. */
async function decided(stage: Stage, { session, sales }: Sold, sent: SentSale) {
  for (let turn = 0; turn < 40; turn++) {
    await stage.drive.until('the session to be back', () => session.state().status === 'connected', 90_000);
    const answer = await stage.drive.settled('reconcile', sales.reconcile(sent));
    if (answer.ok && answer.value.verdict !== 'undecided') return answer.value;
    await stage.drive.advance(1_000);
  }
  throw new Error('the sale stays undecided');
}
