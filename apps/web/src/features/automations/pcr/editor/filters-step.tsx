import type { SetupFilter } from '@vigia/core/pcr';
import { CANDLE_TYPES, type CandleType, FILTER_RANGES, TREND_SIDES } from '@vigia/core/vocabulary';
import { Plus, X } from 'lucide-react';
import { Button } from '#shared/ui/button.tsx';
import { Chip } from '#shared/ui/chip.tsx';
import { FieldError } from '#shared/ui/field.tsx';
import { Menu, MenuItem } from '#shared/ui/menu.tsx';
import { errorAtPath, type FieldErrors } from '../model/field-errors.ts';
import type { EditorStepProps } from './edit.ts';
import { FilterFields } from './filter-fields.tsx';
import { CANDLE_TYPE_NAMES, editorMessages, FILTER_TITLES } from './messages.es.ts';

const words = editorMessages.steps.filters;

/** Initial values of each filter. */
const FRESH = {
  trend: { filter: 'trend', period: FILTER_RANGES.trend.period.default, side: TREND_SIDES[0] },
  rsi: {
    filter: 'rsi',
    period: FILTER_RANGES.rsi.period.default,
    callMax: FILTER_RANGES.rsi.callMax.default,
    putMin: FILTER_RANGES.rsi.putMin.default,
  },
  hours: { filter: 'hours', from: '07:00', to: '17:00' },
  volatility: { filter: 'volatility', minAtrPct: null, maxAtrPct: null },
  payout: { filter: 'payout', min: FILTER_RANGES.payout.min.default },
} as const satisfies Record<SetupFilter['filter'], SetupFilter>;
const KINDS = Object.values(FRESH);

/**
 * The step of the editor for filters: conditions that a touch of a price zone must meet too. The signal stores the
 * value and the limit of every filter.
 */
export function FiltersStep({ draft, change, errors }: EditorStepProps) {
  const { filters, candleTypes } = draft;
  const replace = (index: number, filter: SetupFilter) =>
    change({ filters: filters.map((each, at) => (at === index ? filter : each)) });
  const remove = (index: number) => change({ filters: filters.filter((_, at) => at !== index) });
  return (
    <>
      {filters.map((filter, index) => (
        <section key={index} className="grid gap-3 rounded-control border border-line bg-raised p-3">
          <header className="flex items-center justify-between">
            <h3>{FILTER_TITLES[filter.filter]}</h3>
            <Button
              variant="ghost"
              size="icon"
              className="-my-2 -mr-2 touch:size-(--h-touch)"
              aria-label={words.remove(FILTER_TITLES[filter.filter])}
              onClick={() => remove(index)}
            >
              <X size={15} aria-hidden />
            </Button>
          </header>
          <FilterFields
            filter={filter}
            onChange={(changed) => replace(index, changed)}
            wrong={(key) => errorAtPath(errors, `filters[${index}].${key}`)}
          />
          <Fault errors={errors} path={`filters[${index}]`} />
        </section>
      ))}
      <div>
        <AddFilter onAdd={(filter) => change({ filters: [...filters, filter] })} />
      </div>
      <TypeChips
        types={candleTypes.types.filter((type) => type !== 'any')}
        onChange={(types) => change({ candleTypes: { types } })}
      />
      <Fault errors={errors} path="candleTypes" />
    </>
  );
}

/** Shows an error that concerns the whole filter and none of its fields. */
function Fault({ errors, path }: { readonly errors: FieldErrors; readonly path: string }) {
  const own = errors[path];
  return own === undefined ? null : <FieldError>{own}</FieldError>;
}

const AddFilter = ({ onAdd }: { readonly onAdd: (filter: SetupFilter) => void }) => (
  <Menu
    align="start"
    trigger={
      <Button size="sm">
        <Plus size={15} aria-hidden />
        {words.add}
      </Button>
    }
  >
    {KINDS.map((fresh) => (
      <MenuItem key={fresh.filter} onSelect={() => onAdd(fresh)}>
        {FILTER_TITLES[fresh.filter]}
      </MenuItem>
    ))}
  </Menu>
);

type TypeChipsProps = { readonly types: readonly CandleType[]; readonly onChange: (types: CandleType[]) => void };

const TypeChips = ({ types, onChange }: TypeChipsProps) => (
  <fieldset className="grid gap-2">
    <legend className="mb-2 text-13 text-fg-2">{words.types}</legend>
    <div className="flex flex-wrap gap-2">
      <Chip selected={types.length === 0} onClick={() => onChange([])}>
        {words.anyType}
      </Chip>
      {CANDLE_TYPES.map((type) => (
        <Chip
          key={type}
          selected={types.includes(type)}
          onClick={() => onChange(CANDLE_TYPES.filter((each) => types.includes(each) !== (each === type)))}
        >
          {CANDLE_TYPE_NAMES[type]}
        </Chip>
      ))}
    </div>
  </fieldset>
);
