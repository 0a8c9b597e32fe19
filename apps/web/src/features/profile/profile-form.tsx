import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { UserProfile } from '@vigia/contract';
import { PAPER_CURRENCY } from '@vigia/core/vocabulary';
import { useEffect } from 'react';
import { Controller } from 'react-hook-form';
import { useAuth } from '#shared/auth/auth-context.ts';
import { Problem } from '#shared/auth/problem.tsx';
import { dayAndTime } from '#shared/lib/day-words.ts';
import { LIMITS_KEY, limitsQuery } from '#shared/lib/risk-limits.ts';
import { useServices } from '#shared/lib/services.ts';
import { useSubmitForm } from '#shared/lib/use-submit-form.ts';
import { Button } from '#shared/ui/button.tsx';
import { TextField } from '#shared/ui/field.tsx';
import { Segmented } from '#shared/ui/segmented.tsx';
import { toast } from '#shared/ui/toast.ts';
import { profileMessages } from './messages.es.ts';
import { ProfileInput, profileChangesIn, toProfileInput } from './schemas.ts';

const words = profileMessages.data;

const RISK_OPTIONS = [
  { value: 'low', label: words.low },
  { value: 'medium', label: words.medium },
  { value: 'high', label: words.high },
] as const;

export function ProfileForm({ profile }: { readonly profile: UserProfile }) {
  const { user, updateProfile } = useAuth();
  const queries = useQueryClient();
  const { form, field, send, failure, isSubmitting } = useSubmitForm({
    schema: ProfileInput,
    start: toProfileInput(profile),
    submit: async (input) => {
      const changes = profileChangesIn(input, profile);
      if (Object.keys(changes).length === 0) return toast(words.unchanged);
      try {
        await updateProfile(changes);
        toast.success(words.saved);
      } finally {
        await queries.invalidateQueries({ queryKey: LIMITS_KEY });
      }
    },
  });
  // The profile is fetched again after it is saved. A raised limit keeps its old value until the new value applies.
  useEffect(() => form.reset(toProfileInput(profile)), [profile, form]);
  return (
    <form className="grid gap-4 p-4" onSubmit={send} noValidate>
      <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
        <TextField {...field('first_name')} label={words.firstName} autoComplete="given-name" />
        <TextField {...field('last_name')} label={words.lastName} autoComplete="family-name" />
      </div>
      <TextField {...field('username')} label={words.username} autoComplete="nickname" />
      <TextField {...field('phone')} label={words.phone} type="tel" autoComplete="tel" />
      <TextField
        {...field('default_trade_amount')}
        label={words.amount}
        hint={words.amountHint}
        inputMode="decimal"
        autoComplete="off"
        suffix={PAPER_CURRENCY}
      />
      <TextField
        {...field('max_concurrent_trades')}
        label={words.concurrent}
        hint={<RaiseHint />}
        inputMode="numeric"
        autoComplete="off"
      />
      <div className="grid gap-1.5">
        <span className="text-13 font-medium text-fg-2">{words.risk}</span>
        <Controller
          control={form.control}
          name="risk_level"
          render={({ field: input }) => (
            <Segmented label={words.risk} value={input.value} options={RISK_OPTIONS} onChange={input.onChange} />
          )}
        />
        <span className="text-12 text-fg-3">{words.riskHint}</span>
      </div>
      <Problem failure={failure} />
      <Button type="submit" variant={user?.is_anonymous ? 'secondary' : 'primary'} loading={isSubmitting}>
        {words.save}
      </Button>
    </form>
  );
}

/** Explains when a raised limit applies. If a raise is pending, it names the time. */
function RaiseHint() {
  const { data } = useQuery(limitsQuery());
  const { stream } = useServices();
  const raise = data?.waiting.max_concurrent_trades;
  return (
    <>
      {words.concurrentHint}
      {data && raise && (
        <span className="block text-warn">
          {words.raise(raise.value, dayAndTime(raise.from, stream.serverNow(), data.time_zone))}
        </span>
      )}
    </>
  );
}
