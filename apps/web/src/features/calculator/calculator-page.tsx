import { Link2Off, Share2 } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import { cn } from '#shared/lib/cn.ts';
import { usePageTitle } from '#shared/lib/use-page-title.ts';
import { Button } from '#shared/ui/button.tsx';
import { Note } from '#shared/ui/note.tsx';
import { toast } from '#shared/ui/toast.ts';
import { InputsCard } from './inputs/inputs-card.tsx';
import { calculatorMessages as words } from './messages.es.ts';
import type { CalculatorDraft, CalculatorSearch } from './model/address.ts';
import { searchParamsOf } from './model/address.ts';
import { type CalculatorValues, NUMBER_FIELDS } from './model/fields.ts';
import { sessionsOf } from './model/results.ts';
import { addressFaultText } from './model/words-of.ts';
import { FanCard } from './results/fan-card.tsx';
import { MartingaleCard } from './results/martingale-card.tsx';
import { PayoutsCard } from './results/payouts-card.tsx';
import { PlanCard } from './results/plan-card.tsx';
import { StreakCard } from './results/streak-card.tsx';
import { ResultTiles } from './results/tiles.tsx';
import { useDraft } from './use-draft.ts';

type CalculatorPageProps = {
  readonly search: CalculatorSearch;
  readonly onSearch: (search: CalculatorSearch) => void;
  /** Returns the full URL that opens the calculator with these numbers. */
  readonly addressOf: (search: CalculatorSearch) => string;
};

const columnClass = 'grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 max-md:gap-3';
/** Class of a pair of columns on a desktop. On a phone the cards are stacked in the same order. */
const pairClass = cn(columnClass, 'max-md:contents max-md:[&>:last-child]:order-1');

/** Renders the consequences of a win rate and a payout. All inputs are in the URL. */
export function CalculatorPage({ search, onSearch, addressOf }: CalculatorPageProps) {
  usePageTitle(words.title);
  const { draft, type, put, choose, reset } = useDraft(search, onSearch);
  // Typing has priority. The simulation of many sessions therefore runs in a deferred render.
  const values = useDeferredValue(draft.values);
  const sessions = useMemo(() => sessionsOf(values), [values]);
  const editing = { draft, onType: type };
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 pt-1">
        <div>
          <h1>{words.title}</h1>
          <p className="text-fg-2">{words.text}</p>
        </div>
        <Button className="max-md:w-full" onClick={() => void copyLink(addressOf(searchParamsOf(draft.values)))}>
          <Share2 size={16} aria-hidden />
          {words.copyLink}
        </Button>
      </div>
      <AddressFaults draft={draft} />
      {/* Beside an open sidebar, a tablet has no space for two columns. */}
      <div className="@container">
        <div className="grid grid-cols-[320px_minmax(0,1fr)] items-start gap-4 max-lg:grid-cols-[280px_minmax(0,1fr)] max-md:grid-cols-[minmax(0,1fr)] max-md:gap-3 @max-[620px]:grid-cols-[minmax(0,1fr)]">
          <InputsCard
            {...editing}
            onStaking={(staking) => choose({ staking })}
            onKelly={(kelly) => choose({ kelly })}
            onRate={(rate) => put('winRate', Number((rate * 100).toFixed(2)))}
            onReset={reset}
          />
          <div className={columnClass}>
            <ResultTiles values={values} sessions={sessions} />
            <FanCard
              values={values}
              sessions={sessions}
              onAnother={() => put('seed', nextSeed(draft.values))}
              onFixed={() => choose({ staking: 'fijo' })}
            />
          </div>
          <div className="col-start-2 grid grid-cols-2 items-start gap-4 max-lg:col-span-2 max-lg:col-start-1 max-md:col-span-1 max-md:grid-cols-[minmax(0,1fr)] max-md:gap-3 @max-[620px]:col-span-1 @max-[620px]:grid-cols-[minmax(0,1fr)]">
            <div className={pairClass}>
              <MartingaleCard {...editing} />
              <PlanCard {...editing} />
            </div>
            <div className={pairClass}>
              <StreakCard {...editing} />
              <PayoutsCard values={draft.values} />
            </div>
          </div>
        </div>
      </div>
    </>
  );
}

const nextSeed = ({ seed }: CalculatorValues): number => (seed % NUMBER_FIELDS.seed.max) + 1;

/** Lists invalid parameters of the URL until the user types. */
function AddressFaults({ draft: { addressFaults, values } }: { readonly draft: CalculatorDraft }) {
  if (addressFaults.length === 0) return null;
  return (
    <Note icon={Link2Off} tone="warn">
      <b>{words.address.title}</b>
      <ul role="alert">
        {addressFaults.map((fault) => (
          <li key={fault.key} className="wrap-anywhere">
            {addressFaultText(fault, values)}
          </li>
        ))}
      </ul>
    </Note>
  );
}

async function copyLink(address: string): Promise<void> {
  // The clipboard API exists only on secure origins. Even there, the browser may refuse access.
  const isCopied =
    (await navigator.clipboard?.writeText(address).then(
      () => true,
      () => false,
    )) ?? false;
  if (isCopied) toast.success(words.linkCopied, { description: words.linkCopiedText });
  else toast.error(words.linkRefused, { description: words.linkRefusedText });
}
