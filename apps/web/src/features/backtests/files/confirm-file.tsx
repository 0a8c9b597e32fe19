import { useMutation } from '@tanstack/react-query';
import type { PriceFile } from '@vigia/contract';
import { FILE_ZONES } from '@vigia/core/candles';
import { useState } from 'react';
import { formatCount } from '#shared/lib/format.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { apiOf } from '#shared/lib/services.ts';
import { Button } from '#shared/ui/button.tsx';
import { Field, FieldError } from '#shared/ui/field.tsx';
import { Select } from '#shared/ui/select.tsx';
import { stepInWords, timeZoneProposalOf } from './finding-words.ts';
import { FirstRows } from './first-rows.tsx';
import { fileMessages as words } from './messages.es.ts';
import { confirmFile } from './queries.ts';

type ConfirmFileProps = {
  readonly file: PriceFile;
  readonly onKept: (file: PriceFile) => void;
  readonly onDiscard: () => void;
  /**
   * Parses the file again and reads its dates as month before day. Null if the page no longer has the file, as after a
   * reload.
   */
  readonly onMonthFirst: (() => void) | null;
};

/**
 * Shows the detected format of a price file and the detected time zone of its times. The user confirms the time zone.
 */
export function ConfirmFile({ file, onKept, onDiscard, onMonthFirst }: ConfirmFileProps) {
  const proposal = timeZoneProposalOf(file);
  const [zone, setZone] = useState(proposal.zone);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (_: void, { client }) => confirmFile(apiOf(client), file.id, zone),
    onSuccess: onKept,
  });
  const isAssumed = file.recognised?.is_date_order_assumed === true;
  return (
    <section
      aria-label={words.confirmTitle(file.name)}
      className="grid min-w-0 gap-3 rounded-control border border-accent bg-inset p-3"
    >
      <p className="text-13 font-medium break-words">{words.confirmTitle(file.name)}</p>
      <Recognised file={file} />
      {isAssumed && (
        <div className="flex flex-wrap items-center gap-2">
          <FieldError>{words.orderAssumed}</FieldError>
          {onMonthFirst && (
            <Button size="sm" onClick={onMonthFirst}>
              {words.monthFirst}
            </Button>
          )}
        </div>
      )}
      <FirstRows rows={file.first_rows} />
      <Field label={words.zone} hint={proposal.sentences.map((sentence) => <p key={sentence}>{sentence}</p>)}>
        {(control) => (
          <Select {...control} value={zone} onChange={(event) => setZone(event.target.value)}>
            <ZoneOptions />
          </Select>
        )}
      </Field>
      {error && <FieldError>{problemOf(error)}</FieldError>}
      <div className="flex flex-wrap justify-end gap-2 max-md:grid">
        <Button onClick={onDiscard}>{words.discard}</Button>
        <Button variant="primary" disabled={zone === ''} loading={isPending} onClick={() => mutate()}>
          {words.confirm}
        </Button>
      </div>
    </section>
  );
}

function Recognised({
  file: { recognised, candles, step_seconds, first_candle, last_candle },
}: {
  readonly file: PriceFile;
}) {
  if (recognised === null) return null;
  const facts = [
    words.format(recognised.format),
    words.separators[recognised.separator],
    words.marks[recognised.decimal_mark],
    words.timeForm(recognised.time_form),
    ...(recognised.has_milliseconds ? [words.milliseconds] : []),
    ...(recognised.states_zone ? [words.statesZone] : []),
  ];
  return (
    <div className="text-12 text-fg-2">
      <p>{`${words.recognised}: ${facts.join(' · ')}.`}</p>
      <p>
        {words.facts(
          formatCount(candles),
          stepInWords(step_seconds ?? 0),
          (first_candle ?? '').replace('T', ' '),
          (last_candle ?? '').replace('T', ' '),
        )}
      </p>
    </div>
  );
}

function ZoneOptions() {
  const known: readonly string[] = FILE_ZONES;
  const others = Intl.supportedValuesOf('timeZone').filter((zone) => !known.includes(zone));
  return (
    <>
      <option value="">{words.chooseZone}</option>
      {known.map((zone) => (
        <option key={zone} value={zone}>
          {words.zoneName(zone)}
        </option>
      ))}
      <optgroup label={words.otherZones}>
        {others.map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </optgroup>
    </>
  );
}
