import { BURST_MS } from '@vigia/core/reach';
import type { Transaction } from '#platform/persistence/database.ts';
import type { ReceiverQueue } from './next-of.ts';
import { type ReceiverLane, readSent, readSettings, readWaiting } from './outbox.repository.ts';

/** Reads what decides the next message of each receiver. A receiver whose user is gone is left out. */
export async function readQueues(
  tx: Transaction,
  lanes: readonly ReceiverLane[],
  nowMs: number,
): Promise<ReceiverQueue[]> {
  const [rows, sent, settings] = await Promise.all([
    readWaiting(tx, lanes),
    readSent(tx, lanes, nowMs - BURST_MS),
    readSettings(tx, lanes),
  ]);
  return lanes.flatMap((lane) => {
    const isOwn = (one: Pick<ReceiverLane, 'target' | 'is_urgent'>) =>
      one.target === lane.target && one.is_urgent === lane.is_urgent;
    const own = settings.find((one) => one.user_id === lane.user_id);
    if (own === undefined) return [];
    const sentMs = sent.filter(isOwn).map((one) => one.sent_at.getTime());
    return [{ lane, rows: rows.filter(isOwn), sentMs, settings: own }];
  });
}
