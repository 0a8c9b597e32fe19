import type { MadeBotToken } from '@vigia/contract';
import { useId } from 'react';
import { Controller } from 'react-hook-form';
import { problemOf } from '#shared/lib/problem.ts';
import { useServices } from '#shared/lib/services.ts';
import { useSubmitForm } from '#shared/lib/use-submit-form.ts';
import { Button } from '#shared/ui/button.tsx';
import { Checkbox } from '#shared/ui/checkbox.tsx';
import { Chip } from '#shared/ui/chip.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { FieldError, TextField } from '#shared/ui/field.tsx';
import { useStepUp } from '../security/step-up.tsx';
import { botTokenMessages, SCOPE_LIMITS, SCOPE_WORDS } from './messages.es.ts';
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
  const stepUp = useStepUp();
  const { api } = useServices();
  const scopesNoteId = useId();
  const { form, field, send, failure, isSubmitting } = useSubmitForm({
    schema: NewTokenInput,
    start: EMPTY,
    submit: async ({ allowed_ips, ...rest }) =>
      onMade(await stepUp.run(() => makeBotToken(api, { ...rest, ...(allowed_ips.length > 0 && { allowed_ips }) }))),
  });
  // The fields are registered in the order of the screen, because the first invalid field gets the focus.
  const inputs = { name: field('name'), scopes: field('scopes'), ips: field('allowed_ips') };
  const { error: scopesError, ...scopes } = inputs.scopes;
  return (
    <>
      <form className="grid gap-4" onSubmit={send} noValidate>
        <TextField {...inputs.name} label={words.name} placeholder={words.nameExample} autoComplete="off" autoFocus />
        <fieldset
          className="grid gap-2"
          aria-invalid={Boolean(scopesError)}
          aria-describedby={scopesError && scopesNoteId}
        >
          <legend className="mb-2 text-13 font-medium text-fg-2">{words.scopes}</legend>
          {SCOPE_WORDS.map(({ scope, title, text }) => (
            <Checkbox key={scope} value={scope} {...scopes}>
              <span>
                <b className="block font-medium text-fg-1">{title}</b>
                <span className="block text-12 text-fg-3">{text}</span>
              </span>
            </Checkbox>
          ))}
          <EffectList title={SCOPE_LIMITS.together} items={SCOPE_LIMITS.togetherList} />
          <EffectList title={SCOPE_LIMITS.never} items={SCOPE_LIMITS.neverList} />
          {scopesError && (
            <div id={scopesNoteId}>
              <FieldError>{scopesError}</FieldError>
            </div>
          )}
        </fieldset>
        <fieldset>
          <legend className="mb-1.5 text-13 font-medium text-fg-2">{words.expiry}</legend>
          <Controller
            control={form.control}
            name="expires_in_days"
            render={({ field: input }) => (
              <div className="flex gap-2">
                {EXPIRY_DAYS.map((days) => (
                  <Chip key={days} selected={input.value === days} onClick={() => input.onChange(days)}>
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
          placeholder={words.addressesExample}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        {failure !== null && <FieldError>{problemOf(failure)}</FieldError>}
        <Button type="submit" variant="primary" full loading={isSubmitting}>
          {words.submit}
        </Button>
      </form>
      {stepUp.dialog}
    </>
  );
}

const EffectList = ({ title, items }: { readonly title: string; readonly items: readonly string[] }) => (
  <div className="text-12 text-fg-2">
    <p className="font-medium">{title}</p>
    <ul className="list-disc pl-5 text-fg-3">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  </div>
);
