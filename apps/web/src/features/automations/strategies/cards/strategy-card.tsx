import type { StrategyView } from '@vigia/contract';
import { findsSignalsOnCandles } from '@vigia/core/strategy-definitions';
import type { StrategyStatus } from '@vigia/core/vocabulary';
import { Ellipsis, History, LoaderCircle, Pause, Pencil, Play, Webhook } from 'lucide-react';
import type { ReactNode } from 'react';
import { useOtherPricesWarning } from '#shared/lib/other-prices.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { Menu, MenuItem } from '#shared/ui/menu.tsx';
import { NextEntryNote } from '../../entry/next-entry-note.tsx';
import { AccountSelect } from '../../money/account-select.tsx';
import { GraduationDetailsButton } from '../../money/graduation-details-button.tsx';
import { automationAccount } from '../../money/practice-account.ts';
import { PaperGapNote } from '../../paper-gap/paper-gap-note.tsx';
import { strategiesMessages as words } from '../messages.es.ts';
import { detailsInWords, strategyInWords } from '../model/describe.ts';
import type { StrategyActions } from './actions.ts';
import { CardPerformance } from './card-performance.tsx';

type StrategyCardProps = {
  readonly strategy: StrategyView;
  readonly actions: StrategyActions;
  /** Progress of a running backtest in words. Null while none is running. */
  readonly testing: string | null;
  /** Whether a status change is pending. */
  readonly changing: boolean;
};

const TONES = { active: 'ok', paused: 'warn', inactive: 'plain' } as const satisfies Record<StrategyStatus, string>;

/** Shows one strategy: rules, performance and actions. */
export function StrategyCard({ strategy, actions, testing, changing }: StrategyCardProps) {
  const { name, status } = strategy;
  const other = useOtherPricesWarning(strategy.price_source);
  return (
    <li className="flex min-w-0 flex-col rounded-card border border-line bg-surface">
      <article aria-label={name} className="flex grow flex-col">
        <div className="flex grow flex-col gap-3 p-4">
          <header>
            <div className="flex items-start justify-between gap-3">
              <h2 className="min-w-0 truncate">{name}</h2>
              <div className="flex shrink-0 items-center gap-1.5">
                {strategy.auto_trade && <Badge tone="accent">{words.tradesAlone(status === 'active')}</Badge>}
                <Badge tone={TONES[status]}>{words.statuses[status]}</Badge>
              </div>
            </div>
            <p className="-mt-0.5 truncate text-12 text-fg-3">{strategyInWords(strategy)}</p>
            {detailsInWords(strategy).map((text) => (
              <p key={text} className="mt-1 line-clamp-3 text-12 text-fg-2">
                {text}
              </p>
            ))}
          </header>
          {other && <p className="text-12 text-warn">{words.otherPrices(other.own, other.seen)}</p>}
          {strategy.auto_trade && (
            <>
              <AccountSelect kind="strategy" id={strategy.id} name={name} account={automationAccount(strategy)} />
              <GraduationDetailsButton kind="strategy" id={strategy.id} name={name} currency={strategy.currency} />
            </>
          )}
          <CardPerformance
            strategy={strategy}
            onTest={() => actions.onTest(strategy)}
            onDoor={() => actions.onDoor(strategy)}
          />
          <PaperGapNote source={strategy.price_source} autoTrade={strategy.auto_trade} />
          <NextEntryNote
            isActive={status === 'active'}
            autoTrade={strategy.auto_trade}
            timeframe={strategy.timeframe}
            delay={strategy.entry_delay}
          />
        </div>
        <footer className="flex items-center gap-1 border-t border-line px-2 py-1.5 max-md:py-1">
          {findsSignalsOnCandles(strategy.type) ? (
            <FootButton
              label={testing === null ? words.testOf(name) : words.testing(name, testing)}
              onClick={() => actions.onTest(strategy)}
            >
              {testing === null ? (
                <History size={16} aria-hidden />
              ) : (
                <LoaderCircle size={16} className="animate-spin" aria-hidden />
              )}
              {testing ?? words.test}
            </FootButton>
          ) : (
            <FootButton label={words.doorOf(name)} onClick={() => actions.onDoor(strategy)}>
              <Webhook size={16} aria-hidden />
              {words.door}
            </FootButton>
          )}
          <FootButton label={words.editOf(name)} onClick={() => actions.onEdit(strategy)}>
            <Pencil size={16} aria-hidden />
            {words.edit}
          </FootButton>
          <span className="ml-auto flex items-center gap-1">
            <CardMenu strategy={strategy} actions={actions} />
            <StatusButton strategy={strategy} changing={changing} onStatus={actions.onStatus} />
          </span>
        </footer>
      </article>
    </li>
  );
}

type StatusButtonProps = Pick<StrategyActions, 'onStatus'> & {
  readonly strategy: StrategyView;
  readonly changing: boolean;
};

function StatusButton({ strategy, changing, onStatus }: StatusButtonProps) {
  const active = strategy.status === 'active';
  const Icon = active ? Pause : Play;
  return (
    <Button
      variant={active ? 'ghost' : 'secondary'}
      className="px-2.5 max-md:px-1.5"
      loading={changing}
      aria-label={active ? words.pauseOf(strategy.name) : words.activateOf(strategy.name)}
      onClick={() => onStatus(strategy, active ? 'paused' : 'active')}
    >
      {!changing && <Icon size={16} aria-hidden />}
      {active ? words.pause : words.activate}
    </Button>
  );
}

type FootButtonProps = { readonly label: string; readonly onClick: () => void; readonly children: ReactNode };

const FootButton = ({ label, onClick, children }: FootButtonProps) => (
  <Button variant="ghost" className="px-2.5 max-md:px-1.5" aria-label={label} onClick={onClick}>
    {children}
  </Button>
);

type CardMenuProps = { readonly strategy: StrategyView; readonly actions: StrategyActions };

/** The menu of less frequent actions: copy, deactivate, delete. */
const CardMenu = ({ strategy, actions }: CardMenuProps) => (
  <Menu
    trigger={
      <Button variant="ghost" size="icon" aria-label={words.more(strategy.name)}>
        <Ellipsis size={16} aria-hidden />
      </Button>
    }
  >
    <MenuItem onSelect={() => actions.onSignals(strategy)}>{words.signals}</MenuItem>
    <MenuItem onSelect={() => actions.onWhyNot(strategy)}>{words.whyNot}</MenuItem>
    <MenuItem onSelect={() => actions.onDuplicate(strategy)}>{words.duplicate}</MenuItem>
    {strategy.status !== 'inactive' && (
      <MenuItem onSelect={() => actions.onStatus(strategy, 'inactive')}>{words.deactivate}</MenuItem>
    )}
    <MenuItem danger onSelect={() => actions.onRemove(strategy)}>
      {words.remove}
    </MenuItem>
  </Menu>
);
