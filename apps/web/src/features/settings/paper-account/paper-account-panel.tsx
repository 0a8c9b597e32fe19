import type { AccountView } from '@vigia/contract';
import { RotateCcw } from 'lucide-react';
import { usePaperAccount } from '#shared/lib/chosen-account.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { Button } from '#shared/ui/button.tsx';
import { Money } from '#shared/ui/money.tsx';
import { LoadedQuery } from '../loaded-query.tsx';
import { Section } from '../section.tsx';
import { SettingRow } from '../setting-row.tsx';
import { paperAccountMessages as words } from './messages.es.ts';

/** Renders the panel of the paper account: its balance and the reset. */
export function PaperAccountPanel() {
  const paper = usePaperAccount();
  const openModal = useUi((ui) => ui.openModal);
  return (
    <Section id="cuenta-simulada">
      <LoadedQuery query={paper} rows={3}>
        {(account) => (
          <div>
            {account ? <Holdings account={account} /> : <SettingRow title={words.balance} hint={words.elsewhere} />}
            <SettingRow title={words.reset} hint={words.resetHint}>
              <Button onClick={() => openModal('resetBalance')}>
                <RotateCcw size={15} aria-hidden />
                {words.reset}
              </Button>
            </SettingRow>
          </div>
        )}
      </LoadedQuery>
    </Section>
  );
}

const Holdings = ({ account: { balance, held, currency } }: { readonly account: AccountView }) => (
  <>
    <SettingRow inline title={words.balance} hint={words.balanceHint}>
      <b className="text-16">
        <Money amount={balance} currency={currency} />
      </b>
    </SettingRow>
    <SettingRow inline title={words.held} hint={words.heldHint}>
      <Money amount={held} currency={currency} className="text-16" />
    </SettingRow>
  </>
);
