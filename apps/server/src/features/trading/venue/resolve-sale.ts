import type { BrokerSession } from '@vigia/broker-kit/port';
import { durationMs, epochMs } from '@vigia/core/kernel';
import type { Transaction } from '#platform/persistence/database.ts';
import type { VenueDeps } from '../deps.ts';
import { applyContract } from './apply-contract.ts';
import { resultWithinLimit } from './broker-offer.ts';
import { type BrokerRow, findBrokerTrade, lockBrokerTrade } from './broker-trades.repository.ts';
import { publishTrade } from './publish-trade.ts';
import { contractOfRow, NEVER_ARRIVED_REASON } from './sale-refusal.ts';
import { dropSale, SALE_SEND_LIMIT_MS } from './sale-sender.ts';

const ANSWER_WITHIN_MS = durationMs(60_000);

/**
 * Looks a pending sale up in the broker's records. If they show that the option contract has ended, its result is
 * written to the ledger. If they were read late enough and show that the contract still runs, the sale did not happen,
 * and the contract can be sold again. Any other response changes nothing.
 * @returns true if no sale of the trade is pending any more
 */
export async function resolveSale(deps: VenueDeps, tradeId: string, session: BrokerSession): Promise<boolean> {
  const row = await findBrokerTrade(deps.db.sql, tradeId);
  if (row === null || row.sale_asked_at === null || row.broker_ref === null) return true;
  const isOwn = session.accounts().some(({ accountId }) => accountId === row.broker_account);
  // Another login's session cannot report this contract, and an adapter without sales has no record of a sale. The
  // contract's own end resolves the sale.
  if (session.sales === null || !isOwn) return false;
  const sale = {
    contract: contractOfRow(row, row.broker_ref),
    sentAtMs: epochMs(row.sale_asked_at.getTime() + SALE_SEND_LIMIT_MS),
  };
  const answer = await resultWithinLimit(deps.clock, session.sales.reconcile(sale), ANSWER_WITHIN_MS);
  if (answer === null || !answer.ok) {
    deps.log.warn({ trade: tradeId, fault: answer?.error ?? null }, 'a sale stays unresolved');
    return false;
  }
  const verdict = answer.value;
  if (verdict.verdict === 'undecided') return false;
  const askedAt = row.sale_asked_at;
  const changed = await deps.sessionShards.transaction([row.user_id], (tx) =>
    apply(deps, tx, { tradeId, askedAt }, verdict),
  );
  if (changed !== null) publishTrade(deps, changed);
  return true;
}

async function apply(
  deps: VenueDeps,
  tx: Transaction,
  { tradeId, askedAt }: { readonly tradeId: string; readonly askedAt: Date },
  verdict: Exclude<Verdict, { readonly verdict: 'undecided' }>,
): Promise<BrokerRow | null> {
  const row = await lockBrokerTrade(tx, tradeId);
  if (row === null) return null;
  if (verdict.verdict === 'ended') return applyContract(deps, tx, row, verdict.contract);
  // The user may have requested another sale since the records were read.
  if (row.sale_asked_at?.getTime() !== askedAt.getTime()) return null;
  return dropSale(deps, tx, row, NEVER_ARRIVED_REASON);
}

type Verdict = Extract<
  Awaited<ReturnType<NonNullable<BrokerSession['sales']>['reconcile']>>,
  { readonly ok: true }
>['value'];
