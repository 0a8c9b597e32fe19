import { useMutation, useQueryClient } from '@tanstack/react-query';
import { PATTERN_FAULTS_ES, type SignalDoorBody, type SignalDoorView, type StrategyView } from '@vigia/contract';
import { EXTERNAL_AGE_SECONDS, type MessageFormat, readPattern } from '@vigia/core/strategy-definitions';
import { useState } from 'react';
import { problemOf } from '#shared/lib/problem.ts';
import { apiOf } from '#shared/lib/services.ts';
import { Button } from '#shared/ui/button.tsx';
import { FieldError, TextField } from '#shared/ui/field.tsx';
import { Segmented } from '#shared/ui/segmented.tsx';
import { toast } from '#shared/ui/toast.ts';
import { saveSignalDoor, signalDoorQuery } from './door-query.ts';
import { ExamplePreview } from './example-preview.tsx';
import { externalSignalsMessages } from './messages.es.ts';

const words = externalSignalsMessages.format;
const FIRST_PATTERN = '{symbol} {direction} @ {*}';
const FORMATS = [
  { value: 'json', label: words.json },
  { value: 'pattern', label: words.pattern },
] as const;

type DoorFormatProps = { readonly strategy: StrategyView; readonly door: SignalDoorView };

/** Form that sets the format of the sender's messages, with a preview of a pasted example. */
export function MessageFormatForm({ strategy, door }: DoorFormatProps) {
  const queries = useQueryClient();
  const [kind, setKind] = useState(door.format);
  const [pattern, setPattern] = useState(door.pattern ?? FIRST_PATTERN);
  const [namesText, setNamesText] = useState(door.names.join(', '));
  const [ageText, setAgeText] = useState(String(door.max_age_seconds));
  const names = namesOf(namesText);
  const age = ageOf(ageText);
  const fault = kind === 'pattern' ? patternFault(pattern) : null;
  const format: MessageFormat = kind === 'json' ? { kind } : { kind, pattern };
  const saving = useMutation({
    mutationFn: (body: SignalDoorBody) => saveSignalDoor(apiOf(queries), strategy.id, body),
    onSuccess: (saved) => {
      queries.setQueryData(signalDoorQuery(strategy.id).queryKey, saved);
      toast.success(words.saved);
    },
  });
  const save = () => {
    if (age === null || fault !== null) return;
    const settings = { names, max_age_seconds: age };
    saving.mutate(kind === 'json' ? { format: kind, ...settings } : { format: kind, pattern, ...settings });
  };
  return (
    <section aria-label={words.title} className="grid gap-4">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-13 font-medium">{words.title}</h3>
        <Segmented label={words.label} value={kind} options={FORMATS} onChange={setKind} />
      </div>
      {kind === 'json' ? (
        <p className="text-13 text-fg-2">{words.jsonText}</p>
      ) : (
        <TextField
          label={words.patternLabel}
          hint={words.patternHint}
          error={fault ?? undefined}
          autoComplete="off"
          maxLength={300}
          value={pattern}
          onChange={({ target }) => setPattern(target.value)}
        />
      )}
      <TextField
        label={words.names}
        hint={words.namesHint}
        autoComplete="off"
        value={namesText}
        onChange={({ target }) => setNamesText(target.value)}
      />
      <TextField
        label={words.age}
        hint={words.ageHint}
        error={age === null ? words.wrongAge(EXTERNAL_AGE_SECONDS.min, EXTERNAL_AGE_SECONDS.max) : undefined}
        inputMode="numeric"
        autoComplete="off"
        value={ageText}
        onChange={({ target }) => setAgeText(target.value)}
      />
      <ExamplePreview format={format} targets={[{ asset: strategy.asset, names }, ...door.members]} />
      {saving.isError && <FieldError>{problemOf(saving.error)}</FieldError>}
      <Button loading={saving.isPending} onClick={save}>
        {words.save}
      </Button>
    </section>
  );
}

const namesOf = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

function ageOf(text: string): number | null {
  const age = /^\d{1,4}$/.test(text.trim()) ? Number(text) : NaN;
  return age >= EXTERNAL_AGE_SECONDS.min && age <= EXTERNAL_AGE_SECONDS.max ? age : null;
}

function patternFault(pattern: string): string | null {
  const read = readPattern(pattern);
  return read.ok ? null : PATTERN_FAULTS_ES[read.error.kind];
}
