import type { Factor } from '@supabase/supabase-js';
import { useQueryClient } from '@tanstack/react-query';
import { ShieldCheck, ShieldOff, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useAuth } from '#shared/auth/auth-context.ts';
import { apiOf } from '#shared/lib/services.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx';
import { Note } from '#shared/ui/note.tsx';
import { toast } from '#shared/ui/toast.ts';
import { AccountRequired } from '../account-required.tsx';
import { formatMomentDay } from '../moments.ts';
import { Section } from '../section.tsx';
import { SettingRow } from '../setting-row.tsx';
import { useAccountChanged } from '../use-account-changed.ts';
import { EnrolDialog } from './enrol-dialog.tsx';
import { securityMessages as words } from './messages.es.ts';
import { codesLeftQuery, makeRecoveryCodes } from './queries.ts';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { RecoveryCodesRow } from './recovery-codes-row.tsx';
import { useStepUp } from './step-up.tsx';

/** Renders the panel of the second factor and the recovery codes. */
export function SecurityPanel() {
  const { user } = useAuth();
  if (!user?.is_anonymous) return <SecondFactor factors={verifiedFactors(user?.factors)} />;
  return (
    <Section id="seguridad">
      <AccountRequired text={words.needsAccount} />
    </Section>
  );
}

const verifiedFactors = (factors: readonly Factor[] = []): readonly Factor[] =>
  factors.filter(({ status }) => status === 'verified');

function SecondFactor({ factors }: { readonly factors: readonly Factor[] }) {
  const { backend } = useAuth();
  const queries = useQueryClient();
  const changed = useAccountChanged();
  const stepUp = useStepUp();
  const [enrolling, setEnrolling] = useState(false);
  const [removing, setRemoving] = useState<Factor | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const active = factors.length > 0;

  const makeCodes = async () => {
    setCodes(await stepUp.run(() => makeRecoveryCodes(apiOf(queries))));
    void changed(codesLeftQuery.queryKey);
  };
  const greet = (made: readonly string[] | null) => {
    // A new second factor changes sessions, tokens and the activity log, so all data of the user is refetched.
    void queries.invalidateQueries();
    // On a phone a toast would cover the button that closes the codes dialog.
    if (made === null) toast.success(words.added);
    else setCodes(made);
  };
  const remove = async ({ id }: Factor) => {
    const auth = await backend();
    await stepUp.run(() => auth.removeFactor(id));
    void queries.invalidateQueries();
    toast.success(words.removed);
  };

  return (
    <Section
      id="seguridad"
      aside={
        active && (
          <Button variant="ghost" size="sm" onClick={() => setEnrolling(true)}>
            {words.addAnother}
          </Button>
        )
      }
    >
      <Note icon={ShieldCheck} className="m-4">
        {words.why}
      </Note>
      {active ? (
        <>
          <ul className="border-t border-line">
            {factors.map((factor) => (
              <FactorRow key={factor.id} factor={factor} onRemove={setRemoving} />
            ))}
          </ul>
          <div className="border-t border-line">
            <RecoveryCodesRow onMake={makeCodes} />
          </div>
        </>
      ) : (
        <SettingRow
          icon={<ShieldOff size={18} className="shrink-0 text-fg-3" aria-hidden />}
          title={words.off}
          hint={words.offHint}
        >
          <Button variant="primary" onClick={() => setEnrolling(true)}>
            {words.enable}
          </Button>
        </SettingRow>
      )}
      <EnrolDialog open={enrolling} onClose={() => setEnrolling(false)} factorCount={factors.length} onAdded={greet} />
      <RecoveryCodesDialog codes={codes} onSaved={() => setCodes(null)} />
      <ConfirmDialog
        open={removing !== null}
        onClose={() => setRemoving(null)}
        title={words.confirmRemove.title}
        text={factors.length > 1 ? words.confirmRemove.notLast(nameOf(removing)) : words.confirmRemove.last}
        submit={words.confirmRemove.submit}
        onConfirm={async () => removing && remove(removing)}
      />
      {stepUp.dialog}
    </Section>
  );
}

const nameOf = (factor: Factor | null): string => factor?.friendly_name || words.off;

type FactorRowProps = { readonly factor: Factor; readonly onRemove: (factor: Factor) => void };

function FactorRow({ factor, onRemove }: FactorRowProps) {
  const name = nameOf(factor);
  return (
    <li className="border-t border-line first:border-0">
      <SettingRow
        inline
        icon={<Smartphone size={18} className="shrink-0 text-fg-3" aria-hidden />}
        title={
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            {name}
            <Badge tone="ok">{words.active}</Badge>
          </span>
        }
        hint={words.since(formatMomentDay(factor.created_at))}
      >
        <Button variant="ghost" size="sm" aria-label={words.removeOne(name)} onClick={() => onRemove(factor)}>
          {words.remove}
        </Button>
      </SettingRow>
    </li>
  );
}
