import { assertNever, invariant, type MinorUnits, minorUnits } from '#kernel/index.ts';
import type { Settlement } from './settlement.ts';
import type { Trade } from './trade.ts';

/**
 * Ledger accounts of one trading account. `user_cash` is free to stake, and `user_hold` is held by open trades.
 * `broker_pnl` is the opposite account of wins and losses. `fees` are the venue's charges, and `equity` is the source
 * of deposits.
 */
export const LEDGER_ACCOUNTS = ['user_cash', 'user_hold', 'broker_pnl', 'fees', 'equity'] as const;
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number];

/** One line of a transfer; a positive amount adds to the account. */
export type LedgerEntry = { readonly account: LedgerAccount; readonly amountMinor: MinorUnits };

export type TransferKind =
  | 'deposit'
  | 'reset'
  | 'equity'
  | 'stake_hold'
  | 'settle_win'
  | 'settle_loss'
  | 'refund'
  | 'settle_sale'
  | 'correction';

/**
 * One atomic movement of money; its entries sum to zero. A trade has at most one transfer of each phase, except
 * corrections. The unique key (trade, phase, step) in the database ensures that the ledger contains every settlement
 * exactly once.
 */
export type Transfer = {
  readonly kind: TransferKind;
  readonly phase: 'funding' | 'hold' | 'settlement' | 'correction';
  readonly entries: readonly LedgerEntry[];
};

/** Balance of every ledger account. */
export type Balances = Readonly<Record<LedgerAccount, MinorUnits>>;

type Movement = Partial<Record<LedgerAccount, number>>;

/** Adds play money or records a real deposit; the amount is above zero. */
export function deposit(amountMinor: MinorUnits): Transfer {
  invariant(amountMinor > 0, 'a deposit is above zero');
  return transfer('deposit', 'funding', { user_cash: amountMinor, equity: -amountMinor });
}

/**
 * Changes the free cash of a paper account to `targetMinor` (not negative). The stakes of open trades do not change.
 */
export function reset(cashMinor: MinorUnits, targetMinor: MinorUnits): Transfer {
  invariant(targetMinor >= 0, 'a balance is not reset below zero');
  return transfer('reset', 'funding', { user_cash: targetMinor - cashMinor, equity: cashMinor - targetMinor });
}

/**
 * Sets the synced cash of a broker account to the balance that the broker reports (not negative). Deposits or
 * withdrawals at the broker cause the difference. The caller must call it only while no order is pending, because an
 * order moves its money by its own transfer.
 */
export function followEquity(cashMinor: MinorUnits, brokerCashMinor: MinorUnits): Transfer {
  invariant(brokerCashMinor >= 0, 'a broker holds no debt');
  return transfer('equity', 'funding', { user_cash: brokerCashMinor - cashMinor, equity: cashMinor - brokerCashMinor });
}

/** Reserves the stake. The caller writes this transfer before it sends the order to the venue. */
export function stakeHold(stakeMinor: MinorUnits): Transfer {
  invariant(stakeMinor > 0, 'a stake is above zero');
  return transfer('stake_hold', 'hold', { user_cash: -stakeMinor, user_hold: stakeMinor });
}

/** Pays a win to the user: the held stake and the profit, which comes from the broker. */
export const settleWin = (stakeMinor: MinorUnits, profitMinor: MinorUnits): Transfer =>
  transfer('settle_win', 'settlement', {
    user_hold: -stakeMinor,
    broker_pnl: -profitMinor,
    user_cash: stakeMinor + profitMinor,
  });

/** Pays the held stake to the broker, except the part that the broker returns (`payoutMinor`, usually zero). */
export const settleLoss = (stakeMinor: MinorUnits, payoutMinor: MinorUnits = minorUnits(0)): Transfer =>
  transfer('settle_loss', 'settlement', {
    user_hold: -stakeMinor,
    broker_pnl: stakeMinor - payoutMinor,
    user_cash: payoutMinor,
  });

/**
 * Returns the held stake to the user after a tie, a void trade, a refusal or an unsent order. The stake of an order
 * whose execution status stays unknown is returned too. The next sync with the broker's balance then corrects the cash.
 */
export const refund = (stakeMinor: MinorUnits): Transfer =>
  transfer('refund', 'settlement', { user_hold: -stakeMinor, user_cash: stakeMinor });

/** Settles an option contract that was sold back to the broker before expiry for `proceedsMinor` (not negative). */
export function settleSale(stakeMinor: MinorUnits, proceedsMinor: MinorUnits): Transfer {
  invariant(proceedsMinor >= 0, 'a sale brings no debt');
  return transfer('settle_sale', 'settlement', {
    user_hold: -stakeMinor,
    broker_pnl: stakeMinor - proceedsMinor,
    user_cash: proceedsMinor,
  });
}

/** Returns the one transfer that ends a trade, or null while the trade has not ended. */
export function finalTransferOf(trade: Trade): Transfer | null {
  const { stakeMinor } = trade.terms;
  switch (trade.state) {
    case 'intent':
    case 'submitting':
    case 'unknown':
    case 'accepted':
    case 'open':
    case 'settling':
      return null;
    case 'won':
      return settleWin(stakeMinor, trade.settlement.profitMinor);
    case 'lost':
      return settleLoss(stakeMinor, trade.settlement.payoutMinor);
    case 'sold':
      return settleSale(stakeMinor, trade.proceedsMinor);
    case 'tie':
    case 'void':
    case 'refused':
    case 'undecided':
    case 'cancelled':
      return refund(stakeMinor);
    default:
      return assertNever(trade);
  }
}

/**
 * Returns the transfer of a settlement that {@link settle} returned, for callers that have database rows instead of
 * trades.
 */
export function settlementTransfer(
  stakeMinor: MinorUnits,
  { outcome, payoutMinor, profitMinor }: Settlement,
): Transfer {
  if (outcome === 'won') return settleWin(stakeMinor, profitMinor);
  return outcome === 'lost' ? settleLoss(stakeMinor, payoutMinor) : refund(stakeMinor);
}

/**
 * Transfers the difference between a wrong settlement and the correct one. The wrong settlement itself stays in the
 * ledger.
 */
export function correction(stakeMinor: MinorUnits, booked: Settlement, right: Settlement): Transfer {
  const from = balancesOf(settlementTransfer(stakeMinor, booked).entries);
  const to = balancesOf(settlementTransfer(stakeMinor, right).entries);
  const movement = LEDGER_ACCOUNTS.map((account) => [account, to[account] - from[account]] as const);
  return transfer('correction', 'correction', Object.fromEntries(movement));
}

/** Returns the balances after these entries, starting from zero. Balances have no other source. */
export function balancesOf(entries: Iterable<LedgerEntry>): Balances {
  const sums: Record<LedgerAccount, number> = { user_cash: 0, user_hold: 0, broker_pnl: 0, fees: 0, equity: 0 };
  for (const { account, amountMinor } of entries) sums[account] += amountMinor;
  return {
    user_cash: minorUnits(sums.user_cash),
    user_hold: minorUnits(sums.user_hold),
    broker_pnl: minorUnits(sums.broker_pnl),
    fees: minorUnits(sums.fees),
    equity: minorUnits(sums.equity),
  };
}

function transfer(kind: TransferKind, phase: Transfer['phase'], movement: Movement): Transfer {
  const entries = LEDGER_ACCOUNTS.map((account) => ({
    account,
    amountMinor: minorUnits(movement[account] ?? 0),
  })).filter(({ amountMinor }) => amountMinor !== 0);
  const sum = entries.reduce((total, { amountMinor }) => total + amountMinor, 0);
  invariant(sum === 0, `transfer ${kind} sums to ${sum}`);
  return { kind, phase, entries };
}
