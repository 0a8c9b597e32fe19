import { useQueryClient } from '@tanstack/react-query';
import type { AccountSafety } from '@vigia/contract';
import { SELF_EXCLUSION_PERIODS, type SelfExclusionPeriod } from '@vigia/core/vocabulary';
import { HeartHandshake, Lock } from 'lucide-react';
import { useState } from 'react';
import { safetyQuery } from '#shared/lib/account-safety.ts';
import { FailureWithText, failureCode } from '#shared/lib/problem.ts';
import { apiOf } from '#shared/lib/services.ts';
import { useServerNow } from '#shared/lib/use-now.ts';
import { Button } from '#shared/ui/button.tsx';
import { Checkbox } from '#shared/ui/checkbox.tsx';
import { Chip } from '#shared/ui/chip.tsx';
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx';
import { FieldError } from '#shared/ui/field.tsx';
import { Note } from '#shared/ui/note.tsx';
import { toast } from '#shared/ui/toast.ts';
import { formatMomentInZone } from '../moments.ts';
import { useAccountChanged } from '../use-account-changed.ts';
import { PERIOD_WORDS, safetyMessages } from './messages.es.ts';
import { excludeSelf } from './queries.ts';

const words = safetyMessages.exclusion;

const CLOCK_EVERY_MS = 30_000;

const HOUR_MS = 60 * 60_000;
const PERIOD_MS: Readonly<Record<SelfExclusionPeriod, number>> = {
  '24h': 24 * HOUR_MS,
  '7d': 7 * 24 * HOUR_MS,
  '30d': 30 * 24 * HOUR_MS,
  forever: Number.POSITIVE_INFINITY,
};

/**
 * Lets users exclude themselves from real-money trading. Periods that would end before the current exclusion are not
 * offered.
 */
export function SelfExclusion({ safety }: { readonly safety: AccountSafety }) {
  const [period, setPeriod] = useState<SelfExclusionPeriod | null>(null);
  const [missing, setMissing] = useState(false);
  const [asking, setAsking] = useState<SelfExclusionPeriod | null>(null);
  const exclude = useExclude();
  const nowMs = useServerNow(CLOCK_EVERY_MS);
  const state = stateOf(safety);
  const endsTooSoon = (each: SelfExclusionPeriod) => nowMs + PERIOD_MS[each] <= runningUntilMs(safety);
  const chosen = period !== null && !endsTooSoon(period) ? period : null;
  const choose = (each: SelfExclusionPeriod) => {
    setPeriod(each);
    setMissing(false);
  };
  return (
    <div className="grid gap-3 border-t border-line px-4 py-4">
      <div>
        <h3 className="text-14 font-medium">{words.title}</h3>
        <small className="block text-12 text-fg-3">{words.text}</small>
        <small className="block text-12 text-fg-3">{words.atBroker}</small>
      </div>
      {state && (
        <Note icon={Lock} tone="warn">
          <b>{state}</b>
          {!safety.self_excluded_forever && words.longer}
        </Note>
      )}
      {!safety.self_excluded_forever && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <fieldset className="flex flex-wrap gap-2" aria-label={words.period}>
            {SELF_EXCLUSION_PERIODS.map((each) => (
              <Chip key={each} selected={each === chosen} disabled={endsTooSoon(each)} onClick={() => choose(each)}>
                {PERIOD_WORDS[each]}
              </Chip>
            ))}
          </fieldset>
          <Button
            variant="danger-outline"
            className="max-md:w-full"
            onClick={() => (chosen ? setAsking(chosen) : setMissing(true))}
          >
            {words.submit}
          </Button>
        </div>
      )}
      {missing && <FieldError>{words.periodMissing}</FieldError>}
      {!safety.self_excluded_forever && SELF_EXCLUSION_PERIODS.some(endsTooSoon) && (
        <p className="text-12 text-fg-3">{words.tooShort}</p>
      )}
      <p className="flex items-start gap-2 text-12 text-fg-3">
        <HeartHandshake size={14} className="mt-px shrink-0" aria-hidden />
        {words.help}
      </p>
      <Confirmation
        period={asking}
        onClose={() => setAsking(null)}
        onConfirm={async (asked) => {
          await exclude(asked);
          setPeriod(null);
        }}
      />
    </div>
  );
}

/**
 * Returns a function that starts a self-exclusion. If the server refuses it because it is too short, the function shows
 * the end of the current exclusion in the display time zone, because the server's message uses UTC.
 */
function useExclude(): (period: SelfExclusionPeriod) => Promise<void> {
  const queries = useQueryClient();
  const changed = useAccountChanged();
  return async (period) => {
    try {
      await excludeSelf(apiOf(queries), period);
    } catch (failure) {
      if (failureCode(failure) !== 'self_exclusion_shorter') throw failure;
      const state = stateOf(await queries.fetchQuery({ ...safetyQuery(), staleTime: 0 }));
      throw state ? new FailureWithText(words.shorter(state)) : failure;
    }
    await changed(safetyQuery().queryKey);
    toast.success(words.done);
  };
}

function runningUntilMs({ self_excluded_forever: forever, self_excluded_until: until }: AccountSafety): number {
  if (forever) return Number.POSITIVE_INFINITY;
  return until === null ? Number.NEGATIVE_INFINITY : Date.parse(until);
}

/** Describes the current self-exclusion. Returns null if there is none. */
function stateOf({ self_excluded_forever: forever, self_excluded_until: until }: AccountSafety): string | null {
  if (forever) return words.forever;
  return until === null ? null : words.until(formatMomentInZone(until));
}

type ConfirmationProps = {
  /** Period that the user must confirm. Null closes the dialog. */
  readonly period: SelfExclusionPeriod | null;
  readonly onClose: () => void;
  readonly onConfirm: (period: SelfExclusionPeriod) => Promise<void>;
};

function Confirmation({ period, onClose, onConfirm }: ConfirmationProps) {
  const [understood, setUnderstood] = useState(false);
  const close = () => {
    setUnderstood(false);
    onClose();
  };
  return (
    <ConfirmDialog
      open={period !== null}
      onClose={close}
      title={words.confirm.title(period ? PERIOD_WORDS[period] : '')}
      text={period === 'forever' ? words.confirm.foreverText : words.confirm.text}
      submit={words.confirm.submit}
      disabled={!understood}
      onConfirm={async () => period && onConfirm(period)}
    >
      <Checkbox checked={understood} onChange={(event) => setUnderstood(event.target.checked)}>
        {words.confirm.understood}
      </Checkbox>
    </ConfirmDialog>
  );
}
