import { lazyComponent } from '#shared/lib/lazy-component.tsx';
import { TextField } from '#shared/ui/field.tsx';
import { Segmented } from '#shared/ui/segmented.tsx';
import type { FileFieldProps } from '../files/file-field.tsx';
import { backtestMessages } from '../messages.es.ts';
import { DATA_SOURCES, type RequestField, type RequestValues } from '../model/test-request.ts';

/** The code of the price-file field loads on first use. */
const FileField = lazyComponent<FileFieldProps>(async () => (await import('../files/file-field.tsx')).FileField);

const { data: words, payout: payoutWords, stake: stakeWord } = backtestMessages;

const SOURCES = DATA_SOURCES.map((value) => ({ value, label: words[value] }));
const PAYOUTS = [
  { value: 'own', label: payoutWords.own },
  { value: 'fixed', label: payoutWords.fixed },
] as const;

type RequestFieldsProps = {
  readonly asset: string;
  readonly values: RequestValues;
  readonly faults: Readonly<Partial<Record<RequestField, string>>>;
  readonly onChange: (part: Partial<RequestValues>) => void;
};

/** Renders the fields for candles, payout and stake. */
export function RequestFields({ asset, values, faults, onChange }: RequestFieldsProps) {
  const { source, payoutKind } = values;
  return (
    <div className="grid grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)_minmax(0,0.8fr)] items-start gap-4 max-md:grid-cols-1">
      <div className="grid gap-1.5">
        <span className="text-13 font-medium text-fg-2">{words.label}</span>
        <Segmented
          label={words.label}
          value={source}
          options={SOURCES}
          onChange={(chosen) => onChange({ source: chosen })}
        />
        {source === 'file' ? (
          <FileField asset={asset} file={values.file} fault={faults.file} onChoose={(file) => onChange({ file })} />
        ) : (
          <p className="text-12 text-fg-3">{words.hints[source](asset)}</p>
        )}
        <div className="grid grid-cols-2 gap-3">
          <TextField
            label={words.from}
            error={faults.period}
            type="date"
            value={values.fromDay}
            onChange={(event) => onChange({ fromDay: event.target.value })}
          />
          <TextField
            label={words.to}
            type="date"
            value={values.toDay}
            onChange={(event) => onChange({ toDay: event.target.value })}
          />
        </div>
        <p className="text-12 text-fg-3">{words.wholeRange}</p>
      </div>
      <div className="grid gap-1.5">
        <span className="text-13 font-medium text-fg-2">{payoutWords.label}</span>
        <Segmented
          label={payoutWords.label}
          value={payoutKind}
          options={PAYOUTS}
          onChange={(chosen) => onChange({ payoutKind: chosen })}
        />
        {payoutKind === 'own' ? (
          <p className="text-12 text-fg-3">{source === 'history' ? payoutWords.ownHint : payoutWords.noneHint}</p>
        ) : (
          <TextField
            label={payoutWords.value}
            error={faults.payout}
            inputMode="decimal"
            autoComplete="off"
            suffix="%"
            value={values.payoutPercent}
            onChange={(event) => onChange({ payoutPercent: event.target.value })}
          />
        )}
      </div>
      <TextField
        label={stakeWord}
        error={faults.stake}
        inputMode="decimal"
        autoComplete="off"
        suffix={values.currency}
        value={values.stake}
        onChange={(event) => onChange({ stake: event.target.value })}
      />
    </div>
  );
}
