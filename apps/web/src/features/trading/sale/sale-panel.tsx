import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Option, SaleView } from '@vigia/contract';
import { Info, LoaderCircle } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { brokerName } from '#shared/lib/broker-name.ts';
import { cn } from '#shared/lib/cn.ts';
import { formatMoney, formatSignedMoney } from '#shared/lib/format.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { useServices } from '#shared/lib/services.ts';
import { useAction } from '#shared/lib/use-action.ts';
import { useServerNow } from '#shared/lib/use-now.ts';
import { Button } from '#shared/ui/button.tsx';
import { FieldError } from '#shared/ui/field.tsx';
import { Money } from '#shared/ui/money.tsx';
import { Note } from '#shared/ui/note.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { ErrorState } from '#shared/ui/states.tsx';
import { storeChangedTrade } from '../trades/live-trades.ts';
import { saleMessages as words } from './messages.es.ts';
import { postSale, saleQuery } from './sale-query.ts';

/** Age in milliseconds from which a sale price is too old to predict the price that the broker pays now. */
const TOO_OLD_MS = 10_000;

type Offer = Extract<SaleView, { readonly state: 'offered' }>;

/** Shows the price for which an open trade can be sold, and sells the trade after one confirmation. */
export function SalePanel({ trade }: { readonly trade: Option }) {
  const query = useQuery(saleQuery(trade.id));
  return (
    <section aria-label={words.title} className="grid gap-2.5 rounded-card border border-line bg-raised p-3">
      <h3 className="text-12 font-medium text-fg-3">{words.title}</h3>
      {query.data ? (
        <Known trade={trade} sale={query.data} />
      ) : query.isError ? (
        <ErrorState title={words.failed} text={problemOf(query.error)} onRetry={() => void query.refetch()} />
      ) : (
        <div role="status" aria-label={words.loading}>
          <Skeleton className="h-9 w-full" />
        </div>
      )}
    </section>
  );
}

type KnownProps = { readonly trade: Option; readonly sale: SaleView };

/** While the confirmation is open, the offer does not update. Otherwise the price could change just before the tap. */
function Known({ trade, sale }: KnownProps) {
  const { api } = useServices();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<Offer | null>(null);
  const [isBack, setBack] = useState(false);
  const selling = useAction(async ({ price }: Offer) => {
    try {
      storeChangedTrade(queries, await postSale(api, trade.id, price, crypto.randomUUID()));
    } finally {
      setAsked(null);
      await queries.invalidateQueries({ queryKey: saleQuery(trade.id).queryKey });
    }
  });
  const close = () => {
    setBack(true);
    setAsked(null);
  };
  if (selling.isRunning) return <Selling trade={trade} price={asked?.price ?? null} />;
  if (asked !== null) return <Confirmation trade={trade} offer={asked} onSell={selling.run} onCancel={close} />;
  return (
    <>
      {selling.failure !== null && <FieldError>{problemOf(selling.failure)}</FieldError>}
      {sale.state === 'selling' && <Selling trade={trade} price={sale.min_price} />}
      {sale.state === 'unavailable' && (
        <Note icon={Info} tone="plain">
          {sale.reason}
        </Note>
      )}
      {sale.state === 'offered' && <Offered trade={trade} offer={sale} isBack={isBack} onAsk={() => setAsked(sale)} />}
    </>
  );
}

type OfferedProps = {
  readonly trade: Option;
  readonly offer: Offer;
  /** Whether the user has just cancelled the confirmation. The button then gets the focus again. */
  readonly isBack: boolean;
  readonly onAsk: () => void;
};

function Offered({ trade, offer, isBack, onAsk }: OfferedProps) {
  const ageMs = Math.max(0, useServerNow() - Date.parse(offer.stated_at));
  const isOld = ageMs >= TOO_OLD_MS;
  const button = useFocus(isBack);
  return (
    <>
      <dl className={cn('grid gap-1.5 text-13', isOld && 'opacity-60')}>
        <Line name={words.pays(brokerName(trade.broker))}>
          <span>
            {formatMoney(offer.price, offer.currency)}{' '}
            <span className="text-12 font-normal text-fg-3">{words.age(Math.floor(ageMs / 1_000))}</span>
          </span>
        </Line>
        <Line name={words.result}>
          <Money amount={offer.profit} currency={offer.currency} kind="result" />
        </Line>
      </dl>
      <Button ref={button} full disabled={isOld} onClick={onAsk}>
        {words.sell}
      </Button>
      {isOld && <p className="text-12 text-warn">{words.tooOld}</p>}
    </>
  );
}

type ConfirmationProps = {
  readonly trade: Option;
  readonly offer: Offer;
  readonly onSell: (offer: Offer) => Promise<boolean>;
  readonly onCancel: () => void;
};

function Confirmation({ trade, offer, onSell, onCancel }: ConfirmationProps) {
  const price = formatMoney(offer.price, offer.currency);
  const button = useFocus(true);
  return (
    <>
      <p className="text-13 text-fg-2">
        {words.confirmQuestion(price, formatSignedMoney(offer.profit, offer.currency))}
      </p>
      <div className="grid grid-cols-2 gap-2">
        <Button onClick={onCancel}>{words.cancel}</Button>
        <Button ref={button} variant={trade.account === 'real' ? 'real' : 'primary'} onClick={() => void onSell(offer)}>
          {words.confirm(price)}
        </Button>
      </div>
    </>
  );
}

/** Shows that a sale is in flight, or that its response was lost. */
const Selling = ({ trade, price }: { readonly trade: Option; readonly price: number | null }) => (
  <div role="status" className="grid gap-1 text-13">
    <b className="flex items-center gap-2">
      <LoaderCircle size={14} aria-hidden className="animate-spin" />
      {words.selling}
    </b>
    {price !== null && (
      <p className="text-12 text-fg-2">
        {words.sellingText(formatMoney(price, trade.currency), brokerName(trade.broker))}
      </p>
    )}
  </div>
);

const Line = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-4">
    <dt className="text-fg-2">{name}</dt>
    <dd className="text-right font-medium whitespace-nowrap">{children}</dd>
  </div>
);

/** Returns a ref that focuses its button on mount if `isWanted` is true. */
function useFocus(isWanted: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isWanted) button.current?.focus();
  }, [isWanted]);
  return button;
}
