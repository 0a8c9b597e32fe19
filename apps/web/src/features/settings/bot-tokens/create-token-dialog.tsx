import { zodResolver } from '@hookform/resolvers/zod';
import type { MadeBotToken } from '@vigia/contract';
import { BOT_SCOPES } from '@vigia/core/vocabulary';
import { useId, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { problemOf } from '#shared/lib/problem.ts';
import { useServices } from '#shared/lib/services.ts';
import { Button } from '#shared/ui/button.tsx';
import { Checkbox } from '#shared/ui/checkbox.tsx';
import { Chip } from '#shared/ui/chip.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { FieldError, TextField } from '#shared/ui/field.tsx';
import { useStepUp } from '../security/step-up.tsx';
import { botTokenMessages, SCOPE_WORDS } from './messages.es.ts';
import { makeBotToken } from './queries.ts';
import { EXPIRY_DAYS, NewTokenInput } from './schema.ts';

const words = botTokenMessages.form;

const EMPTY: NewTokenInput = { name: '', scopes: ['read'], expires_in_days: 90, allowed_ips: '' };

type CreateTokenDialogProps = {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onMade: (token: MadeBotToken) => void;
};

export const CreateTokenDialog = ({ open, onOpenChange, onMade }: CreateTokenDialogProps) => (
  <Dialog open={open} onOpenChange={onOpenChange} title={words.title} description={botTokenMessages.intro}>
    <CreateTokenForm onMade={onMade} />
  </Dialog>
);

function CreateTokenForm({ onMade }: Pick<CreateTokenDialogProps, 'onMade'>) {
  const [problem, setProblem] = useState<string | null>(null);
  const stepUp = useStepUp();
  const { api } = useServices();
  const scopesNoteId = useId();
  const form = useForm({ resolver: zodResolver(NewTokenInput), defaultValues: EMPTY });
  const { errors, isSubmitting } = form.formState;
  // Registered in screen order: the first invalid one gets the focus.
  const inputs = { name: form.register('name'), scopes: form.register('scopes'), ips: form.register('allowed_ips') };
  const submit = form.handleSubmit(async ({ allowed_ips, ...rest }) => {
    setProblem(null);
    try {
      onMade(await stepUp.run(() => makeBotToken(api, { ...rest, ...(allowed_ips.length > 0 && { allowed_ips }) })));
    } catch (failure) {
      setProblem(problemOf(failure));
    }
  });
  return (
    <>
      <form className="grid gap-4" onSubmit={submit} noValidate>
        <TextField
          {...inputs.name}
          label={words.name}
          error={errors.name?.message}
          placeholder={words.nameExample}
          autoComplete="off"
          autoFocus
        />
        <fieldset
          className="grid gap-2"
          aria-invalid={Boolean(errors.scopes)}
          aria-describedby={errors.scopes && scopesNoteId}
        >
          <legend className="mb-2 text-13 font-medium text-fg-2">{words.scopes}</legend>
          {BOT_SCOPES.map((scope) => (
            <Checkbox key={scope} value={scope} {...inputs.scopes}>
              <span>
                <b className="block font-medium text-fg-1">{SCOPE_WORDS[scope].title}</b>
                <span className="block text-12 text-fg-3">{SCOPE_WORDS[scope].text}</span>
              </span>
            </Checkbox>
          ))}
          {errors.scopes?.message && (
            <div id={scopesNoteId}>
              <FieldError>{errors.scopes.message}</FieldError>
            </div>
          )}
        </fieldset>
        <fieldset>
          <legend className="mb-1.5 text-13 font-medium text-fg-2">{words.expiry}</legend>
          <Controller
            control={form.control}
            name="expires_in_days"
            render={({ field }) => (
              <div className="flex gap-2">
                {EXPIRY_DAYS.map((days) => (
                  <Chip key={days} selected={field.value === days} onClick={() => field.onChange(days)}>
                    {words.days(days)}
                  </Chip>
                ))}
              </div>
            )}
          />
        </fieldset>
        <TextField
          {...inputs.ips}
          label={words.addresses}
          hint={words.addressesHint}
          error={errors.allowed_ips?.message}
          placeholder={words.addressesExample}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        {problem && <FieldError>{problem}</FieldError>}
        <Button type="submit" variant="primary" full loading={isSubmitting}>
          {words.submit}
        </Button>
      </form>
      {stepUp.dialog}
    </>
  );
}
