import { minorOfAmount } from '@vigia/broker-kit/simulator';
import { minorUnits } from '@vigia/core/kernel';
import type { SimulatedBroker } from './simulated-broker.ts';
import { type Answer, type Fields, refusal } from './wire.ts';

/** Answers `internal-billing.reset-training-balance` 4.0: sets a demo balance of the login to an amount. */
export function resetTrainingBalance(
  { book }: SimulatedBroker,
  loginId: string,
  { user_balance_id: id, amount }: Fields,
): Answer {
  const account = book.accountsOf(loginId).find(({ accountId }) => accountId === String(id));
  const minor = account && typeof amount === 'number' ? minorOfAmount(amount, account.currency) : Number.NaN;
  const isDone = account !== undefined && !Number.isNaN(minor) && book.refill(account.accountId, minorUnits(minor));
  return isDone ? { kind: 'result' } : refusal('result', 4_004, 'Training balance was not found.');
}
