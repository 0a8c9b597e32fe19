import { useMutation, useQueryClient } from '@tanstack/react-query';
import { AutomationGraduation } from '@vigia/contract';
import { type AutomationKind, BOT_TERMS_PHRASE } from '@vigia/core/vocabulary';
import { type FormEvent, useState } from 'react';
import { accountText } from '#shared/lib/account-name.ts';
import { brokerName } from '#shared/lib/broker-name.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { useServices } from '#shared/lib/services.ts';
import { isConsent, TypedConsent } from '#shared/real-money/typed-consent.tsx';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { TextField } from '#shared/ui/field.tsx';
import { uiMessages } from '#shared/ui/messages.es.ts';
import { toast } from '#shared/ui/toast.ts';
import { graduationMessages as words } from './graduation.es.ts';
import { graduationPath } from './graduation-query.ts';

export type RealMoneyDialogProps = {
  readonly kind: AutomationKind;
  readonly id: string;
  readonly name: string;
  readonly broker: string;
  /** Whether the user must also state that they read the terms of the broker about bots. */
  readonly asksTerms: boolean;
  readonly onClose: () => void;
};

/** Asks for the typed phrase before a setup or strategy trades by itself with real money. Only the server decides. */
export function RealMoneyDialog({ kind, id, name, broker, asksTerms, onClose }: RealMoneyDialogProps) {
  const { api } = useServices();
  const queries = useQueryClient();
  const [phrase, setPhrase] = useState('');
  const [terms, setTerms] = useState('');
  const isStated = !asksTerms || terms.trim() === BOT_TERMS_PHRASE;
  const account = accountText({ broker, kind: 'real' });
  const open = useMutation({
    mutationFn: () =>
      api.put(graduationPath(kind, id), {
        schema: AutomationGraduation,
        body: { broker, confirm: phrase.trim(), ...(asksTerms && { bot_terms: terms.trim() }) },
      }),
    onSuccess: () => {
      toast.success(words.done(name, account));
      onClose();
    },
    onError: (failure) => toast.error(problemOf(failure)),
    onSettled: () => queries.invalidateQueries(),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    open.mutate();
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={words.dialogTitle(name)}
      description={words.dialogText(account)}
    >
      <form className="grid gap-4" onSubmit={submit} noValidate>
        <TypedConsent phrase={phrase} onChange={setPhrase} />
        {asksTerms && (
          <TextField
            label={words.terms(BOT_TERMS_PHRASE)}
            hint={words.termsHint(brokerName(broker))}
            value={terms}
            onChange={(event) => setTerms(event.target.value)}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
        )}
        <div className="flex justify-end gap-2 max-md:grid max-md:justify-stretch">
          <Button onClick={onClose} className="max-md:order-last">
            {uiMessages.cancel}
          </Button>
          <Button type="submit" variant="real" loading={open.isPending} disabled={!isConsent(phrase) || !isStated}>
            {words.toReal(account)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
