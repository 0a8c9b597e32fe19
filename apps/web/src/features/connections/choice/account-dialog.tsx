import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plug, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useAuth } from '#shared/auth/auth-context.ts';
import { accountKey, accountText, type TradingAccountRef } from '#shared/lib/account-name.ts';
import { chooseAccount, useChosenAccount, usePaperAccount } from '#shared/lib/chosen-account.ts';
import { cn } from '#shared/lib/cn.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { useAction } from '#shared/lib/use-action.ts';
import { AccountPill } from '#shared/ui/account-pill.tsx';
import { Badge } from '#shared/ui/badge.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { Money } from '#shared/ui/money.tsx';
import { Note } from '#shared/ui/note.tsx';
import { toast } from '#shared/ui/toast.ts';
import { connectionsMessages } from '../messages.es.ts';
import { useConnections } from '../use-connections.ts';
import { type AccountRow, accountRows } from './account-rows.ts';
import { RealMoneyForm } from './real-money-form.tsx';
import { requestedAccount } from './requested-account.ts';

const words = connectionsMessages.choice;

/**
 * Renders the picker of the account for new orders. A paper or demo account is chosen at once. A real account first
 * shows its conditions.
 */
export function AccountDialog() {
  const isOpen = useUi((ui) => ui.modal === 'account');
  const close = useUi((ui) => ui.closeModal);
  return (
    <Dialog open={isOpen} onOpenChange={close} title={words.title} description={words.text}>
      <AccountChoice onDone={close} />
    </Dialog>
  );
}

function AccountChoice({ onDone }: { readonly onDone: () => void }) {
  const queries = useQueryClient();
  const rows = useAccountRows();
  const { data: chosen } = useChosenAccount();
  const [asked, setAsked] = useState(requestedAccount.getState().asked);
  useEffect(() => requestedAccount.setState({ asked: null }), []);
  const choose = useAction(async (account: TradingAccountRef, confirm?: string) => {
    await chooseAccount(queries, account, confirm);
    toast.success(words.done(accountText(account)));
    onDone();
  });
  const isChosen = (row: AccountRow) => row.isInUse && chosen !== undefined && accountKey(row) === accountKey(chosen);
  const onRow = (row: AccountRow) => {
    if (isChosen(row)) return onDone();
    setAsked(row.kind === 'real' ? row : null);
    if (row.kind !== 'real') void choose.run(row);
  };
  return (
    <div className="grid gap-4">
      <ul className="grid gap-2" aria-label={words.title}>
        {rows.map((row) => (
          <li key={rowKey(row)}>
            <Row
              row={row}
              isChosen={isChosen(row)}
              isAsked={asked !== null && rowKey(row) === rowKey(asked)}
              isBusy={choose.isRunning}
              onChoose={() => onRow(row)}
            />
          </li>
        ))}
      </ul>
      {asked && (
        <RealMoneyForm
          key={rowKey(asked)}
          account={asked}
          currency={rows.find((row) => rowKey(row) === rowKey(asked))?.money?.currency ?? null}
          isRunning={choose.isRunning}
          onSubmit={(phrase) => void choose.run(asked, phrase)}
          onLeave={onDone}
        />
      )}
      {choose.failure !== null && <Refusal text={problemOf(choose.failure)} />}
      <Link
        to={PATHS.connections}
        onClick={onDone}
        className="touch-target flex items-center gap-2 text-13 text-accent"
      >
        <Plug size={15} aria-hidden />
        {words.connect}
      </Link>
    </div>
  );
}

/** Returns a key that is unique per account. */
const rowKey = (row: TradingAccountRef): string => `${accountKey(row)} ${row.accountId ?? ''}`;

function useAccountRows(): readonly AccountRow[] {
  const isAnonymous = useAuth().user?.is_anonymous === true;
  const { data } = useConnections({ enabled: !isAnonymous });
  const { data: chosen } = useChosenAccount();
  const { data: paper = null } = usePaperAccount();
  return accountRows(chosen, paper, data?.brokers ?? []);
}

type RowProps = {
  readonly row: AccountRow;
  readonly isChosen: boolean;
  readonly isAsked: boolean;
  readonly isBusy: boolean;
  readonly onChoose: () => void;
};

const Row = ({ row, isChosen, isAsked, isBusy, onChoose }: RowProps) => (
  <button
    type="button"
    onClick={onChoose}
    disabled={isBusy}
    aria-current={isChosen}
    className={cn(
      'flex min-h-14 w-full flex-wrap items-center gap-x-3 gap-y-1 rounded-control border p-3 text-left transition',
      isChosen ? 'border-accent bg-accent-tint' : 'border-line bg-raised hover:bg-hover',
      isAsked && 'border-mode-real-fill',
    )}
  >
    <AccountPill account={row} status={row.status} />
    {isChosen && <Badge>{words.now}</Badge>}
    <span className="ml-auto text-right text-14 font-semibold">
      {row.money && <Money amount={row.money.balance} currency={row.money.currency} />}
    </span>
    <span className="w-full text-12 text-fg-2">
      {row.accountId !== undefined &&
        row.money &&
        `${connectionsMessages.accountId(row.money.currency, row.accountId)} · `}
      {words.what[row.kind]}
    </span>
  </button>
);

const Refusal = ({ text }: { readonly text: string }) => (
  <div role="alert" ref={bringIntoView}>
    <Note icon={TriangleAlert} tone="error">
      <b>{words.refused}</b>
      <span>{text}</span>
    </Note>
  </div>
);

/** Scrolls to the message about the result. On a phone it may be below the visible part of the dialog. */
const bringIntoView = (answer: HTMLElement | null): void => answer?.parentElement?.scrollIntoView({ block: 'end' });
