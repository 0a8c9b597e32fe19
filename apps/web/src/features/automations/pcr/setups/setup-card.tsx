import type { PcrSetupView } from '@vigia/contract';
import { expiryLengthIn, formatLength } from '@vigia/core/trades';
import { CircleHelp, Copy, Eye, type LucideIcon, Pencil, Trash2, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useOtherPricesWarning } from '#shared/lib/other-prices.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { Card } from '#shared/ui/card.tsx';
import { Money } from '#shared/ui/money.tsx';
import { Note } from '#shared/ui/note.tsx';
import { TextButton } from '#shared/ui/text-button.tsx';
import { Tooltip } from '#shared/ui/tooltip.tsx';
import { NextEntryNote } from '../../entry/next-entry-note.tsx';
import { AccountSelect } from '../../money/account-select.tsx';
import { GraduationDetailsButton } from '../../money/graduation-details-button.tsx';
import { automationAccount } from '../../money/practice-account.ts';
import { PaperGapNote } from '../../paper-gap/paper-gap-note.tsx';
import { editorMessages } from '../editor/messages.es.ts';
import { pcrMessages } from '../messages.es.ts';
import { areRulesKnown } from '../model/draft.ts';
import { ActiveSwitch } from './active-switch.tsx';
import { statisticsMessages } from './messages.es.ts';
import { SetupWinRate } from './setup-win-rate.tsx';

const words = pcrMessages.card;

/** Actions of a setup card. */
export type SetupAction = 'edit' | 'clone' | 'remove' | 'whyNot' | 'statistics';

type SetupCardProps = { readonly setup: PcrSetupView; readonly onAction: (action: SetupAction) => void };

/** Shows one setup: whether it is active, its signals of today, its win rate, and its actions. */
export function SetupCard({ setup, onAction }: SetupCardProps) {
  const { name, asset, timeframe } = setup;
  const length = formatLength(expiryLengthIn(setup));
  const other = useOtherPricesWarning(setup.price_source);
  const canRead = areRulesKnown(setup);
  return (
    <Card className="flex flex-col" aria-label={name}>
      <div className="grid flex-1 content-start gap-3 p-4">
        <header className="flex items-start justify-between gap-3">
          <div className="min-w-0">
            <h3 className="truncate text-14">{name}</h3>
            <p className="text-12 text-fg-2">{words.about(asset, editorMessages.timeframes[timeframe], length)}</p>
          </div>
          <Standing setup={setup} />
        </header>
        {!canRead && (
          <Note icon={TriangleAlert} tone="warn">
            <span>{words.unreadable}</span>
          </Note>
        )}
        {other && <p className="text-12 text-warn">{words.otherPrices(other.own, other.seen)}</p>}
        <SetupWinRate card={setup.card} />
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 text-12 text-fg-2">
          <span>
            <b className="text-13 text-fg-1">{words.today(setup.signals_today)}</b>
            {` · ${words.total(setup.total_signals)}`}
          </span>
          <Badge tone={setup.auto_trade ? 'accent' : 'plain'}>
            {setup.auto_trade ? words.tradesAlone(setup.is_active) : words.onlySignals}
          </Badge>
        </div>
        {!setup.is_demo && setup.auto_trade && (
          <>
            <AccountSelect kind="pcr" id={setup.id} name={name} account={automationAccount(setup)} />
            <GraduationDetailsButton kind="pcr" id={setup.id} name={name} currency={setup.currency} />
          </>
        )}
        <Profit setup={setup} />
        <PaperGapNote source={setup.price_source} autoTrade={setup.auto_trade} />
        <NextEntryNote
          isActive={setup.is_active}
          autoTrade={setup.auto_trade}
          timeframe={timeframe}
          trigger={setup.trigger}
          delay={setup.entry_delay}
        />
        <p className="text-12">
          <TextButton aria-label={words.spoken(statisticsMessages.open, name)} onClick={() => onAction('statistics')}>
            {statisticsMessages.open}
          </TextButton>
        </p>
      </div>
      <footer className="flex items-center gap-1 border-t border-line px-2 py-2">
        {canRead && (
          <CardButton setup={setup} label={setup.is_demo ? words.look : words.edit} onClick={() => onAction('edit')}>
            {setup.is_demo ? <Eye size={15} aria-hidden /> : <Pencil size={15} aria-hidden />}
          </CardButton>
        )}
        <CardButton setup={setup} label={words.whyNot} onClick={() => onAction('whyNot')}>
          <CircleHelp size={15} aria-hidden />
        </CardButton>
        <span className="ml-auto flex">
          <IconAction label={words.spoken(words.clone, name)} icon={Copy} onClick={() => onAction('clone')} />
          {!setup.is_demo && (
            <IconAction label={words.spoken(words.remove, name)} icon={Trash2} onClick={() => onAction('remove')} />
          )}
        </span>
      </footer>
    </Card>
  );
}

/** Shows the active switch; a built-in setup has none. */
function Standing({ setup }: { readonly setup: PcrSetupView }) {
  if (setup.is_demo) return <Badge>{words.house}</Badge>;
  return (
    <span className="flex items-center gap-2 text-12 text-fg-2 touch:min-h-(--h-touch)">
      <span aria-hidden>{setup.is_active ? words.active : words.inactive}</span>
      <ActiveSwitch setup={setup} label={words.on(setup.name)} />
    </span>
  );
}

const Profit = ({ setup: { profit, currency } }: { readonly setup: PcrSetupView }) => (
  <p className="flex items-center justify-between gap-3 text-12 text-fg-2">
    {words.profit}
    {profit === null ? (
      <span className="text-fg-3">{words.noProfit}</span>
    ) : (
      <Money currency={currency} amount={profit} kind="result" className="text-13 font-semibold" />
    )}
  </p>
);

type CardButtonProps = {
  readonly setup: PcrSetupView;
  readonly label: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
};

const CardButton = ({ setup, label, onClick, children }: CardButtonProps) => (
  <Button
    variant="ghost"
    size="sm"
    className="px-2 touch:h-(--h-touch)"
    aria-label={words.spoken(label, setup.name)}
    onClick={onClick}
  >
    {children}
    {label}
  </Button>
);

type IconActionProps = { readonly label: string; readonly icon: LucideIcon; readonly onClick: () => void };

const IconAction = ({ label, icon: Icon, onClick }: IconActionProps) => (
  <Tooltip text={label}>
    <Button variant="ghost" size="icon" aria-label={label} onClick={onClick}>
      <Icon size={15} aria-hidden />
    </Button>
  </Tooltip>
);
