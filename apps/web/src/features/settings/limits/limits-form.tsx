import type { RiskLimitsView } from '@vigia/contract';
import { CircleCheck } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { ApiFailure } from '#shared/lib/api-failure.ts';
import { dayAndTime } from '#shared/lib/day-words.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { useServices } from '#shared/lib/services.ts';
import { useAction } from '#shared/lib/use-action.ts';
import { Button } from '#shared/ui/button.tsx';
import { FieldError } from '#shared/ui/field.tsx';
import { Note } from '#shared/ui/note.tsx';
import { toast } from '#shared/ui/toast.ts';
import {
  type FieldErrors,
  isLooser,
  LIMIT_FIELDS,
  type Limits,
  type LimitTexts,
  limitChangesIn,
  limitFieldText,
  limitInWords,
} from './limit-fields.ts';
import { LimitRow } from './limit-row.tsx';
import { LoosenDialog, type LoosenedLimit } from './loosen-dialog.tsx';
import { LIMIT_WORDS, type LimitKey, limitsMessages as words } from './messages.es.ts';
import { useSaveLimits } from './use-save-limits.ts';
import { WaitingChange } from './waiting-change.tsx';

type Change = Extract<ReturnType<typeof limitChangesIn>, { ok: true }>;

/**
 * Renders the form of all risk limits. A stricter limit applies when it is saved. A looser limit requires a
 * confirmation and applies after 24 h.
 */
export function LimitsForm({ view }: { readonly view: RiskLimitsView }) {
  const { currency } = view.book;
  const save = useSaveLimits(view.book);
  const { stream } = useServices();
  const form = useRef<HTMLFormElement>(null);
  const [edits, setEdits] = useState<Partial<LimitTexts>>({});
  const [errors, setErrors] = useState<FieldErrors>({});
  const [asked, setAsked] = useState<Change | null>(null);
  const [outcome, setOutcome] = useState<readonly string[]>([]);

  const draft: LimitTexts = { ...draftOf(view), ...edits };
  const edit = (key: LimitKey, typed: string | null) => {
    setEdits({ ...edits, [key]: typed });
    setErrors({ ...errors, [key]: undefined });
    setOutcome([]);
  };
  const showErrors = (wrong: FieldErrors) => {
    setErrors(wrong);
    const first = LIMIT_FIELDS.find(({ key }) => wrong[key] !== undefined);
    if (first) form.current?.querySelector<HTMLElement>(`[name=${first.key}]`)?.focus();
  };
  /**
   * Saves a change and shows field errors at their fields.
   * @throws any error that does not belong to a field
   */
  const send = async ({ change, keys }: Change) => {
    try {
      const saved = await save(change);
      setEdits({});
      setErrors({});
      setOutcome(saveResultTexts(saved, keys, stream.serverNow()));
    } catch (failure) {
      const wrong = fieldErrorsOf(failure);
      if (wrong === null) throw failure;
      showErrors(wrong);
    }
  };
  const { run, isRunning, failure, forget } = useAction(send);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    forget();
    setOutcome([]);
    const read = limitChangesIn(draft, view);
    if (!read.ok) return showErrors(read.errors);
    setErrors({});
    if (read.keys.length === 0) return toast(words.unchanged);
    if (loosenedIn(read, view.limits).length > 0) return setAsked(read);
    void run(read);
  };
  const cancelWaiting = async (key: LimitKey) => {
    await save({ [key]: view.limits[key] });
    setOutcome([]);
    toast.success(words.cancelled);
  };
  return (
    <form ref={form} onSubmit={submit} noValidate>
      {LIMIT_FIELDS.map((field) => (
        <LimitRow
          key={field.key}
          field={field}
          currency={currency}
          typed={draft[field.key]}
          error={errors[field.key]}
          disabled={isRunning}
          instead={field.key === 'cool_down_minutes' && draft.cool_down_losses === null ? words.noPause : null}
          onChange={(typed) => edit(field.key, typed)}
          waiting={<Waiting view={view} of={field.key} onCancel={() => cancelWaiting(field.key)} />}
        />
      ))}
      <div className="grid gap-3 border-t border-line px-4 py-4">
        {failure !== null && <FieldError>{problemOf(failure)}</FieldError>}
        <Button type="submit" loading={isRunning} className="justify-self-start max-md:w-full">
          {words.save}
        </Button>
        <div role="status" className="empty:-mt-3">
          {outcome.length > 0 && (
            <Note icon={CircleCheck}>
              {outcome.map((line) => (
                <span key={line}>{line}</span>
              ))}
            </Note>
          )}
        </div>
      </div>
      <LoosenDialog
        loosened={asked && loosenedIn(asked, view.limits)}
        currency={currency}
        onClose={() => setAsked(null)}
        onConfirm={async () => asked && send(asked)}
      />
    </form>
  );
}

type WaitingProps = { readonly view: RiskLimitsView; readonly of: LimitKey; readonly onCancel: () => Promise<void> };

function Waiting({ view, of, onCancel }: WaitingProps) {
  const { stream } = useServices();
  const change = view.waiting[of];
  if (change === null) return null;
  const text = words.waiting(
    limitInWords(of, change.value, view.book.currency),
    whenOf(change.from, view, stream.serverNow()),
  );
  return <WaitingChange text={text} of={LIMIT_WORDS[of].title} onCancel={onCancel} />;
}

const whenOf = (from: string, { time_zone: zone }: RiskLimitsView, nowMs: number): string =>
  dayAndTime(from, nowMs, zone);

function draftOf({ limits, book: { currency } }: RiskLimitsView): LimitTexts {
  const typed = (key: LimitKey) => limitFieldText(limits[key], currency);
  return {
    max_concurrent_trades: typed('max_concurrent_trades'),
    max_stake: typed('max_stake'),
    daily_loss_limit: typed('daily_loss_limit'),
    weekly_loss_limit: typed('weekly_loss_limit'),
    daily_trade_limit: typed('daily_trade_limit'),
    cool_down_losses: typed('cool_down_losses'),
    cool_down_minutes: typed('cool_down_minutes'),
  };
}

const loosenedIn = ({ change, keys }: Change, limits: Limits): readonly LoosenedLimit[] =>
  keys.flatMap((key) => {
    const to = change[key];
    return to !== undefined && isLooser(key, limits[key], to) ? [{ key, from: limits[key], to }] : [];
  });

/** Returns texts about the result of saving: the values that apply now, and the time from which the others apply. */
const saveResultTexts = (view: RiskLimitsView, keys: readonly LimitKey[], nowMs: number): readonly string[] =>
  keys.map((key) => {
    const waiting = view.waiting[key];
    const when = waiting === null ? words.counts : words.waits(whenOf(waiting.from, view, nowMs));
    const value = waiting === null ? view.limits[key] : waiting.value;
    return `${when}: ${LIMIT_WORDS[key].title}, ${limitInWords(key, value, view.book.currency)}.`;
  });

/** Returns the server's errors by field, or null if no error belongs to a field of this form. */
function fieldErrorsOf(failure: unknown): FieldErrors | null {
  if (!(failure instanceof ApiFailure) || failure.reason.kind !== 'refused') return null;
  const errors: FieldErrors = {};
  for (const { path, message } of failure.reason.details) {
    const field = LIMIT_FIELDS.find(({ key }) => key === path);
    if (field) errors[field.key] ??= message;
  }
  return Object.keys(errors).length > 0 ? errors : null;
}
