import { DIRECTIONS, SIGNAL_OUTCOMES } from '@vigia/core/vocabulary';
import { Select } from '#shared/ui/select.tsx';
import { type ListedSignal, SIGNAL_KINDS } from './listed-signal.ts';
import { signalMessages as words } from './signals.es.ts';

/** Filter of a list of signals. An empty text selects all values. */
export type SignalFilter = {
  readonly kind: string;
  readonly name: string;
  readonly asset: string;
  readonly direction: string;
  readonly status: string;
};

export const NO_SIGNAL_FILTER: SignalFilter = { kind: '', name: '', asset: '', direction: '', status: '' };

const KEYS = ['kind', 'name', 'asset', 'direction', 'status'] as const;

/** Returns whether a signal has every selected value. */
export const matchesSignalFilter = (signal: ListedSignal, filter: SignalFilter): boolean =>
  KEYS.every((key) => filter[key] === '' || signal[key] === filter[key]);

type SignalFiltersProps = {
  readonly signals: readonly ListedSignal[];
  readonly filter: SignalFilter;
  readonly onChange: (filter: SignalFilter) => void;
};

/** Shows the filters of a list of signals: kind, automation, asset, direction and result. */
export function SignalFilters({ signals, filter, onChange }: SignalFiltersProps) {
  const choices = {
    kind: SIGNAL_KINDS.map((kind) => [kind, words.kinds[kind]] as const),
    name: distinct(signals.map(({ name }) => name)).map((name) => [name, name] as const),
    asset: distinct(signals.map(({ asset }) => asset)).map((asset) => [asset, asset] as const),
    direction: DIRECTIONS.map((direction) => [direction, direction] as const),
    status: SIGNAL_OUTCOMES.map((status) => [status, words.outcomes[status]] as const),
  };
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(45%,168px),1fr))] gap-2 border-b border-line px-4 py-2.5 max-md:px-3">
      {KEYS.map((key) => (
        <Select
          key={key}
          aria-label={words.filters[key]}
          value={filter[key]}
          onChange={({ target }) => onChange({ ...filter, [key]: target.value })}
        >
          <option value="">{words.all[key]}</option>
          {choices[key].map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </Select>
      ))}
    </div>
  );
}

const distinct = (values: readonly string[]): readonly string[] => [...new Set(values)].toSorted();
