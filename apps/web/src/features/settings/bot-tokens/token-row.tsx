import { useMutation } from '@tanstack/react-query';
import type { BotToken } from '@vigia/contract';
import { KeyRound, PauseCircle } from 'lucide-react';
import { problemOf } from '#shared/lib/problem.ts';
import { apiOf } from '#shared/lib/services.ts';
import { useServerNow } from '#shared/lib/use-now.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { toast } from '#shared/ui/toast.ts';
import { formatMomentDay, timeAgo } from '../moments.ts';
import { useStepUp } from '../security/step-up.tsx';
import { SettingRow } from '../setting-row.tsx';
import { useAccountChanged } from '../use-account-changed.ts';
import { titleOfScope, botTokenMessages as words } from './messages.es.ts';
import { botTokensQuery, resumeBotToken } from './queries.ts';

const CLOCK_EVERY_MS = 30_000;

type TokenRowProps = { readonly token: BotToken; readonly onRemove: (token: BotToken) => void };

export function TokenRow({ token, onRemove }: TokenRowProps) {
  const nowMs = useServerNow(CLOCK_EVERY_MS);
  const changed = useAccountChanged();
  const stepUp = useStepUp();
  const resume = useMutation({
    mutationFn: (_none, { client }) => stepUp.run(() => resumeBotToken(apiOf(client), token.id)),
    onSuccess: () => toast.success(words.resumed, { description: token.name }),
    onError: (failure) => toast.error(problemOf(failure)),
    onSettled: () => changed(botTokensQuery.queryKey),
  });
  const expired = Date.parse(token.expires_at) <= nowMs;
  return (
    <li className="border-t border-line first:border-0">
      <SettingRow
        icon={<KeyRound size={18} className="shrink-0 text-fg-3" aria-hidden />}
        title={
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            {token.name}
            {token.scopes.map((scope) => (
              <Badge key={scope}>{titleOfScope(scope)}</Badge>
            ))}
            {token.paused_at && <Badge tone="warn">{words.paused}</Badge>}
            {expired && <Badge tone="error">{words.expiredBadge}</Badge>}
          </span>
        }
        hint={factsOf(token, expired, nowMs)}
      >
        <div className="flex gap-2 max-md:pl-7.5">
          {token.paused_at && (
            <Button
              size="sm"
              loading={resume.isPending}
              aria-label={words.resumeOne(token.name)}
              onClick={() => resume.mutate()}
            >
              {words.resume}
            </Button>
          )}
          <Button variant="ghost" size="sm" aria-label={words.removeOne(token.name)} onClick={() => onRemove(token)}>
            {words.remove}
          </Button>
        </div>
      </SettingRow>
      {token.paused_at && (
        <p className="flex items-start gap-2 px-4 pb-3 pl-11.5 text-12 text-warn">
          <PauseCircle size={14} className="mt-px shrink-0" aria-hidden />
          {words.pausedWhy(formatMomentDay(token.paused_at))}
        </p>
      )}
      {stepUp.dialog}
    </li>
  );
}

function factsOf(token: BotToken, expired: boolean, nowMs: number): string {
  const day = formatMomentDay(token.expires_at);
  return [
    words.endsIn(token.last_four),
    expired ? words.expired(day) : words.expires(day),
    token.last_used_at ? words.lastUsed(timeAgo(token.last_used_at, nowMs), token.last_used_ip) : words.neverUsed,
    ...(token.allowed_ips.length > 0 ? [words.onlyFrom(token.allowed_ips.join(', '))] : []),
  ].join(' · ');
}
