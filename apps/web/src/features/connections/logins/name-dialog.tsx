import { type FormEvent, useState } from 'react';
import { problemOf } from '#shared/lib/problem.ts';
import { useAction } from '#shared/lib/use-action.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { FieldError, TextField } from '#shared/ui/field.tsx';
import { uiMessages } from '#shared/ui/messages.es.ts';
import type { ListedLogin } from './listed-logins.ts';
import { loginMessages } from './messages.es.ts';

const words = loginMessages.nameAsk;
const LABEL_MAX_LENGTH = 40;

type NameDialogProps = {
  readonly login: ListedLogin;
  readonly onClose: () => void;
  readonly onName: (label: string) => Promise<void>;
};

/** Asks the user for the label of a login at a broker. */
export function NameDialog({ login, onClose, onName }: NameDialogProps) {
  const [label, setLabel] = useState(login.label ?? '');
  const [isMissing, setIsMissing] = useState(false);
  const naming = useAction(async () => {
    await onName(label.trim());
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(label.trim() === '');
    if (label.trim() !== '') void naming.run();
  };
  return (
    <Dialog open onOpenChange={onClose} title={words.title} description={words.text}>
      <form className="grid gap-4" onSubmit={submit} noValidate>
        <TextField
          label={words.label}
          error={isMissing ? words.missing : undefined}
          autoFocus
          autoComplete="off"
          maxLength={LABEL_MAX_LENGTH}
          placeholder={words.placeholder}
          value={label}
          onChange={(event) => setLabel(event.target.value)}
        />
        {naming.failure !== null && <FieldError>{problemOf(naming.failure)}</FieldError>}
        <div className="flex justify-end gap-2 max-md:grid max-md:grid-cols-2">
          <Button onClick={onClose}>{uiMessages.cancel}</Button>
          <Button type="submit" variant="primary" loading={naming.isRunning}>
            {words.submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
