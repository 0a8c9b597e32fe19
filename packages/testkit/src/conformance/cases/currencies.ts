import type { Currency } from '@vigia/core/money';
import { expect } from 'vitest';
import type { ConformanceOptions } from '../options.ts';
import { testWithStage } from '../stage.ts';

/** Currencies with three different numbers of decimals. A broker with other currencies adds them in its options. */
const CURRENCIES: readonly Currency[] = ['EUR', 'BRL', 'CLP'];

/** Tests that every amount of an account has the decimals of its currency. */
export function describeCurrencies(options: ConformanceOptions): void {
  for (const currency of [...CURRENCIES, ...(options.currencies ?? [])]) {
    testWithStage(
      options,
      `reads and writes every amount of an account in ${currency} with the decimals of the currency`,
      async (stage) => {
        const { book } = stage.simulator;
        book.useCurrencies({ demo: currency, real: currency });
        const { session, listener } = await stage.connected(1);
        const account = stage.account(session, 'demo');
        const booked = book.account(account.accountId);
        expect(account).toMatchObject({ currency, balanceMinor: booked?.balanceMinor });
        const order = stage.order(session, { accountId: account.accountId });
        // The test requests a quote first: a broker may load the stake limits of an asset with its first price.
        await stage.drive.settled('a quote', session.quote(order));
        const reply = await stage.place(session, order);
        if (reply.outcome !== 'accepted') throw new Error(`${reply.outcome} in ${currency}`);
        const { contractId } = reply.contract;
        expect(reply.contract.stakeMinor).toBe(order.stakeMinor);
        expect(stage.booked(contractId)?.stakeMinor).toBe(order.stakeMinor);
        await stage.drive.until('the end', () => listener.ends(contractId).length > 0, 200_000);
        const [end] = listener.ends(contractId);
        expect(end).toMatchObject({ stakeMinor: order.stakeMinor });
        expect(end?.result?.profitMinor).toBe(stage.booked(contractId)?.result?.profitMinor);
        const balanceMinor = () => stage.account(session, 'demo').balanceMinor;
        await stage.drive.until('the balance', () => balanceMinor() === book.account(account.accountId)?.balanceMinor);
        const limits = session.assets().find(({ symbol }) => symbol === order.symbol)?.stakeLimits ?? [];
        const stated = limits.find((one) => one.currency === currency);
        const offered = stage.simulator.market.asset(stage.simulated(order.symbol));
        for (const name of ['minStakeMinor', 'maxStakeMinor'] as const)
          if (stated && stated[name] !== null) expect(stated[name]).toBe(offered?.[name]);
      },
    );
  }

  testWithStage(options, 'lists accounts with different currencies separately', async (stage) => {
    stage.simulator.book.useCurrencies({ demo: 'EUR', real: options.hasOneCurrency ? 'EUR' : 'CLP' });
    const { session } = await stage.connected(1);
    const currencies = session.accounts().map(({ kind, currency }) => `${kind} ${currency}`);
    expect(currencies.toSorted()).toEqual(['demo EUR', options.hasOneCurrency ? 'real EUR' : 'real CLP']);
  });
}
