import type { Currency } from '@vigia/core/money';
import { type ReactNode, useId, useState } from 'react';
import { FieldError, Input } from '#shared/ui/field.tsx';
import { Switch } from '#shared/ui/switch.tsx';
import { SettingRow } from '../setting-row.tsx';
import type { LIMIT_FIELDS } from './limit-fields.ts';
import { LIMIT_WORDS, limitsMessages as words } from './messages.es.ts';

type LimitRowProps = {
  readonly field: (typeof LIMIT_FIELDS)[number];
  readonly currency: Currency;
  /** Typed text of the limit. Null means no limit. */
  readonly typed: string | null;
  readonly error: string | undefined;
  readonly disabled: boolean;
  /** Text shown instead of the control if the value cannot be changed. Null if it can. */
  readonly instead: string | null;
  /** The pending change and its cancel button. */
  readonly waiting: ReactNode;
  readonly onChange: (typed: string | null) => void;
};

/** Renders one limit: name, description, a switch if it is optional, and its value. */
export function LimitRow({ field, currency, typed, error, disabled, instead, waiting, onChange }: LimitRowProps) {
  const id = useId();
  // The row stores the last value, so that the value returns when the user enables the limit again.
  const [last, setLast] = useState(typed ?? '');
  const { title, hint, suffix } = LIMIT_WORDS[field.key];
  const change = (text: string) => {
    setLast(text);
    onChange(text);
  };
  return (
    <SettingRow
      title={<label htmlFor={id}>{title}</label>}
      hint={
        <>
          <span id={`${id}-hint`}>{hint}</span>
          {waiting}
        </>
      }
    >
      <div className="grid gap-1.5 md:justify-items-end">
        <div className="flex items-center gap-3 max-md:justify-between">
          {field.optional && (
            <Switch
              label={words.turnOn(title)}
              checked={typed !== null}
              onChange={(on) => onChange(on ? last : null)}
              disabled={disabled}
            />
          )}
          <div className="w-40 shrink-0 max-md:ml-auto max-md:w-44">
            {typed === null || instead !== null ? (
              <span className="flex h-(--h) items-center justify-end text-13 text-fg-3">{instead ?? words.none}</span>
            ) : (
              <Input
                id={id}
                name={field.key}
                value={typed}
                onChange={(event) => change(event.target.value)}
                inputMode={field.kind === 'money' ? 'decimal' : 'numeric'}
                autoComplete="off"
                disabled={disabled}
                suffix={suffix ?? currency}
                aria-invalid={error !== undefined}
                aria-describedby={error === undefined ? `${id}-hint` : `${id}-error`}
                className="[&>input]:text-right"
              />
            )}
          </div>
        </div>
        {error !== undefined && (
          <div id={`${id}-error`}>
            <FieldError>{error}</FieldError>
          </div>
        )}
      </div>
    </SettingRow>
  );
}
