import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AccountSafety } from '@vigia/contract';
import type { Currency, RealMoneyObstacle } from '@vigia/core/vocabulary';
import { CircleDashed } from 'lucide-react';
import { type RealAccount, safetyQuery } from '#shared/lib/account-safety.ts';
import { limitBookText } from '#shared/lib/limit-books.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { MISSING_CONDITION_WORDS, realMoneyMessages as words } from './messages.es.ts';
import { useSecurityWaitText } from './wait-note.tsx';

type ConditionsProps = {
  /** The account to which the conditions apply. Null while its currency is unknown. */
  readonly account: RealAccount | null;
  /** Selects the unmet conditions that block the requested action. */
  readonly inTheWay: (obstacles: readonly RealMoneyObstacle[]) => readonly RealMoneyObstacle[];
  readonly onLeave: () => void;
};

/** Lists the conditions for real money with their current state. Only the server decides whether they are met. */
export function Conditions({ account, inTheWay, onLeave }: ConditionsProps) {
  const { data: safety, isError } = useQuery({ ...safetyQuery(account), staleTime: 0 });
  if (safety) {
    const obstacles = inTheWay(safety.obstacles);
    if (obstacles.length > 0) return <Missing obstacles={obstacles} safety={safety} onLeave={onLeave} />;
  }
  return <p className="text-13 text-fg-2">{safety ? words.allMet : isError ? words.unknown : words.checking}</p>;
}

type Destination = {
  readonly to: (typeof PATHS)[keyof typeof PATHS];
  readonly hash?: string;
  readonly search?: { readonly libro: string };
};

const realMoney = { to: PATHS.settings, hash: 'dinero-real' } as const;

/** Returns the page on which the user can meet each condition. `currency` is the currency of the account. */
const placesFor = (currency: Currency): Readonly<Record<RealMoneyObstacle, Destination>> => ({
  anonymous_not_allowed: { to: PATHS.profile },
  self_excluded: realMoney,
  login_excluded: { to: PATHS.connections },
  declaration_missing: realMoney,
  underage: realMoney,
  country_banned: realMoney,
  insufficient_aal: { to: PATHS.settings, hash: 'seguridad' },
  security_wait: realMoney,
  daily_loss_limit_missing: {
    to: PATHS.settings,
    hash: 'limites',
    search: { libro: limitBookText({ scope: 'real', currency }) },
  },
  mode_unavailable: { to: PATHS.connections },
});

type MissingProps = {
  readonly obstacles: readonly RealMoneyObstacle[];
  readonly safety: AccountSafety;
  readonly onLeave: () => void;
};

/** Lists the unmet conditions. Each has a link to the page on which the user can meet it. */
function Missing({ obstacles, safety, onLeave }: MissingProps) {
  const { loss_limit_currency: currency, security_wait: wait } = safety;
  const places = placesFor(currency);
  const waitWords = useSecurityWaitText();
  return (
    <div className="grid gap-2 text-13">
      <h3 className="text-13 font-medium">{words.missing}</h3>
      <ul className="grid gap-2 text-fg-2">
        {obstacles.map((obstacle) => (
          <li key={obstacle} className="flex items-start gap-2">
            <CircleDashed size={14} className="mt-0.5 shrink-0 text-fg-3" aria-hidden />
            <span>
              {obstacle === 'security_wait' && wait
                ? waitWords(wait)
                : MISSING_CONDITION_WORDS[obstacle].text(currency)}{' '}
              <Link
                {...places[obstacle]}
                onClick={onLeave}
                className="font-medium text-accent underline underline-offset-2"
              >
                {MISSING_CONDITION_WORDS[obstacle].link}
              </Link>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
