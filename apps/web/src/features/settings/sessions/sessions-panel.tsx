import { useMutation, useQuery } from '@tanstack/react-query';
import { OpenSession } from '@vigia/contract';
import { useState } from 'react';
import { z } from 'zod';
import { useAuth } from '#shared/auth/auth-context.ts';
import type { ApiClient } from '#shared/lib/api-client.ts';
import { apiQuery } from '#shared/lib/api-query.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { apiOf, useServices } from '#shared/lib/services.ts';
import { useServerNow } from '#shared/lib/use-now.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { Checkbox } from '#shared/ui/checkbox.tsx';
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx';
import { EmptyState } from '#shared/ui/states.tsx';
import { toast } from '#shared/ui/toast.ts';
import { botTokensQuery, endAllBotTokens } from '../bot-tokens/queries.ts';
import { LoadedQuery } from '../loaded-query.tsx';
import { formatMomentInZone, timeAgo } from '../moments.ts';
import { Section } from '../section.tsx';
import { SettingRow } from '../setting-row.tsx';
import { useAccountChanged } from '../use-account-changed.ts';
import { deviceOf } from './device.ts';
import { DeviceIcon } from './device-icon.tsx';
import { sessionsMessages as words } from './messages.es.ts';

const SESSIONS_PATH = '/api/v1/account/sessions';

const sessionsQuery = apiQuery(SESSIONS_PATH, z.array(OpenSession));

/**
 * Ends a session.
 * @throws ApiFailure
 */
const endSession = (api: ApiClient, id: string): Promise<unknown> =>
  api.delete(`${SESSIONS_PATH}/${encodeURIComponent(id)}`, { schema: z.unknown() });

const CLOCK_EVERY_MS = 30_000;

/** Lists the user's sessions and lets the user end them. */
export function SessionsPanel() {
  const sessions = useQuery(sessionsQuery);
  const [isAsking, setAsking] = useState(false);
  const hasOthers = sessions.data?.some(({ current }) => !current) ?? false;
  return (
    <Section
      id="sesiones"
      aside={
        hasOthers && (
          <Button variant="ghost" size="sm" onClick={() => setAsking(true)}>
            {words.closeOthers}
          </Button>
        )
      }
    >
      <LoadedQuery query={sessions} rows={2}>
        {(open) =>
          open.length === 0 ? (
            <EmptyState
              text={words.none}
              action={<Button onClick={() => void sessions.refetch()}>{words.refresh}</Button>}
            />
          ) : (
            <ul>
              {open.map((session) => (
                <SessionRow key={session.id} session={session} />
              ))}
            </ul>
          )
        }
      </LoadedQuery>
      <OthersDialog open={isAsking} onClose={() => setAsking(false)} />
    </Section>
  );
}

type OthersDialogProps = { readonly open: boolean; readonly onClose: () => void };

/**
 * Asks for confirmation before all other sessions end. It offers to delete the bot tokens too, because they stay valid
 * after a sign-out.
 */
function OthersDialog({ open, onClose }: OthersDialogProps) {
  const { backend } = useAuth();
  const { api } = useServices();
  const changed = useAccountChanged();
  const [withBots, setWithBots] = useState(true);
  const close = async () => {
    if (withBots) await endAllBotTokens(api);
    await (await backend()).endOtherSessions();
    toast.success(words.othersClosed, withBots ? { description: words.botsEnded } : {});
    await Promise.all([changed(sessionsQuery.queryKey), changed(botTokensQuery.queryKey)]);
  };
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={words.ask.title}
      text={words.ask.text}
      submit={words.ask.submit}
      onConfirm={close}
    >
      <Checkbox checked={withBots} onChange={(event) => setWithBots(event.target.checked)}>
        {words.ask.bots}
      </Checkbox>
    </ConfirmDialog>
  );
}

function SessionRow({ session }: { readonly session: OpenSession }) {
  const changed = useAccountChanged();
  const nowMs = useServerNow(CLOCK_EVERY_MS);
  const device = deviceOf(session.user_agent);
  const end = useMutation({
    mutationFn: (_none, { client }) => endSession(apiOf(client), session.id),
    onSuccess: () => toast.success(words.closed, { description: device.name }),
    onError: (failure) => toast.error(problemOf(failure)),
    onSettled: () => changed(sessionsQuery.queryKey),
  });
  const used = session.current ? words.activeNow : words.lastUsed(timeAgo(session.last_seen_at, nowMs));
  return (
    <li className="border-t border-line first:border-0">
      <SettingRow
        inline
        icon={<DeviceIcon kind={device.kind} />}
        title={
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            {device.name}
            {session.current && <Badge tone="ok">{words.current}</Badge>}
            {session.aal === 'aal2' && <Badge>{words.withFactor}</Badge>}
          </span>
        }
        hint={[session.ip ?? words.unknownAddress, used, words.since(formatMomentInZone(session.created_at))].join(
          ' · ',
        )}
      >
        {!session.current && (
          <Button
            size="sm"
            loading={end.isPending}
            aria-label={words.closeOne(device.name)}
            onClick={() => end.mutate()}
          >
            {words.close}
          </Button>
        )}
      </SettingRow>
    </li>
  );
}
