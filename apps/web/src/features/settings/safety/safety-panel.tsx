import { useQuery } from '@tanstack/react-query';
import type { AccountSafety } from '@vigia/contract';
import { Ban } from 'lucide-react';
import { safetyQuery } from '#shared/lib/account-safety.ts';
import { Note } from '#shared/ui/note.tsx';
import { Loaded } from '../loaded.tsx';
import { onDay } from '../moments.ts';
import { NeedsAccount } from '../needs-account.tsx';
import { Section } from '../section.tsx';
import { countryName } from './countries.ts';
import { DeclarationForm } from './declaration-form.tsx';
import { safetyMessages as words } from './messages.es.ts';
import { RealMoney } from './real-money.tsx';
import { SelfExclusion } from './self-exclusion.tsx';

/** Conditions for real money, and self-exclusion. */
export const SafetyPanel = ({ anonymous }: { readonly anonymous: boolean }) => (
  <Section id="dinero-real">{anonymous ? <NeedsAccount text={words.needsAccount} /> : <Safety />}</Section>
);

function Safety() {
  const safety = useQuery(safetyQuery());
  return (
    <Loaded query={safety} rows={3}>
      {(data) => (
        <>
          {data.ban && <BanNote ban={data.ban} country={data.country} />}
          {data.adult === false && (
            <Note icon={Ban} tone="error" className="m-4 mb-0">
              <b>{words.underage.title}</b>
              <span>{words.underage.text}</span>
            </Note>
          )}
          <RealMoney {...data} />
          {/* A new declaration, from here or another device, resets the form. */}
          <DeclarationForm key={data.declared_at} safety={data} />
          <SelfExclusion safety={data} />
        </>
      )}
    </Loaded>
  );
}

type BanNoteProps = { readonly ban: NonNullable<AccountSafety['ban']>; readonly country: string | null };

const BanNote = ({ ban, country }: BanNoteProps) => (
  <Note icon={Ban} tone="error" className="m-4 mb-0">
    <b>{words.ban.title(country ? countryName(country) : words.ban.yourCountry)}</b>
    <span>{words.ban.text(ban.authority, banDay(ban.since))}</span>
    <span className="text-12 wrap-anywhere text-fg-2">{words.ban.source(ban.source)}</span>
  </Note>
);

/** Converts a calendar date to an instant: noon UTC is the same day in every zone but two. */
const banDay = (since: string): string => onDay(since.length === 10 ? `${since}T12:00:00Z` : since);
