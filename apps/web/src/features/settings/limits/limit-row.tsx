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
  /** The text that the user typed for the limit. Null means no limit. */
  readonly typed: string | null;
  readonly error: string | undefined;
  readonly disabled: boolean;
  /** Text that replaces the control if the user cannot change the value. Null if they can. */
  readonly instead: string | null;
  /** The change that does not apply yet, with its cancel button. */
  readonly waiting: ReactNode;
  readonly onChange: (typed: string | null) => void;
};

/** Renders one risk limit: its name, its description, its value, and a switch if it is optional. */
export function LimitRow({ field, currency, typed, error, disabled, instead, waiting, onChange }: LimitRowProps) {
  const id = useId();
  // The row keeps the last value, so that it returns when the user switches the limit on again.
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
