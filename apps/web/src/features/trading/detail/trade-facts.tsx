import type { Option } from '@vigia/contract';
import { formatLength, lengthIn } from '@vigia/core/trades';
import type { ReactNode } from 'react';
import { accountText } from '#shared/lib/account-name.ts';
import { formatMoment, formatMoney } from '#shared/lib/format.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { CopyButton } from '#shared/ui/copy-button.tsx';
import { CurrentOutcomeText } from '../trades/current-outcome-text.tsx';
import { tradesMessages } from '../trades/messages.es.ts';
import { isUndecided, priceText, TradeProfit } from '../trades/outcome.tsx';
import { detailMessages as words } from './messages.es.ts';
import { isTickTime, payoutText, reportedValueText, timeText } from './reported-values.ts';
import { returnedAmountOf } from './result-explanation.ts';

type FactsProps = { readonly trade: Option; readonly decimals: number };

/** Renders the values that decided a trade, in groups. */
export const TradeFacts = ({ trade, decimals }: FactsProps) => (
  <div className="grid content-start gap-4">
    <MoneyFacts trade={trade} />
    <PriceFacts trade={trade} decimals={decimals} />
    <TimeFacts trade={trade} />
    <OrderFacts trade={trade} />
  </div>
);

function MoneyFacts({ trade }: { readonly trade: Option }) {
  const isActive = trade.status === 'active';
  const returned = isUndecided(trade) ? null : returnedAmountOf(trade);
  return (
    <Group title={words.money}>
      <Fact name={words.amount}>{formatMoney(trade.amount, trade.currency)}</Fact>
      <Fact name={trade.payout === null ? words.payoutPlain : words.payout}>{payoutText(trade)}</Fact>
      <Fact name={isActive ? words.wouldReceive : words.received}>
        {returned === null ? words.none : formatMoney(returned, trade.currency)}
      </Fact>
      <Fact name={isActive ? words.ifItEndedNow : words.result}>
        {isActive ? <CurrentOutcomeText trade={trade} /> : <TradeProfit trade={trade} />}
      </Fact>
    </Group>
  );
}

function PriceFacts({ trade, decimals }: FactsProps) {
  const { settlement } = trade;
  const isTick = isTickTime(trade);
  const price = (value: number | null) => reportedValueText(trade, value, (stated) => priceText(stated, decimals));
  const time = (value: string | null) => reportedValueText(trade, value, (stated) => timeText(trade, stated));
  return (
    <Group title={words.prices}>
      <Fact name={words.entry}>{price(trade.entry_price)}</Fact>
      <Fact name={isTick ? words.entryTick : words.entryTime}>{time(trade.entry_tick_time)}</Fact>
      {settlement && (
        <>
          <Fact name={words.settle}>{price(settlement.price)}</Fact>
          <Fact name={isTick ? words.settleTick : words.settleTime}>{time(settlement.tick_time)}</Fact>
        </>
      )}
      <Fact name={words.source}>
        <Badge tone={trade.source === 'simulated' ? 'simulated' : 'plain'}>{words.sourceName(trade.source)}</Badge>
      </Fact>
    </Group>
  );
}

function TimeFacts({ trade }: { readonly trade: Option }) {
  const { settlement } = trade;
  return (
    <Group title={words.times}>
      <Fact name={words.accepted}>{formatMoment(trade.entry_time)}</Fact>
      <Fact name={words.duration}>{formatLength(lengthIn(trade))}</Fact>
      <Fact name={words.expiry}>{formatMoment(trade.expiry_time)}</Fact>
      {settlement && <Fact name={words.settled}>{formatMoment(settlement.settled_at)}</Fact>}
      {settlement?.corrected_at && <Fact name={words.corrected}>{formatMoment(settlement.corrected_at)}</Fact>}
    </Group>
  );
}

function OrderFacts({ trade }: { readonly trade: Option }) {
  const { broker } = trade;
  const account =
    broker === 'mock'
      ? words.venueName(broker)
      : `${words.venueName(broker)} · ${accountText({ broker: trade.broker, kind: trade.account })}`;
  return (
    <Group title={words.order}>
      <Fact name={words.account}>{account}</Fact>
      <Fact name={words.origin}>{tradesMessages.origins[trade.origin]}</Fact>
      <div>
        <dt className="sr-only">{words.id}</dt>
        <dd className="flex items-center justify-between gap-3">
          <span className="min-w-0 text-12 break-all text-fg-2">{trade.id}</span>
          <CopyButton text={trade.id} label={words.copyId} />
        </dd>
      </div>
    </Group>
  );
}

const Group = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section>
    <h3 className="mb-1.5 text-12 font-medium text-fg-3">{title}</h3>
    <dl className="grid gap-1.5 text-13">{children}</dl>
  </section>
);

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-4">
    <dt className="text-fg-2">{name}</dt>
    <dd className="text-right font-medium whitespace-nowrap">{children}</dd>
  </div>
);
