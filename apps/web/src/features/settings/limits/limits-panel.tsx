import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { RiskLimitsView } from '@vigia/contract';
import { Globe, ShieldCheck } from 'lucide-react';
import { dayAndTime } from '#shared/lib/day-words.ts';
import { limitBookText, parseLimitBook } from '#shared/lib/limit-books.ts';
import { limitsQuery } from '#shared/lib/risk-limits.ts';
import { useServices } from '#shared/lib/services.ts';
import { Note } from '#shared/ui/note.tsx';
import { Select } from '#shared/ui/select.tsx';
import { LoadedQuery } from '../loaded-query.tsx';
import { Section } from '../section.tsx';
import { SettingRow } from '../setting-row.tsx';
import { limitBookName } from './limit-fields.ts';
import { LimitsForm } from './limits-form.tsx';
import { LimitsUsage, zoneName } from './limits-use.tsx';
import { limitsMessages as words } from './messages.es.ts';

/**
 * Renders the risk limits that the server checks for every order, the changes that do not apply yet, and how much of
 * each limit is used.
 */
export function LimitsPanel() {
  const { libro } = useSearch({ strict: false });
  const navigate = useNavigate();
  const limits = useQuery(limitsQuery(parseLimitBook(libro)));
  const choose = (word: string) =>
    void navigate({ to: '.', search: { libro: word }, hash: 'limites', replace: true, resetScroll: false });
  return (
    <Section id="limites">
      <div className="px-4 py-3">
        <Note icon={ShieldCheck}>{words.rule}</Note>
      </div>
      <LoadedQuery query={limits} rows={7}>
        {(view) => (
          <>
            <BookChoice view={view} onChoose={choose} />
            <LimitsUsage view={view} />
            <ZoneNote view={view} />
            <LimitsForm key={limitBookText(view.book)} view={view} />
          </>
        )}
      </LoadedQuery>
    </Section>
  );
}

type BookChoiceProps = { readonly view: RiskLimitsView; readonly onChoose: (bookWord: string) => void };

/** Renders the picker of the limit book: practice or real money, in one currency. */
const BookChoice = ({ view: { book, books }, onChoose }: BookChoiceProps) => (
  <SettingRow title={<label htmlFor="libro-de-limites">{words.book.title}</label>} hint={words.book.hint}>
    <Select
      id="libro-de-limites"
      value={limitBookText(book)}
      onChange={({ target }) => onChoose(target.value)}
      className="md:w-56"
    >
      {books.map((one) => (
        <option key={limitBookText(one)} value={limitBookText(one)}>
          {limitBookName(one)}
        </option>
      ))}
    </Select>
  </SettingRow>
);

/**
 * Explains that the risk limits use a changed time zone only later. Otherwise a user could start a new day early by a
 * time zone further east.
 */
function ZoneNote({ view: { waiting, time_zone: zone } }: { readonly view: RiskLimitsView }) {
  const { stream } = useServices();
  if (waiting.time_zone === null) return null;
  const { value, from } = waiting.time_zone;
  const text = words.zoneWaiting(zoneName(value), dayAndTime(from, stream.serverNow(), zone));
  return (
    <div className="px-4 pb-4">
      <Note icon={Globe}>{text}</Note>
    </div>
  );
}
