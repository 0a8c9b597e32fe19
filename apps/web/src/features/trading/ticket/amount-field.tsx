import { formatMinor } from '@vigia/core/money';
import { Minus, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { cn } from '#shared/lib/cn.ts';
import { formatMoney, formatTidyMoney } from '#shared/lib/format.ts';
import { Chip } from '#shared/ui/chip.tsx';
import { FieldError } from '#shared/ui/field.tsx';
import { tradingMessages } from '../messages.es.ts';
import { amountText, quickAmounts, stepAmount } from './ticket-maths.ts';
import { useTicketStore } from './ticket-store.ts';
import type { Ticket } from './use-ticket.ts';

const words = tradingMessages.ticket;
const stepClass = 'grid place-items-center bg-raised text-fg-2 transition hover:bg-hover hover:text-fg-1';

/**
 * Renders the stake field. The user types the amount, changes it in steps or picks one. While the field does not have
 * the focus, the text is formatted as money.
 */
export function AmountField({ entry, limits, currency }: Pick<Ticket, 'entry' | 'limits' | 'currency'>) {
  const id = useId();
  const amount = useTicketStore((ticket) => ticket.amount);
  const setAmount = useTicketStore((ticket) => ticket.setAmount);
  const [typing, setTyping] = useState(false);
  const amountMinor = entry.kind === 'amount' ? entry.amountMinor : null;
  const step = (direction: 1 | -1) =>
    setAmount(amountText(stepAmount(amountMinor ?? 0, direction, limits, currency), currency));
  return (
    <div className="grid gap-2">
      <div className="flex items-baseline justify-between gap-2 text-13 font-medium text-fg-2">
        <label htmlFor={id}>{words.amount}</label>
        <span className="h-4 text-12 font-normal text-fg-3">
          {limits && words.limits(formatTidyMoney(limits.minimum, currency), formatTidyMoney(limits.maximum, currency))}
        </span>
      </div>
      <div
        className={cn(
          'grid h-10 grid-cols-[40px_1fr_40px] overflow-hidden rounded-control border bg-inset transition focus-within:ring-3 focus-within:ring-accent/28 touch:h-12 touch:grid-cols-[56px_1fr_56px]',
          amountMinor === null ? 'border-error' : 'border-line-control focus-within:border-accent',
        )}
      >
        <button type="button" className={stepClass} aria-label={words.less} onClick={() => step(-1)}>
          <Minus size={16} aria-hidden />
        </button>
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          className="w-full min-w-0 border-x border-line bg-transparent text-center text-16 font-semibold outline-0"
          value={typing || amountMinor === null ? amount : formatMoney(formatMinor(amountMinor, currency), currency)}
          onChange={(event) => setAmount(event.target.value)}
          onFocus={(event) => {
            const field = event.currentTarget;
            // The plain number appears in the field immediately and is selected, so that typing replaces it and not the
            // formatted number.
            flushSync(() => setTyping(true));
            field.select();
          }}
          onBlur={() => setTyping(false)}
          aria-invalid={amountMinor === null}
          aria-describedby={amountMinor === null ? `${id}-fault` : undefined}
        />
        <button type="button" className={stepClass} aria-label={words.more} onClick={() => step(1)}>
          <Plus size={16} aria-hidden />
        </button>
      </div>
      {entry.kind === 'fault' && (
        <div id={`${id}-fault`}>
          <FieldError>{entry.message}</FieldError>
        </div>
      )}
      <fieldset className="grid grid-cols-4 gap-1.5" aria-label={words.quickAmounts}>
        {quickAmounts(limits, currency).map((quick) => (
          <Chip
            key={quick}
            className="px-0"
            selected={amountMinor === quick}
            onClick={() => setAmount(amountText(quick, currency))}
          >
            {formatTidyMoney(formatMinor(quick, currency), currency)}
          </Chip>
        ))}
      </fieldset>
    </div>
  );
}
