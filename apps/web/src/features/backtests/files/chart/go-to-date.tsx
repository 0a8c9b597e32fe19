import { type SyntheticEvent, useState } from 'react';
import { formatDate } from '#shared/lib/format.ts';
import { Button } from '#shared/ui/button.tsx';
import { Field, Input } from '#shared/ui/field.tsx';
import { dayIn, startOfDay } from './chart-day.ts';
import { fileChartMessages as words } from './messages.es.ts';

type GoToDateProps = {
  /** The time zone of the days that the user chooses. */
  readonly zone: string;
  /** First and last candle of the file. */
  readonly first: string;
  readonly last: string;
  /** Called with the start of the chosen day, in epoch seconds. */
  readonly onGo: (atS: number) => void;
};

/** Renders a date field that moves the chart to a day of the price file. */
export function GoToDate({ zone, first, last, onGo }: GoToDateProps) {
  const [from, to] = [dayIn(zone, first), dayIn(zone, last)];
  const [day, setDay] = useState('');
  const [fault, setFault] = useState<string>();
  const go = (event: SyntheticEvent) => {
    event.preventDefault();
    // The dialog is inside the form of a backtest. Without this call, the button would submit that form.
    event.stopPropagation();
    const isInside = day >= from && day <= to;
    setFault(isInside ? undefined : words.outside(formatDate(from), formatDate(to)));
    if (isInside) onGo(startOfDay(zone, day));
  };
  return (
    <form noValidate onSubmit={go} className="min-w-0 max-md:w-full">
      <Field label={words.goTo} error={fault}>
        {(control) => (
          <div className="flex min-w-0 gap-2">
            <Input
              {...control}
              type="date"
              min={from}
              max={to}
              value={day}
              onChange={(event) => setDay(event.target.value)}
            />
            <Button type="submit">{words.go}</Button>
          </div>
        )}
      </Field>
    </form>
  );
}
