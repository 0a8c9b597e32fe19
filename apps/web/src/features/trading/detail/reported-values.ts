import type { Option } from '@vigia/contract';
import { brokerRules } from '#shared/lib/broker-name.ts';
import { formatClock, formatPayout, formatTickTime } from '#shared/lib/format.ts';
import { detailMessages as words } from './messages.es.ts';

/**
 * Returns true if the reported price times of a trade are the times of ticks. Some brokers report the start and end of
 * the option contract instead.
 */
export const isTickTime = ({ broker }: Pick<Option, 'broker'>): boolean =>
  broker === 'mock' || brokerRules(broker)?.price_times === 'tick';

/** Formats a value of a trade. If the broker has not reported the value, returns a text which says so. */
export function reportedValueText<Value>(trade: Option, value: Value | null, textOf: (value: Value) => string): string {
  if (value !== null) return textOf(value);
  if (trade.broker === 'mock' || trade.execution === 'rejected') return words.none;
  return trade.status === 'active' ? words.notYet : words.untold;
}

/**
 * Formats the time of a price. The text has milliseconds only if the broker reports them; brokers often report whole
 * seconds.
 */
export const timeText = ({ broker }: Pick<Option, 'broker'>, time: string): string =>
  broker !== 'mock' && Date.parse(time) % 1_000 === 0 ? formatClock(time) : formatTickTime(time);

/**
 * Returns the payout of a trade as text. A broker fixes the payout when it accepts the order. Some brokers never report
 * it.
 */
export function payoutText({ payout, status, execution }: Option): string {
  if (payout !== null) return formatPayout(payout);
  const isAccepted = execution === 'confirmed' || (execution === 'unknown' && status !== 'active');
  return isAccepted ? words.untold : words.payoutPending;
}

/** Returns the rules that decide a trade as sentences. */
export function ruleTexts({ broker, source }: Option): readonly string[] {
  if (broker === 'mock') return [words.rule.paper(words.sourceName(source)), words.rule.onEqualPrices.tie];
  const name = words.venueName(broker);
  const rules = brokerRules(broker);
  if (rules === null) return [words.rule.broker(name), words.rule.tieUnknown(name)];
  const tie = words.rule.onEqualPrices[rules.on_equal_prices];
  const times = rules.price_times === 'contract' ? [words.rule.contractTimes(name)] : [];
  return [words.rule.broker(name), tie, ...times];
}
