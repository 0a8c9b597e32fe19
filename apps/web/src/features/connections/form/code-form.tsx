import { useQueryClient } from '@tanstack/react-query';
import type { BrokerView } from '@vigia/contract';
import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import { problemOf } from '#shared/lib/problem.ts';
import { Button } from '#shared/ui/button.tsx';
import { CodeField } from '#shared/ui/code-field.tsx';
import { connectionsMessages as words } from '../messages.es.ts';
import { answerBrokerCode, connectionsQuery, takeBrokerStatus } from '../queries.ts';

type CodeFormProps = { readonly broker: BrokerView; readonly onCancel: () => void; readonly cancelling: boolean };

/** The code that the broker sent by mail, SMS or app: the last step of signing in. */
export function CodeForm({ broker: { id, display_name: name }, onCancel, cancelling }: CodeFormProps) {
  const queries = useQueryClient();
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const written = code.replaceAll(/[\s-]/g, '');
    if (written === '') return setProblem(words.code.missing);
    setProblem(null);
    setBusy(true);
    try {
      const answer = await answerBrokerCode(id, written);
      takeBrokerStatus(queries, answer);
      if (answer.connection_status === 'connected') toast.success(words.done.connected(name));
    } catch (failure) {
      setProblem(problemOf(failure));
    } finally {
      setBusy(false);
      void queries.invalidateQueries({ queryKey: connectionsQuery.queryKey });
    }
  };
  return (
    <form className="grid gap-4" onSubmit={submit} noValidate aria-label={words.of(words.code.title, name)}>
      <div>
        <h3 className="text-14 font-medium">{words.code.title}</h3>
        <p className="mt-1 text-13 text-fg-2">{words.code.text(name)}</p>
      </div>
      <CodeField
        label={words.code.label}
        error={problem ?? undefined}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        autoFocus
      />
      <div className="flex flex-wrap gap-2 max-md:grid">
        <Button type="submit" variant="primary" loading={busy}>
          {words.code.submit}
        </Button>
        <Button variant="ghost" className="md:ml-auto" loading={cancelling} onClick={onCancel}>
          {words.cancel}
        </Button>
      </div>
    </form>
  );
}
