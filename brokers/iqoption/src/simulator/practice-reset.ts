import { minorOfAmount } from '@vigia/broker-kit/simulator';
import { minorUnits } from '@vigia/core/kernel';
import type { SimulatedBroker } from './simulated-broker.ts';
import { type Fields, type MethodResponse, refusal } from './wire.ts';

const CALL = 'internal-billing.reset-training-balance';

/** Answers `internal-billing.reset-training-balance` 4.0: sets a demo balance of the login to an amount. */
export function resetTrainingBalance(
  { book }: SimulatedBroker,
  loginId: string,
  { user_balance_id: id, amount }: Fields,
): MethodResponse {
  const account = book.accountsOf(loginId).find(({ accountId }) => accountId === String(id));
  const minor = account && typeof amount === 'number' ? minorOfAmount(amount, account.currency) : Number.NaN;
  const isDone = account !== undefined && minor > 0 && book.refill(account.accountId, minorUnits(minor));
  return isDone ? { kind: 'result' } : refusal(CALL, 4_107, 'Balance was not found.');
}
