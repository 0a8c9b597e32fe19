import type { BrokerView } from '@vigia/contract';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx';
import { TextButton } from '#shared/ui/text-button.tsx';
import { type ListedLogin, listedLogins } from './listed-logins.ts';
import { loginMessages as words } from './messages.es.ts';
import { NameDialog } from './name-dialog.tsx';
import { type LoginActions, useLoginActions } from './use-login-actions.ts';

type LoginsProps = {
  readonly broker: BrokerView;
  /** Called after the current login was saved, to open the sign-in form for another one. */
  readonly onSaved: () => void;
};

/** The open dialog, or null. */
type Asked =
  | { readonly kind: 'add' }
  | { readonly kind: 'name'; readonly login: ListedLogin }
  | { readonly kind: 'forget'; readonly login: ListedLogin & { readonly id: string } };

/**
 * Shows the logins at a broker and their actions. If there is only one login, it shows only the button that adds
 * another one.
 */
export function Logins({ broker, onSaved }: LoginsProps) {
  const { display_name: name, status } = broker;
  const [asked, setAsked] = useState<Asked | null>(null);
  const actions = useLoginActions(broker);
  const logins = listedLogins(status);
  const { credential_kind: kind } = status.connection_info;
  const isSeveral = status.saved_logins.length > 0;
  const canAdd = kind !== null && kind !== 'oauth';
  if (!isSeveral && !canAdd) return null;
  return (
    <section aria-label={words.title(name)} className="grid gap-2">
      {isSeveral && (
        <>
          <h3 className="text-13 font-medium text-fg-2">{words.title(name)}</h3>
          <ul className="divide-y divide-line rounded-control border border-line">
            {logins.map((login) => (
              <Login key={login.id ?? ''} login={login} actions={actions} onAsk={setAsked} />
            ))}
          </ul>
          <p className="text-12 text-fg-3">{words.follows(name)}</p>
        </>
      )}
      {canAdd && (
        <p className="text-13">
          <TextButton aria-label={words.of(words.add, name)} onClick={() => setAsked({ kind: 'add' })}>
            <span className="inline-flex items-center gap-1">
              <Plus size={14} aria-hidden />
              {words.add}
            </span>
          </TextButton>
        </p>
      )}
      <Questions broker={broker} asked={asked} actions={actions} onClose={() => setAsked(null)} onSaved={onSaved} />
    </section>
  );
}

type LoginProps = {
  readonly login: ListedLogin;
  readonly actions: LoginActions;
  readonly onAsk: (asked: Asked) => void;
};

function Login({ login, actions, onAsk }: LoginProps) {
  const { id, name, detail } = login;
  const isUsedNow = actions.use.isPending && actions.use.variables.id === id;
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
      <span className="min-w-0 grow">
        <b className="block truncate text-14 font-medium">{name}</b>
        <span className="block truncate text-12 text-fg-2">{detail}</span>
      </span>
      <span className="flex items-center gap-3 text-13">
        <TextButton aria-label={words.of(words.name, name)} onClick={() => onAsk({ kind: 'name', login })}>
          {words.name}
        </TextButton>
        {id === null ? (
          <Badge tone="accent">{words.inUse}</Badge>
        ) : (
          <>
            <TextButton
              aria-label={words.of(words.forget, name)}
              onClick={() => onAsk({ kind: 'forget', login: { ...login, id } })}
            >
              {words.forget}
            </TextButton>
            <Button
              size="sm"
              aria-label={words.of(words.use, name)}
              loading={isUsedNow}
              disabled={actions.use.isPending}
              onClick={() => actions.use.mutate({ ...login, id })}
            >
              {words.use}
            </Button>
          </>
        )}
      </span>
    </li>
  );
}

type QuestionsProps = {
  readonly broker: BrokerView;
  readonly asked: Asked | null;
  readonly actions: LoginActions;
  readonly onClose: () => void;
  readonly onSaved: () => void;
};

const Questions = ({ broker, asked, actions, onClose, onSaved }: QuestionsProps) => (
  <>
    <ConfirmDialog
      open={asked?.kind === 'add'}
      onClose={onClose}
      title={words.addAsk.title(broker.display_name)}
      text={words.addAsk.text}
      submit={words.addAsk.submit}
      tone="primary"
      onConfirm={async () => {
        await actions.save();
        onSaved();
      }}
    />
    {asked?.kind === 'forget' && (
      <ConfirmDialog
        open
        onClose={onClose}
        title={words.forgetAsk.title(asked.login.name)}
        text={words.forgetAsk.text}
        submit={words.forgetAsk.submit}
        onConfirm={() => actions.forget(asked.login.id)}
      />
    )}
    {asked?.kind === 'name' && (
      <NameDialog login={asked.login} onClose={onClose} onName={(label) => actions.name(asked.login.id, label)} />
    )}
  </>
);
