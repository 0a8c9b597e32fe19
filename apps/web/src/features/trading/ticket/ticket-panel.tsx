import { useQuery } from '@tanstack/react-query';
import type { TradingStats } from '@vigia/contract';
import { useState } from 'react';
import { tradingMessages } from '../messages.es.ts';
import { activeTradesQuery } from '../queries.ts';
import { RunningChips } from '../strip/running-chips.tsx';
import { TicketFigures } from './ticket-figures.tsx';
import { OrderNotice, OtherPricesNote, PayoutProblem, TicketHeader } from './ticket-parts.tsx';
import { TicketSheet } from './ticket-sheet.tsx';
import { TradeButton } from './trade-buttons.tsx';
import { useTicket } from './use-ticket.ts';

type TicketPanelProps = { readonly symbol: string; readonly stats: TradingStats | undefined };

/**
 * Renders the order form of a full screen, with the account and the open trades: beside the chart on a phone held
 * sideways, else below it. Amount and length open the full order form. The buttons take the height that is left.
 */
export function TicketPanel({ symbol, stats }: TicketPanelProps) {
  const ticket = useTicket(symbol);
  const { failure, ratio } = ticket.payout;
  const { data: trades = [] } = useQuery(activeTradesQuery);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section
      data-keep-clear
      aria-label={tradingMessages.ticket.label}
      className="flex min-h-0 flex-col gap-2 overflow-y-auto border-line-strong bg-overlay p-2 landscape:w-64 landscape:shrink-0 landscape:border-l portrait:border-t"
    >
      {/* The space below keeps the figures out of the reach of the button with the account. */}
      <div className="shrink-0 pb-1.5">
        <TicketHeader ticket={ticket} />
      </div>
      {!isOpen && <OrderNotice ticket={ticket} />}
      <OtherPricesNote />
      {failure !== null && ratio === null && <PayoutProblem failure={failure} />}
      <div className="grid shrink-0 gap-1.5 landscape:grid-cols-2 portrait:auto-cols-fr portrait:grid-flow-col">
        <TicketFigures ticket={ticket} onEdit={() => setIsOpen(true)} />
      </div>
      {trades.length > 0 && <RunningChips trades={trades} fitting={2} />}
      <div className="grid shrink-0 grow gap-2 landscape:auto-rows-[minmax(var(--h-touch),1fr)] portrait:auto-rows-[56px] portrait:grid-cols-2 [&>button]:h-full">
        <TradeButton direction="CALL" ticket={ticket} hasKeys={false} />
        <TradeButton direction="PUT" ticket={ticket} hasKeys={false} />
      </div>
      <TicketSheet open={isOpen} ticket={ticket} stats={stats} onClose={() => setIsOpen(false)} />
    </section>
  );
}
