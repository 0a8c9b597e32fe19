import type { Currency, MoneyManagement } from '@vigia/core/vocabulary';
import { formatDecimal, formatMoney } from '#shared/lib/format.ts';
import { stakeMessages } from './stake.es.ts';

const words = stakeMessages.inWords;

/** Returns the stakes of an automation in words, such as '$10.00 fijos'. */
export function stakeInWords(money: MoneyManagement, currency: Currency): string {
  switch (money.betType) {
    case 'fixed':
      return words.fixed(formatMoney(money.fixedAmount, currency));
    case 'percent':
      return words.percent(formatDecimal(money.percent));
    case 'martingale':
      return words.martingale(formatMoney(money.fixedAmount, currency), money.steps);
  }
}
