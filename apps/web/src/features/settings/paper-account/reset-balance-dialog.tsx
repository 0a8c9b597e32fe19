import { useQueryClient } from '@tanstack/react-query';
import { LIMITS, PAPER_CURRENCY } from '@vigia/core/vocabulary';
import { Hourglass } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { resetMockBalance, usePaperAccount } from '#shared/lib/chosen-account.ts';
import { formatMoney } from '#shared/lib/format.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { useAction } from '#shared/lib/use-action.ts';
import { Button } from '#shared/ui/button.tsx';
import { Chip } from '#shared/ui/chip.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { FieldError, TextField } from '#shared/ui/field.tsx';
import { uiMessages } from '#shared/ui/messages.es.ts';
import { Note } from '#shared/ui/note.tsx';
import { toast } from '#shared/ui/toast.ts';
import { paperAccountMessages } from './messages.es.ts';

const words = paperAccountMessages.dialog;

const DEFAULT_BALANCE = LIMITS.mockBalanceDefaultMinor / 100;
const QUICK_BALANCES = [1_000, 5_000, DEFAULT_BALANCE, 50_000] as const;
const SMALLEST = 1;
const LARGEST = 1_000_000;

/**
 * Renders the dialog for a new balance of the paper account. It is opened from the settings and from the balance in the
 * header.
 */
export function ResetBalanceDialog() {
  const isOpen = useUi((ui) => ui.modal === 'resetBalance');
  const close = useUi((ui) => ui.closeModal);
  return (
    <Dialog open={isOpen} onOpenChange={close} title={words.title} description={words.text}>
      <ResetForm onDone={close} />
    </Dialog>
  );
}

function ResetForm({ onDone }: { readonly onDone: () => void }) {
  const queries = useQueryClient();
  const held = usePaperAccount().data?.held ?? 0;
  const [typed, setTyped] = useState(String(DEFAULT_BALANCE));
  const [isWrong, setWrong] = useState(false);
  const balance = balanceIn(typed);
  const choose = (text: string) => {
    setTyped(text);
    setWrong(false);
  };
  const reset = useAction(async (wanted: number) => {
    await resetMockBalance(queries, { balance: wanted });
    toast.success(words.done(formatMoney(wanted, PAPER_CURRENCY)));
    onDone();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (balance === null) setWrong(true);
    else void reset.run(balance);
  };
  const [smallest, largest] = [formatMoney(SMALLEST, PAPER_CURRENCY), formatMoney(LARGEST, PAPER_CURRENCY)];
  return (
    <form className="grid gap-4" onSubmit={submit} noValidate>
      <TextField
        label={words.field}
        aside={<span className="text-12 font-normal text-fg-3">{words.range(smallest, largest)}</span>}
        error={isWrong ? words.wrong(smallest, largest) : undefined}
        value={typed}
        onChange={(event) => choose(event.target.value)}
        inputMode="decimal"
        autoComplete="off"
        suffix={PAPER_CURRENCY}
        className="[&>input]:text-right"
      />
      <fieldset className="grid grid-cols-4 gap-2" aria-label={words.quick}>
        {QUICK_BALANCES.map((each) => (
          <Chip key={each} selected={balance === each} onClick={() => choose(String(each))}>
            {formatMoney(each, PAPER_CURRENCY).replace(/[.,]00$/, '')}
          </Chip>
        ))}
      </fieldset>
      {held > 0 && <Note icon={Hourglass}>{words.openGoOn(formatMoney(held, PAPER_CURRENCY))}</Note>}
      {reset.failure !== null && <FieldError>{problemOf(reset.failure)}</FieldError>}
      <div className="flex justify-end gap-2 max-md:grid max-md:justify-stretch">
        <Button onClick={onDone} className="max-md:order-last">
          {uiMessages.cancel}
        </Button>
        <Button type="submit" variant="primary" loading={reset.isRunning}>
          {balance === null ? words.title : words.submit(formatMoney(balance, PAPER_CURRENCY))}
        </Button>
      </div>
    </form>
  );
}

/** Parses the amount. Returns null if the paper account cannot have this balance. */
function balanceIn(typed: string): number | null {
  const text = typed.trim();
  const balance = Number(text.replace(',', '.'));
  return /^\d+([.,]\d{1,2})?$/.test(text) && balance >= SMALLEST && balance <= LARGEST ? balance : null;
}
