import { useQuery } from '@tanstack/react-query';
import type { BotToken, MadeBotToken } from '@vigia/contract';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { useServices } from '#shared/lib/services.ts';
import { Button } from '#shared/ui/button.tsx';
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx';
import { EmptyState } from '#shared/ui/states.tsx';
import { toast } from '#shared/ui/toast.ts';
import { AccountRequired } from '../account-required.tsx';
import { LoadedQuery } from '../loaded-query.tsx';
import { Section } from '../section.tsx';
import { useAccountChanged } from '../use-account-changed.ts';
import { BotTokenInstructions } from './bot-token-instructions.tsx';
import { CreateTokenDialog } from './create-token-dialog.tsx';
import { MadeTokenDialog } from './made-token-dialog.tsx';
import { botTokenMessages as words } from './messages.es.ts';
import { botTokensQuery, endBotToken } from './queries.ts';
import { TokenRow } from './token-row.tsx';

/** Renders the panel of the bot tokens, with which programs of the user can call the API. */
export function BotTokensPanel({ anonymous }: { readonly anonymous: boolean }) {
  if (!anonymous) return <BotTokens />;
  return (
    <Section id="tokens">
      <AccountRequired text={words.needsAccount} />
    </Section>
  );
}

function BotTokens() {
  const tokens = useQuery(botTokensQuery);
  const { api } = useServices();
  const changed = useAccountChanged();
  const [creating, setCreating] = useState(false);
  const [made, setMade] = useState<MadeBotToken | null>(null);
  const [removing, setRemoving] = useState<BotToken | null>(null);
  const reload = () => changed(botTokensQuery.queryKey);
  const take = (token: MadeBotToken) => {
    setCreating(false);
    setMade(token);
    void reload();
  };
  const remove = async ({ id, name }: BotToken) => {
    await endBotToken(api, id);
    await reload();
    toast.success(words.removed, { description: name });
  };
  const createButton = (
    <Button size="sm" onClick={() => setCreating(true)}>
      <Plus size={15} aria-hidden />
      {words.create}
    </Button>
  );
  const hasTokens = tokens.data !== undefined && tokens.data.length > 0;
  return (
    <Section id="tokens" aside={hasTokens && createButton}>
      <LoadedQuery query={tokens} rows={1}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon={KeyRound} text={`${words.none} ${words.intro}`} action={createButton} />
          ) : (
            <>
              <ul>
                {list.map((token) => (
                  <TokenRow key={token.id} token={token} onRemove={setRemoving} />
                ))}
              </ul>
              <div className="border-t border-line px-4 py-3">
                <BotTokenInstructions token="vigia_bot_…" />
              </div>
            </>
          )
        }
      </LoadedQuery>
      <CreateTokenDialog open={creating} onOpenChange={setCreating} onMade={take} />
      <MadeTokenDialog made={made} onClose={() => setMade(null)} />
      <ConfirmDialog
        open={removing !== null}
        onClose={() => setRemoving(null)}
        title={words.confirmRemove.title}
        text={removing ? words.confirmRemove.text(removing.name) : ''}
        submit={words.confirmRemove.submit}
        onConfirm={async () => removing && remove(removing)}
      />
    </Section>
  );
}
