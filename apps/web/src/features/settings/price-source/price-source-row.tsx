import { Link } from '@tanstack/react-router';
import type { MarketSourceView } from '@vigia/contract';
import { Info } from 'lucide-react';
import { accountText, PAPER_ACCOUNT } from '#shared/lib/account-name.ts';
import { useChosenAccount } from '#shared/lib/chosen-account.ts';
import { cn } from '#shared/lib/cn.ts';
import { PATHS } from '#shared/lib/paths.ts';
import type { ShownPrices } from '#shared/lib/price-feed-store.ts';
import { Note } from '#shared/ui/note.tsx';
import { Radio } from '#shared/ui/radio.tsx';
import { LoadedQuery } from '../loaded-query.tsx';
import { SettingRow } from '../setting-row.tsx';
import { priceSourceMessages as words } from './messages.es.ts';
import { sourceNameIn, useMarketSource } from './use-market-source.ts';

/** Renders the picker for the price source of the screen and of paper trades. */
export function PriceSourceRow() {
  const { view, shown, wished, choose } = useMarketSource();
  return (
    <div className="border-t border-line">
      <LoadedQuery query={view} rows={1}>
        {(loaded) => (
          <>
            <SettingRow title={words.title} hint={words.hint}>
              <fieldset aria-label={words.title} className="grid gap-0.5 md:w-[264px]">
                {loaded.options.map((option) => (
                  <Choice
                    key={option.source}
                    option={option}
                    isChosen={option.source === (wished ?? loaded.chosen)}
                    state={option.source === loaded.source ? stateOf(loaded, shown) : null}
                    onChoose={() => choose(option.source)}
                  />
                ))}
              </fieldset>
            </SettingRow>
            {loaded.follows_mode && <FollowsMode source={sourceNameIn(loaded, loaded.source)} />}
          </>
        )}
      </LoadedQuery>
    </div>
  );
}

/** Returns the state of a price source. The state from the stream is newer than the state in the last response. */
const stateOf = ({ source, state }: MarketSourceView, shown: ShownPrices | null): MarketSourceView['state'] =>
  shown?.source === source ? shown.state : state;

type ChoiceProps = {
  readonly option: MarketSourceView['options'][number];
  readonly isChosen: boolean;
  /** State of the price source on the screen. Null if this source is not on the screen. */
  readonly state: MarketSourceView['state'] | null;
  readonly onChoose: () => void;
};

function Choice({ option: { source, name, available }, isChosen, state, onChoose }: ChoiceProps) {
  const { before, link } = words.connect(name);
  return (
    <div className={cn('rounded-control px-2 py-1.5', isChosen && 'bg-accent-tint')}>
      <label
        className={cn(
          'flex items-center gap-2.5 text-13 touch:min-h-(--h-touch)',
          available ? 'cursor-pointer' : 'text-fg-3',
        )}
      >
        <Radio
          name="price-source"
          value={source}
          checked={isChosen}
          // If a source is chosen, it stays selectable while its broker is disconnected.
          disabled={!available && !isChosen}
          onChange={onChoose}
        />
        <span className="min-w-0 grow">{name}</span>
      </label>
      {state !== null && (
        <p role="status" className={cn('pl-6.5 text-12 max-md:pl-7.5', state === 'live' ? 'text-fg-2' : 'text-warn')}>
          {words.states[state]}
        </p>
      )}
      {!available && (
        <p className="pl-6.5 text-12 text-fg-3 max-md:pl-7.5">
          {before}
          <Link to={PATHS.connections} className="text-accent underline">
            {link}
          </Link>
        </p>
      )}
    </div>
  );
}

function FollowsMode({ source }: { readonly source: string }) {
  const { data: account } = useChosenAccount();
  return (
    <Note icon={Info} className="mx-4 mb-3">
      {words.followsAccount(accountText(account ?? PAPER_ACCOUNT), source)}
    </Note>
  );
}
