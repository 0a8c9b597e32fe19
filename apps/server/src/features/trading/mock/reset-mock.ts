import type { AccountView, MockReset } from '@vigia/contract';
import { plainMoneyText } from '@vigia/contract';
import { err, type MinorUnits, minorUnits, ok, type Result } from '@vigia/core/kernel';
import { PAPER_CURRENCY, parseAmountMinor } from '@vigia/core/money';
import { reset } from '@vigia/core/trades';
import { LIMITS } from '@vigia/core/vocabulary';
import { ACCOUNT_CHANGED, type MoneyAccount, toAccountView } from '../../accounts/index.ts';
import type { TradingDeps } from '../deps.ts';
import type { PlacementRefusal } from '../placement-refusal.ts';

/** Smallest balance, in minor units: one unit of the currency, because a trade needs at least that much. */
const MIN_BALANCE_MINOR = 100;
const MAX_BALANCE_MINOR = 100_000_000;

/** Sets the free money of the paper account to the requested balance. The stakes of open trades stay held. */
export async function resetMock(
  { db, bus, clock, accounts }: TradingDeps,
  userId: string,
  { balance }: MockReset,
): Promise<Result<AccountView, PlacementRefusal>> {
  const target = targetOf(balance);
  if (!target.ok) return target;
  const account = await db.transaction(async (tx): Promise<MoneyAccount | null> => {
    const locked = await accounts.lockMockAccount(tx, userId);
    if (locked === null || locked.cashMinor === target.value) return locked;
    const transfer = reset(locked.cashMinor, target.value);
    await accounts.book(tx, [{ accountId: locked.accountId, tradeId: null, transfer }], clock.now());
    return { ...locked, cashMinor: target.value };
  });
  if (account === null) return err({ code: 'not_authenticated', values: {} });
  const view = toAccountView(account);
  bus.publish(ACCOUNT_CHANGED, { userId, account: view });
  return ok(view);
}

function targetOf(balance: MockReset['balance']): Result<MinorUnits, PlacementRefusal> {
  if (balance === undefined) return ok(minorUnits(LIMITS.mockBalanceDefaultMinor));
  const parsed = parseAmountMinor(balance, PAPER_CURRENCY);
  if (!parsed.ok && parsed.error !== 'out_of_range') return err({ code: 'amount_invalid', values: {} });
  if (balance * 100 < MIN_BALANCE_MINOR) {
    return err({
      code: 'amount_below_minimum',
      values: { minimum: plainMoneyText(MIN_BALANCE_MINOR / 100, PAPER_CURRENCY) },
    });
  }
  if (!parsed.ok || parsed.value > MAX_BALANCE_MINOR) {
    return err({
      code: 'amount_above_maximum',
      values: { maximum: plainMoneyText(MAX_BALANCE_MINOR / 100, PAPER_CURRENCY) },
    });
  }
  return parsed;
}
