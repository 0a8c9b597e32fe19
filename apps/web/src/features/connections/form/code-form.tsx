import { type FormEvent, useState } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { CodeField } from '#shared/ui/code-field.tsx';
import { connectionsMessages as words } from '../messages.es.ts';
import type { LoginCodeForm } from './use-login-code.ts';

type CodeFormProps = {
  readonly name: string;
  readonly answer: LoginCodeForm;
  readonly onCancel: () => void;
  readonly cancelling: boolean;
};

/**
 * Renders the form for the login code that the broker sent by mail, SMS or app. The code completes a sign-in at the
 * broker.
 */
export function CodeForm({ name, answer, onCancel, cancelling }: CodeFormProps) {
  const [code, setCode] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void answer.send(code);
  };
  return (
    <form className="grid gap-4" onSubmit={submit} noValidate aria-label={words.of(words.code.title, name)}>
      <div>
        <h3 className="text-14 font-medium">{words.code.title}</h3>
        <p className="mt-1 text-13 text-fg-2">{words.code.text(name)}</p>
      </div>
      <CodeField
        label={words.code.label}
        error={answer.problem ?? undefined}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        autoFocus
      />
      <div className="flex flex-wrap gap-2 max-md:grid">
        <Button type="submit" variant="primary" loading={answer.busy}>
          {words.code.submit}
        </Button>
        <Button variant="ghost" className="md:ml-auto" loading={cancelling} onClick={onCancel}>
          {words.cancel}
        </Button>
      </div>
    </form>
  );
}
