import { useQuery } from '@tanstack/react-query';
import { Ban } from 'lucide-react';
import { safetyQuery } from '#shared/lib/account-safety.ts';
import { BanNote } from '#shared/real-money/ban-note.tsx';
import { WaitNote } from '#shared/real-money/wait-note.tsx';
import { Note } from '#shared/ui/note.tsx';
import { AccountRequired } from '../account-required.tsx';
import { LoadedQuery } from '../loaded-query.tsx';
import { Section } from '../section.tsx';
import { DeclarationForm } from './declaration-form.tsx';
import { safetyMessages as words } from './messages.es.ts';
import { RealMoney } from './real-money.tsx';
import { SelfExclusion } from './self-exclusion.tsx';

/** Renders the panel of the conditions for real money and of self-exclusion. */
export const SafetyPanel = ({ anonymous }: { readonly anonymous: boolean }) => (
  <Section id="dinero-real">{anonymous ? <AccountRequired text={words.needsAccount} /> : <Safety />}</Section>
);

function Safety() {
  const safety = useQuery(safetyQuery());
  return (
    <LoadedQuery query={safety} rows={3}>
      {(data) => (
        <>
          <BanNote className="m-4 mb-0" />
          <WaitNote className="m-4 mb-0" />
          {data.adult === false && (
            <Note icon={Ban} tone="error" className="m-4 mb-0">
              <b>{words.underage.title}</b>
              <span>{words.underage.text}</span>
            </Note>
          )}
          <RealMoney {...data} />
          {/* If there is a new declaration, from this or another device, the form is reset. */}
          <DeclarationForm key={data.declared_at} safety={data} />
          <SelfExclusion safety={data} />
        </>
      )}
    </LoadedQuery>
  );
}
