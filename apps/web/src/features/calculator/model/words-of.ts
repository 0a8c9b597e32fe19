import { PAPER_CURRENCY } from '@vigia/core/vocabulary';
import { formatDecimal, formatMoney, formatPercent } from '#shared/lib/format.ts';
import { calculatorMessages as words } from '../messages.es.ts';
import type { AddressFault, CalculatorDraft } from './address.ts';
import { type CalculatorValues, NUMBER_FIELDS, type NumberFault, type NumberFieldKey, readNumber } from './fields.ts';

/** Returns why a text is invalid and which values are allowed. */
function faultText(key: NumberFieldKey, fault: NumberFault): string {
  const { min, max, decimals } = NUMBER_FIELDS[key];
  switch (fault) {
    case 'not_a_number':
      return words.faults.not_a_number;
    case 'too_many_decimals':
      return words.faults.too_many_decimals(decimals);
    case 'out_of_range':
      return words.faults.out_of_range(min, max);
  }
}

/** Formats a number with its unit. */
function valueText(key: NumberFieldKey, value: number): string {
  switch (key) {
    case 'stake':
    case 'capital':
      return formatMoney(value, PAPER_CURRENCY);
    case 'winRate':
    case 'payout':
    case 'percent':
    case 'goal':
      return `${formatDecimal(value)} ${words.units.percent}`;
    default:
      return formatDecimal(value);
  }
}

/** Returns the error message below a field. Returns undefined if its text is valid. */
export function errorOf({ texts, values }: CalculatorDraft, key: NumberFieldKey): string | undefined {
  const read = readNumber(key, texts[key]);
  if (typeof read === 'number') return;
  return words.stillThe(faultText(key, read), valueText(key, values[key]));
}

/** Returns the message for an invalid URL parameter: its name, the reason and the value used instead. */
export function addressFaultText(fault: AddressFault, values: CalculatorValues): string {
  const label = words.labels[fault.key];
  if (fault.kind === 'number') {
    return words.address.number(
      label,
      fault.raw,
      faultText(fault.key, fault.fault),
      valueText(fault.key, values[fault.key]),
    );
  }
  const used = fault.key === 'staking' ? words.staking[values.staking] : words.kelly[values.kelly];
  return words.address.choice(label, fault.raw, used);
}

/** Largest probability below 100 % that the app shows as a number. */
const NEARLY_ALL = 0.999;
const NEARLY_NONE = 0.001;

/**
 * Formats a probability with one decimal. An unlikely event is never shown as 0 %, and a likely event never as 100 %.
 */
export function chanceText(chance: number): string {
  if (chance < 1 && chance > NEARLY_ALL) return words.nearlyAll(formatPercent(NEARLY_ALL));
  if (chance > 0 && chance < NEARLY_NONE) return words.nearlyNone(formatPercent(NEARLY_NONE));
  return formatPercent(chance);
}
