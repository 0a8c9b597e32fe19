import { useMutation, useQuery } from '@tanstack/react-query';
import { OpenSession } from '@vigia/contract';
import { z } from 'zod';
import { useAuth } from '#shared/auth/auth-context.ts';
import type { ApiClient } from '#shared/lib/api-client.ts';
import { apiQuery } from '#shared/lib/api-query.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { apiOf } from '#shared/lib/services.ts';
import { useServerNow } from '#shared/lib/use-now.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { EmptyState } from '#shared/ui/states.tsx';
import { toast } from '#shared/ui/toast.ts';
import { Loaded } from '../loaded.tsx';
import { ago, atMoment } from '../moments.ts';
import { Section } from '../section.tsx';
import { SettingRow } from '../setting-row.tsx';
import { useAccountChanged } from '../use-account-changed.ts';
import { deviceOf } from './device.ts';
import { DeviceIcon } from './device-icon.tsx';
import { sessionsMessages as words } from './messages.es.ts';

const SESSIONS_PATH = '/api/v1/account/sessions';

const sessionsQuery = apiQuery(SESSIONS_PATH, z.array(OpenSession));

/** @throws ApiFailure */
const endSession = (api: ApiClient, id: string): Promise<unknown> =>
  api.delete(`${SESSIONS_PATH}/${encodeURIComponent(id)}`, { schema: z.unknown() });

const CLOCK_EVERY_MS = 30_000;

/** Lists the user's sessions and lets the user end them. */
export function SessionsPanel() {
  const { backend } = useAuth();
  const sessions = useQuery(sessionsQuery);
  const changed = useAccountChanged();
  const others = useMutation({
    mutationFn: async () => (await backend()).endOtherSessions(),
    onSuccess: () => toast.success(words.othersClosed),
    onError: (failure) => toast.error(problemOf(failure)),
    onSettled: () => changed(sessionsQuery.queryKey),
  });
  const hasOthers = sessions.data?.some(({ current }) => !current) ?? false;
  return (
    <Section
      id="sesiones"
      aside={
        hasOthers && (
          <Button variant="ghost" size="sm" loading={others.isPending} onClick={() => others.mutate()}>
            {words.closeOthers}
          </Button>
        )
      }
    >
      <Loaded query={sessions} rows={2}>
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
      </Loaded>
    </Section>
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
  const used = session.current ? words.activeNow : words.lastUsed(ago(session.last_seen_at, nowMs));
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
        hint={[session.ip ?? words.unknownAddress, used, words.since(atMoment(session.created_at))].join(' · ')}
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
