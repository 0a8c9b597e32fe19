import type { AccountView } from '@vigia/contract';
import type { Currency } from '@vigia/core/vocabulary';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useChosenConnection } from '#features/connections/use-chosen-connection.ts';
import { useAuth } from '#shared/auth/auth-context.ts';
import { accountText } from '#shared/lib/account-name.ts';
import { useChosenAccount } from '#shared/lib/chosen-account.ts';
import { formatMoney, formatShortMoney } from '#shared/lib/format.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { useIsMobile } from '#shared/lib/use-media-query.ts';
import { AccountPill } from '#shared/ui/account-pill.tsx';
import { Button } from '#shared/ui/button.tsx';
import { uiMessages } from '#shared/ui/messages.es.ts';
import { Money } from '#shared/ui/money.tsx';
import { Popover, PopoverPanel, PopoverTrigger } from '#shared/ui/popover.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { appMessages } from '../messages.es.ts';

const words = appMessages.header;

/**
 * Shows the chosen account and its balance. A click on the account opens the account picker. A click on the balance
 * opens the balance details.
 */
export function AccountSummary() {
  const { data: account, isError } = useChosenAccount();
  if (!account) {
    return isError ? (
      <span className="text-12 text-error max-md:mr-auto">{words.balanceUnknown}</span>
    ) : (
      <Skeleton className="h-7 w-44 max-md:mr-auto" />
    );
  }
  return (
    <>
      <AccountButton account={account} />
      <Balance account={account} />
    </>
  );
}

function AccountButton({ account }: { readonly account: AccountView }) {
  const openModal = useUi((ui) => ui.openModal);
  const isAnonymous = useAuth().user?.is_anonymous === true;
  const connection = useChosenConnection(!isAnonymous);
  const state = connection ? words.brokerOf(connection.name, uiMessages.connection[connection.status]) : '';
  return (
    <button
      type="button"
      onClick={() => openModal('account')}
      aria-haspopup="dialog"
      aria-label={words.account(accountText(account), state)}
      className="min-w-0 rounded-pill transition hover:brightness-110 touch:-my-2 touch:py-2"
    >
      <AccountPill account={account} status={connection?.status ?? null} />
    </button>
  );
}

/** Length in characters up to which a balance fits next to the header buttons on a phone. */
const PHONE_LENGTH = 11;

/**
 * Returns the balance as a phone shows it. A long balance is shortened, such as `1 M CLP`. The panel below shows all
 * digits.
 */
function phoneText(balance: number, currency: Currency): string {
  const whole = formatMoney(balance, currency);
  return whole.length > PHONE_LENGTH ? formatShortMoney(balance, currency) : whole;
}

function Balance({ account }: { readonly account: AccountView }) {
  const [isOpen, setOpen] = useState(false);
  const mobile = useIsMobile();
  const openModal = useUi((ui) => ui.openModal);
  const { balance, held, currency, kind } = account;
  const reset = () => {
    setOpen(false);
    openModal('resetBalance');
  };
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger
        aria-label={words.balanceOf(formatMoney(balance, currency))}
        className="-mx-2 grid rounded-control px-2 py-1 shrink-0 text-right leading-none transition hover:bg-hover max-md:mx-0 max-md:ml-auto touch:h-(--h-touch) touch:content-center max-md:px-1"
      >
        <small className="text-12 text-fg-3 max-md:sr-only">{words.balance}</small>
        <b className="text-14 whitespace-nowrap">
          {mobile ? phoneText(balance, currency) : formatMoney(balance, currency)}
        </b>
      </PopoverTrigger>
      <PopoverPanel
        align="end"
        aria-label={words.balance}
        className="grid w-[280px] gap-3 p-4 text-13"
        onOpenAutoFocus={focusPanel}
      >
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5">
          <dt className="text-fg-2">{words.balance}</dt>
          <dd className="text-right font-semibold">
            <Money amount={balance} currency={currency} />
          </dd>
          <dt className="text-fg-2">{words.held}</dt>
          <dd className="text-right">
            <Money amount={held} currency={currency} />
          </dd>
        </dl>
        {kind === 'mock' && (
          <Button size="sm" full onClick={reset}>
            <RotateCcw size={14} aria-hidden />
            {words.resetBalance}
          </Button>
        )}
      </PopoverPanel>
    </Popover>
  );
}

/** Gives the focus to the panel, not to its only button: an Enter too many would lead to a reset of the balance. */
function focusPanel(opened: Event): void {
  opened.preventDefault();
  if (opened.currentTarget instanceof HTMLElement) opened.currentTarget.focus();
}
