import { fillMessage, LADDER_FAULTS_ES } from '@vigia/contract';
import {
  type LadderRefused,
  ladderFault,
  type NextStake,
  nextStake,
  type SetupLimits,
  type SetupRefused,
  setupLimitRefusal,
  setupLimitsOf,
  stakePlanOf,
} from '@vigia/core/auto-trading';
import { type EpochMs, err, type MinorUnits, minorUnits, ok, type Result } from '@vigia/core/kernel';
import type { Currency } from '@vigia/core/money';
import { gapText } from '../graduation/index.ts';
import type { ReachedLimitNote } from '../signals/index.ts';
import { type AutomaticVenue, money, type PlacementRefusal, resetText } from '../trading/index.ts';
import type { AutoTradeRules } from './automation-source.ts';
import type { AutomationRecord } from './read-record.ts';

/** Returns the refusal of an order that exceeds a limit of the setup itself. */
function setupRefusal(
  { limit, value, resetsAtMs }: SetupRefused,
  name: string,
  reader: { readonly nowMs: EpochMs; readonly timeZone: string; readonly currency: Currency },
): PlacementRefusal {
  const resets = resetText(resetsAtMs, reader.nowMs, reader.timeZone);
  const details = [{ path: 'resets_at', message: new Date(resetsAtMs).toISOString() }];
  if (limit === 'operations')
    return { code: 'automation_operations_limit', values: { name, limit: value, resets }, details };
  const code = limit === 'daily_profit' ? 'automation_profit_target' : 'automation_loss_limit';
  return { code, values: { name, limit: money(minorUnits(value), reader.currency), resets }, details };
}

/** Returns the refusal of a martingale ladder that may not start. */
const ladderRefusal = ({ fault, amountMinor, limitMinor }: LadderRefused, currency: Currency): PlacementRefusal => ({
  code: 'martingale_refused',
  values: {
    why: fillMessage(LADDER_FAULTS_ES[fault], {
      amount: money(amountMinor, currency),
      limit: money(limitMinor, currency),
    }),
  },
});

/**
 * Size of an order by the rules of its setup. `stakesMinor` are the stakes of its martingale ladder; null without a
 * ladder.
 */
export type SizedOrder = NextStake & { readonly stakesMinor: readonly MinorUnits[] | null };

/** A refusal of an order by the setup's own rules. */
export type SizeRefusal = {
  readonly refusal: PlacementRefusal;
  readonly sized: SizedOrder | null;
  readonly reached: ReachedLimitNote | null;
  /** Whether auto-trading stops until the user switches it on again. */
  readonly switchesOff: boolean;
};

export type SizingFacts = {
  readonly rules: AutoTradeRules;
  readonly record: AutomationRecord;
  readonly cashMinor: MinorUnits;
  readonly isRealMoney: boolean;
  /** Currency of the account that receives the order. */
  readonly currency: Currency;
  readonly symbol: string;
  readonly nowMs: EpochMs;
};

/**
 * Returns the stake of a setup for a signal by its money rules, or the refusal of one of its own limits. `waits` means
 * that its ladder depends on an open trade.
 */
export function sizeOrder(
  venue: Pick<AutomaticVenue, 'asset'>,
  facts: SizingFacts,
): Result<SizedOrder, SizeRefusal | 'waits'> {
  const { rules, record, cashMinor, currency, isRealMoney } = facts;
  const plan = stakePlanOf(rules.moneyManagement, currency);
  const limits = setupLimitsOf(rules.riskControl, currency);
  if (!plan.ok || !limits.ok) return refuse({ code: 'amount_invalid', values: {} });
  const next = nextStake(plan.value, { cashMinor, isRealMoney, last: record.last });
  if (!next.ok) return next.error === 'ladder_open' ? err('waits') : refuse(REAL_MARTINGALE);
  const stakesMinor = plan.value.kind === 'martingale' ? plan.value.stakesMinor : null;
  const sized = { ...next.value, stakesMinor };
  return controlled(facts, limits.value, sized) ?? ladderSizeRefusal(venue, facts, limits.value, sized) ?? ok(sized);
}

function controlled({ rules, record, currency, nowMs }: SizingFacts, limits: SetupLimits, sized: SizedOrder) {
  const stopped = setupLimitRefusal(sized.stakeMinor, limits, record.facts);
  if (stopped === null) return null;
  const { limit, value, isReached, switchesOff } = stopped;
  const refusal = setupRefusal(stopped, rules.name, { nowMs, timeZone: record.timeZone, currency });
  return err<SizeRefusal>({ refusal, sized, reached: isReached ? { limit, value } : null, switchesOff });
}

/**
 * Returns the reason why a martingale ladder may not start; null if it may. All its steps must be affordable when it
 * starts. Afterwards only the risk guard checks its orders.
 */
function ladderSizeRefusal(
  venue: Pick<AutomaticVenue, 'asset'>,
  { record, cashMinor, currency, symbol, isRealMoney }: SizingFacts,
  own: SetupLimits,
  sized: SizedOrder,
) {
  const asset = venue.asset(symbol);
  if (sized.stakesMinor === null || sized.step > 1 || asset === undefined) return null;
  const fault = ladderFault(sized.stakesMinor, {
    cashMinor,
    limits: record.limits,
    own,
    isRealMoney,
    asset: { minStakeMinor: asset.minTradeAmountMinor, maxStakeMinor: asset.maxTradeAmountMinor },
  });
  return fault && refuse(ladderRefusal(fault, currency), sized);
}

const REAL_MARTINGALE: PlacementRefusal = {
  code: 'automation_real_money',
  values: { why: gapText({ reason: 'martingale' }) },
};

const refuse = (refusal: PlacementRefusal, sized: SizedOrder | null = null) =>
  err<SizeRefusal>({ refusal, sized, reached: null, switchesOff: false });
