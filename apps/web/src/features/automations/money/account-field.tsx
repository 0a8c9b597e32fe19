import type { AccountRef, AutomationKind } from '@vigia/core/vocabulary';
import { accountText } from '#shared/lib/account-name.ts';
import { AccountSelect } from './account-select.tsx';
import type { AutomationMoney } from './automation-accounts.ts';
import { automationMessages as words } from './messages.es.ts';

type AccountFieldProps = {
  readonly kind: AutomationKind;
  /** The setup or strategy; null if it is new. The server chooses the account of a new setup or strategy. */
  readonly owner: { readonly id: string; readonly name: string } | null;
  readonly account: AutomationMoney;
};

/**
 * Shows the account on which a setup or strategy trades. The fields below show amounts in the currency of this account.
 */
export const AccountField = ({ kind, owner, account: { account, currency } }: AccountFieldProps) => (
  <div className="grid gap-1.5">
    <span className="text-13 text-fg-2">{words.tradesOn}</span>
    {owner ? (
      <AccountSelect kind={kind} id={owner.id} name={owner.name} account={account} />
    ) : (
      <b className="text-13">{words.withCurrency(accountText(account), currency)}</b>
    )}
    <p className="text-12 text-fg-3">{owner ? amountsText(account, currency) : words.amountsOfNew(currency)}</p>
  </div>
);

const amountsText = ({ kind }: AccountRef, currency: string): string =>
  kind === 'real' ? words.amountsInReal(currency) : words.amountsIn(currency);
