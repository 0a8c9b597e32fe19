import type { RecordGroup } from '@vigia/core/evidence-log';
import { wilsonInterval } from '@vigia/core/statistics';
import { CircleCheck, FileUp, ShieldAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import { formatPercent } from '#shared/lib/format.ts';
import { usePageTitle } from '#shared/lib/use-page-title.ts';
import { Button } from '#shared/ui/button.tsx';
import { Card } from '#shared/ui/card.tsx';
import { FieldError } from '#shared/ui/field.tsx';
import { Note } from '#shared/ui/note.tsx';
import { type CheckedRecord, checkRecord } from './check-record.ts';
import { recordMessages as words } from './messages.es.ts';

/** Number of faults that the page names. */
const NAMED_FAULTS = 20;

/** Checks a record in the browser, without the installation that wrote it. Needs no account and no network. */
export function RecordPage() {
  usePageTitle(words.title);
  const input = useRef<HTMLInputElement>(null);
  const [checked, setChecked] = useState<CheckedRecord | 'none' | null>(null);
  const take = async (file: File | undefined) => {
    if (file) setChecked(checkRecord(await file.text()) ?? 'none');
  };
  return (
    <div className="grid gap-4">
      <h1 className="text-20 font-semibold">{words.title}</h1>
      <p className="text-13 text-fg-2">{words.text}</p>
      <Card className="grid gap-4 p-6">
        <input
          ref={input}
          type="file"
          aria-label={words.label}
          accept=".json,.csv,application/json,text/csv"
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            void take(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        <Button onClick={() => input.current?.click()}>
          <FileUp size={16} aria-hidden />
          {words.choose}
        </Button>
        {checked === 'none' && <FieldError>{words.notARecord}</FieldError>}
        {checked !== null && checked !== 'none' && <Result checked={checked} />}
      </Card>
    </div>
  );
}

function Result({ checked: { file, faults, groups } }: { readonly checked: CheckedRecord }) {
  return (
    <div className="grid gap-4 text-13">
      {faults.length === 0 ? (
        <Note icon={CircleCheck}>
          <p role="status">
            <b>{words.whole}</b>. {words.wholeText(file.entries.length)}
          </p>
        </Note>
      ) : (
        <Note icon={ShieldAlert} tone="warn">
          <p role="status">
            <b>{words.broken}</b>
          </p>
          <ul className="list-disc pl-5">
            {faults.slice(0, NAMED_FAULTS).map((fault) => (
              <li key={JSON.stringify(fault)}>{words.fault(fault)}</li>
            ))}
          </ul>
        </Note>
      )}
      {faults.length === 0 && groups.map((group) => <Group key={`${group.account} ${group.currency}`} group={group} />)}
      {faults.length === 0 && <Missing open={sumOf(groups)} waiting={file.waiting} />}
      <p className="text-12 text-fg-3">{words.key}</p>
      <code className="text-12 wrap-anywhere">{file.key}</code>
    </div>
  );
}

const sumOf = (groups: readonly RecordGroup[]): number => groups.reduce((sum, { open }) => sum + open, 0);
const onDay = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10);

/** Shows the rate of one kind of money with its count, interval, break-even rate and period. */
function Group({ group }: { readonly group: RecordGroup }) {
  const { account, currency, won, lost, others, breakEvenRatio, fromMs, toMs } = group;
  const decided = won + lost;
  const { low, high } = wilsonInterval(won, Math.max(1, decided));
  return (
    <section aria-label={words.group(account, currency)} className="grid gap-1">
      <h2 className="text-14 font-medium">{words.group(account, currency)}</h2>
      {decided === 0 ? (
        <p>{words.noneDecided}</p>
      ) : (
        <>
          <p>{words.rate(formatPercent(won / decided), won, decided)}</p>
          <p>{words.interval(formatPercent(low), formatPercent(high))}</p>
        </>
      )}
      {breakEvenRatio !== null && <p>{words.breakEven(formatPercent(breakEvenRatio))}</p>}
      <p>{words.others(others)}</p>
      <p>{words.period(onDay(fromMs), onDay(toMs))}</p>
    </section>
  );
}

function Missing({ open, waiting }: { readonly open: number; readonly waiting: number }) {
  return (
    <section aria-label={words.missing} className="grid gap-1">
      <h2 className="text-14 font-medium">{words.missing}</h2>
      {open > 0 && <p>{words.open(open)}</p>}
      {waiting > 0 && <p>{words.waiting(waiting)}</p>}
      {open + waiting === 0 && <p>{words.nothingMissing}</p>}
    </section>
  );
}
