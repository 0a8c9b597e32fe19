import { SlidersHorizontal, X } from 'lucide-react';
import { useState } from 'react';
import { useIsMobile } from '#shared/lib/use-media-query.ts';
import { Button } from '#shared/ui/button.tsx';
import { Sheet } from '#shared/ui/dialog.tsx';
import { Field, Input, TextField } from '#shared/ui/field.tsx';
import { Select } from '#shared/ui/select.tsx';
import { countFilters, withRangeDay } from './filter.ts';
import { type FilterSelect, useFilterSelects } from './filter-choices.ts';
import { useHistoryFilter } from './filter-store.ts';
import { historyMessages as words } from './messages.es.ts';

/**
 * Renders the filters of the history in one row. On a phone they are in a sheet behind a button, which shows the number
 * of active filters.
 */
export function FilterBar() {
  const mobile = useIsMobile();
  return mobile ? <FilterSheet /> : <FilterRow />;
}

function FilterRow() {
  const choices = useFilterSelects();
  return (
    <fieldset aria-label={words.filters} className="flex min-w-0 flex-wrap items-center gap-2">
      {choices.map((choice) => (
        <div key={choice.name} className="min-w-0 text-13">
          <ChoiceSelect choice={named(choice)} aria-label={choice.name} />
        </div>
      ))}
      <DayFields />
      <ClearButton />
    </fieldset>
  );
}

/** Returns the options for a select without a visible label. Its empty option contains the name of the filter. */
function named(choice: FilterSelect): FilterSelect {
  const [first, ...others] = choice.options;
  if (!first) return choice;
  return { ...choice, options: [{ ...first, label: words.unfiltered(choice.name, first.label) }, ...others] };
}

function FilterSheet() {
  const [open, setOpen] = useState(false);
  const choices = useFilterSelects();
  const count = useHistoryFilter(({ filter }) => countFilters(filter));
  return (
    <div className="flex items-center gap-2">
      <Button onClick={() => setOpen(true)}>
        <SlidersHorizontal size={16} aria-hidden />
        {words.filtersCounted(count)}
      </Button>
      <Sheet open={open} onOpenChange={setOpen} title={words.filters} description={words.filtersText}>
        <div className="grid grid-cols-2 gap-3">
          {choices.map((choice) => (
            <Field key={choice.name} label={choice.name}>
              {(control) => <ChoiceSelect choice={choice} {...control} />}
            </Field>
          ))}
          <DayFields labelled />
        </div>
        <div className="flex justify-between gap-2">
          <ClearButton />
          <Button variant="primary" className="ml-auto" onClick={() => setOpen(false)}>
            {words.show}
          </Button>
        </div>
      </Sheet>
    </div>
  );
}

type ChoiceSelectProps = Omit<Parameters<typeof Select>[0], 'value' | 'onChange'> & { readonly choice: FilterSelect };

const ChoiceSelect = ({ choice, ...rest }: ChoiceSelectProps) => (
  <Select {...rest} value={choice.value} onChange={(event) => choice.choose(event.target.value)}>
    {choice.options.map(({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </Select>
);

/** Renders the two date fields of the filter «entre fechas» (between dates). */
function DayFields({ labelled = false }: { readonly labelled?: boolean }) {
  const { filter, change } = useHistoryFilter();
  const { period } = filter;
  if (period.kind !== 'range') return null;
  const sides = [
    ['fromDay', words.from],
    ['toDay', words.to],
  ] as const;
  return sides.map(([side, name]) => {
    const input = {
      type: 'date',
      value: period[side] ?? '',
      onChange: (event: React.ChangeEvent<HTMLInputElement>) =>
        change({ period: withRangeDay(period, side, event.target.value || null) }),
    };
    if (!labelled) {
      return (
        <div key={side} className="w-38 text-13">
          <Input aria-label={name} {...input} />
        </div>
      );
    }
    return <TextField key={side} {...input} label={name} />;
  });
}

function ClearButton() {
  const { filter, clear } = useHistoryFilter();
  const count = countFilters(filter);
  if (count === 0) return null;
  return (
    <Button variant="ghost" onClick={clear}>
      <X size={16} aria-hidden />
      {words.clearCounted(count)}
    </Button>
  );
}
