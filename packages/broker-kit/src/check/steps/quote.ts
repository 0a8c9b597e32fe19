import type { BrokerSession } from '#port/index.ts';
import { type CheckResult, type DemoOrder, finding, stepResult } from '../types.ts';

const PAYOUT_MAX = 3;

/** Asks for the payout of the order that the check would send. */
export async function checkQuote(session: BrokerSession, { order }: DemoOrder): Promise<CheckResult> {
  const quoted = await session.quote(order);
  if (!quoted.ok)
    return stepResult('quote', [finding('quote_failed', { symbol: order.symbol, fault: quoted.error.kind })]);
  const percent = Math.round(quoted.value * 10_000) / 100;
  const isOdd = quoted.value <= 0 || quoted.value > PAYOUT_MAX;
  return stepResult('quote', isOdd ? [finding('quote_out_of_range', { symbol: order.symbol, percent })] : [], {
    symbol: order.symbol,
    percent,
  });
}
