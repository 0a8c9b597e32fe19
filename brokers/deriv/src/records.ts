import { type MatchWindow, matchOrders } from '@vigia/broker-kit/orders';
import type { BrokerContract, BrokerTime, Reconciliation, SentOrder } from '@vigia/broker-kit/port';
import { type EpochMs, epochMs, type MinorUnits, ok, type Result } from '@vigia/core/kernel';
import type { DerivClient, Unmet } from './client.ts';
import { contractOfPortfolio, contractOfProfit, type Owner } from './mapper.ts';
import { Portfolio, ProfitTable } from './wire/replies.ts';
import { PROFIT_ROWS_MAX, portfolio, profitTable } from './wire/requests.ts';

/** An order handed over this long ago has been carried out or never will be: Deriv takes a proposal's price for seconds only [I]. */
const DECIDED_AFTER_MS = 20_000;
const MARGIN_MS = 60_000;

type Asking = Pick<DerivClient, 'ask' | 'time'>;
/** A contract of the kind we place whose terms could not be made out: it may be any order of that stake and time. */
type Unread = { readonly stakeMinor: MinorUnits; readonly openedAtMs: EpochMs };
type Read = { readonly contracts: readonly BrokerContract[]; readonly unread: readonly Unread[] };
/** A contract type, or the short form that begins with it. */
const OUR_KIND = /^(CALL|PUT)(_|$)/;

/**
 * Open and closed contracts of one account that began at `fromMs` or later. Open ones first: what closes meanwhile then stands in
 * the second list, and nothing falls between.
 */
async function readContracts(client: Asking, owner: Owner, fromMs: number): Promise<Result<Read, Unmet>> {
  const open = await client.ask(portfolio, Portfolio);
  if (!open.ok) return open;
  const found = new Map<string, BrokerContract>();
  const unread: Unread[] = [];
  const keep = (contract: BrokerContract | null, isOfOurKind: boolean, stakeMinor: MinorUnits, startS: number) => {
    if (contract !== null) found.set(contract.contractId, contract);
    else if (isOfOurKind) unread.push({ stakeMinor, openedAtMs: epochMs(startS * 1_000) });
  };
  for (const row of open.value.portfolio.contracts)
    keep(contractOfPortfolio(row, owner), OUR_KIND.test(row.contract_type), row.buy_price, row.date_start);
  for (let offset = 0; ; offset += PROFIT_ROWS_MAX) {
    const page = await client.ask(profitTable(Math.floor(fromMs / 1_000), offset), ProfitTable);
    if (!page.ok) return page;
    const rows = page.value.profit_table.transactions;
    for (const row of rows)
      keep(contractOfProfit(row, owner), OUR_KIND.test(row.shortcode), row.buy_price, row.purchase_time);
    if (rows.length < PROFIT_ROWS_MAX) return ok({ contracts: [...found.values()], unread });
  }
}

/** What Deriv's records say of one account's orders in doubt, in their order. They carry no tag of ours: terms and time decide. */
export async function reconcileAccount(
  client: Asking,
  owner: Owner,
  orders: readonly SentOrder[],
  claimed: ReadonlySet<string>,
  now: () => number,
): Promise<Result<readonly Reconciliation[], Unmet>> {
  const askedMs = now();
  const firstMs = Math.min(...orders.map(({ sentAtMs }) => sentAtMs));
  const contracts = await readContracts(client, owner, firstMs - MARGIN_MS);
  if (!contracts.ok) return contracts;
  const window = windowAt(client.time());
  const matched = matchOrders(orders, contracts.value.contracts, claimed, window);
  const mayBe = ({ stakeMinor, sentAtMs }: SentOrder) =>
    contracts.value.unread.some(
      (one) =>
        one.stakeMinor === stakeMinor &&
        one.openedAtMs >= sentAtMs - window.earlyMs &&
        one.openedAtMs <= sentAtMs + window.lateMs,
    );
  return ok(
    orders.map((order, index): Reconciliation => {
      const contract = matched[index];
      if (contract) return { verdict: 'found', contract };
      const isDecided = askedMs - order.sentAtMs >= DECIDED_AFTER_MS && !mayBe(order);
      return { verdict: isDecided ? 'absent' : 'undecided' };
    }),
  );
}

/** Deriv stamps contracts in whole seconds of its own clock. */
function windowAt({ offsetMs }: BrokerTime): MatchWindow {
  const aheadMs = offsetMs ?? 0;
  return {
    earlyMs: 2_000 + Math.max(0, -aheadMs),
    lateMs: DECIDED_AFTER_MS + Math.max(0, aheadMs),
    expiryToleranceMs: 2_000,
  };
}
