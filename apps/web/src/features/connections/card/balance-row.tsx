import type { BrokerAccountType, BrokerView } from '@vigia/contract';
import { Money } from '#shared/ui/money.tsx';
import { Segmented } from '#shared/ui/segmented.tsx';
import { connectionsMessages as words } from '../messages.es.ts';

const TYPES = ['demo', 'real'] as const satisfies readonly BrokerAccountType[];

type BalanceRowProps = { readonly broker: BrokerView; readonly onChoose: (type: BrokerAccountType) => void };

/** Balance of the chosen account, and the choice between demo and real money. */
export function BalanceRow({ broker: { display_name: name, status }, onChoose }: BalanceRowProps) {
  const { account_info: account, current_account_type: chosen } = status;
  const has = (type: BrokerAccountType) => account.accounts.some((each) => each.type === type);
  return (
    <div className="flex items-center justify-between gap-3">
      <div className="min-w-0">
        <small className="block text-12 text-fg-3">{chosen ? words.balanceOf[chosen] : words.balance}</small>
        <b className="text-20 font-semibold">
          {account.current_balance === null ? (
            words.noBalance
          ) : (
            <Money amount={account.current_balance} currency={account.currency ?? 'USD'} />
          )}
        </b>
      </div>
      <Segmented
        label={words.of(words.account, name)}
        value={chosen ?? 'demo'}
        options={TYPES.map((type) => ({ value: type, label: words.types[type], disabled: !has(type) }))}
        onChange={(type) => {
          if (type !== chosen) onChoose(type);
        }}
      />
    </div>
  );
}
