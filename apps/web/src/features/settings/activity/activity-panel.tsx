import { useInfiniteQuery } from '@tanstack/react-query';
import type { SecurityLogEntry } from '@vigia/contract';
import { PAPER_CURRENCY } from '@vigia/core/money';
import type { LimitBook } from '@vigia/core/risk';
import { SELF_EXCLUSION_PERIODS } from '@vigia/core/vocabulary';
import { ShieldAlert, TriangleAlert } from 'lucide-react';
import { accountText, PAPER_ACCOUNT } from '#shared/lib/account-name.ts';
import { countryName } from '#shared/lib/country-name.ts';
import { parseLimitBook } from '#shared/lib/limit-books.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { Note } from '#shared/ui/note.tsx';
import { EmptyState } from '#shared/ui/states.tsx';
import { toast } from '#shared/ui/toast.ts';
import { LIMIT_FIELDS, limitBookName, limitInWords } from '../limits/limit-fields.ts';
import { LIMIT_WORDS, type LimitKey } from '../limits/messages.es.ts';
import { LoadedQuery } from '../loaded-query.tsx';
import { formatMomentInZone } from '../moments.ts';
import { PERIOD_WORDS } from '../safety/messages.es.ts';
import { Section } from '../section.tsx';
import { deviceOf } from '../sessions/device.ts';
import { DeviceIcon } from '../sessions/device-icon.tsx';
import { SettingRow } from '../setting-row.tsx';
import { EVENT_WORDS, METHOD_WORDS, SUSPICIOUS_EVENTS, activityMessages as words } from './messages.es.ts';
import { securityLogQuery } from './queries.ts';

/** Renders the security events of the account, newest first. */
export function ActivityPanel() {
  const log = useInfiniteQuery(securityLogQuery);
  const loadMore = async () => {
    const { isFetchNextPageError, error } = await log.fetchNextPage();
    if (isFetchNextPageError) toast.error(problemOf(error));
  };
  return (
    <Section id="actividad">
      <LoadedQuery query={log} rows={4}>
        {(entries) =>
          entries.length === 0 ? (
            <EmptyState
              text={words.none}
              action={<Button onClick={() => void log.refetch()}>{words.refresh}</Button>}
            />
          ) : (
            <>
              {entries.some(({ kind }) => SUSPICIOUS_EVENTS.has(kind)) && (
                <Note icon={ShieldAlert} className="m-4">
                  {words.suspiciousHint}
                </Note>
              )}
              <ol>
                {entries.map((entry) => (
                  <EntryRow key={entry.seq} entry={entry} />
                ))}
              </ol>
            </>
          )
        }
      </LoadedQuery>
      {log.hasNextPage && (
        <div className="border-t border-line p-3 text-center">
          <Button variant="ghost" size="sm" loading={log.isFetchingNextPage} onClick={loadMore}>
            {words.more}
          </Button>
        </div>
      )}
    </Section>
  );
}

function EntryRow({ entry }: { readonly entry: SecurityLogEntry }) {
  const device = deviceOf(entry.user_agent);
  const suspicious = SUSPICIOUS_EVENTS.has(entry.kind);
  const about = aboutEntry(entry);
  return (
    <li className="border-t border-line first:border-0">
      <SettingRow
        icon={
          suspicious ? (
            <TriangleAlert size={18} className="shrink-0 text-warn" aria-hidden />
          ) : (
            <DeviceIcon kind={device.kind} />
          )
        }
        title={
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            {EVENT_WORDS[entry.kind] ?? entry.kind}
            {about && <span className="font-normal text-fg-2">{about}</span>}
            {suspicious && (
              <a href="#sesiones" className="rounded-chip hover:underline">
                <Badge tone="warn">{words.suspicious}</Badge>
              </a>
            )}
          </span>
        }
        hint={[entry.ip ?? words.unknownAddress, ...(entry.user_agent ? [device.name] : [])].join(' · ')}
      >
        <time dateTime={entry.at} className="text-12 text-fg-3 max-md:pl-7.5">
          {formatMomentInZone(entry.at)}
        </time>
      </SettingRow>
    </li>
  );
}

type Fact = SecurityLogEntry['detail'][string] | undefined;

/** Returns the subject of a log entry, such as a token, mode, country or limit. Returns null if it has none. */
function aboutEntry({ detail }: Pick<SecurityLogEntry, 'detail'>): string | null {
  const { name, method, country, period, to } = detail;
  const limit = LIMIT_FIELDS.find(({ key }) => key === detail['limit']);
  if (limit)
    return aboutLimit(
      limit.key,
      typeof to === 'number' ? to : null,
      parseLimitBook(`${detail['scope']}-${detail['currency']}`),
    );
  if (isText(name)) return `«${name}»`;
  if (isText(method)) return METHOD_WORDS[method] ?? null;
  if (isText(country)) return countryName(country);
  const excludedFor = SELF_EXCLUSION_PERIODS.find((each) => each === period);
  if (excludedFor) return PERIOD_WORDS[excludedFor].toLowerCase();
  return isText(to) ? accountOf(to) : null;
}

/**
 * Describes a changed limit with its limit book. Limits for all accounts have no limit book, and neither have entries
 * of older versions.
 */
function aboutLimit(key: LimitKey, value: number | null, book: LimitBook | null): string {
  const change = `${LIMIT_WORDS[key].title}: ${limitInWords(key, value, book?.currency ?? PAPER_CURRENCY)}`;
  return book === null ? change : `${limitBookName(book)} · ${change}`;
}

/**
 * Returns the display name of an account that the log names, such as `mock` or `deriv_demo`. Returns null for any other
 * text.
 */
function accountOf(name: string): string | null {
  if (name === 'mock') return accountText(PAPER_ACCOUNT);
  const [broker, kind] = name.split('_');
  return broker && (kind === 'demo' || kind === 'real') ? accountText({ broker, kind }) : null;
}

const isText = (fact: Fact): fact is string => typeof fact === 'string' && fact !== '';
