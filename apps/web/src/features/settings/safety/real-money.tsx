import { Link } from '@tanstack/react-router';
import type { AccountSafety } from '@vigia/contract';
import type { Currency } from '@vigia/core/money';
import { CircleCheck, CircleDashed } from 'lucide-react';
import type { ReactNode } from 'react';
import { limitBookText } from '#shared/lib/limit-books.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { safetyMessages } from './messages.es.ts';

const words = safetyMessages.realMoney;

type Obstacle = AccountSafety['obstacles'][number];

/** Returns the conditions that a user can meet. A legal ban and a self-exclusion are shown in separate notices. */
const conditionsIn = (
  currency: Currency,
): readonly { readonly unless: readonly Obstacle[]; readonly text: ReactNode }[] => [
  { unless: ['declaration_missing', 'underage'], text: words.declaration },
  { unless: ['insufficient_aal'], text: <Linked words={words.factor} to="#seguridad" /> },
  { unless: ['daily_loss_limit_missing'], text: <ToLimits currency={currency} /> },
  { unless: ['mode_unavailable'], text: <ToConnections /> },
];

type LinkedProps = {
  readonly words: { readonly before: string; readonly link: string; readonly after: string };
  readonly to: string;
};

function Linked({ words: { before, link, after }, to }: LinkedProps) {
  return (
    <>
      {before}
      <a href={to} className="text-accent underline">
        {link}
      </a>
      {after}
    </>
  );
}

const ToLimits = ({ currency }: { readonly currency: Currency }) => (
  <>
    {words.lossLimit.before}
    <Link
      to={PATHS.settings}
      search={{ libro: limitBookText({ scope: 'real', currency }) }}
      hash="limites"
      className="text-accent underline"
    >
      {words.lossLimit.link}
    </Link>
    {words.lossLimit.after(currency)}
  </>
);

function ToConnections() {
  return (
    <>
      {words.connection.before}
      <Link to={PATHS.connections} className="text-accent underline">
        {words.connection.link}
      </Link>
      {words.connection.after}
    </>
  );
}

/** Lists the conditions for real money and whether each is met. */
export const RealMoney = ({
  obstacles,
  loss_limit_currency: currency,
}: Pick<AccountSafety, 'obstacles' | 'loss_limit_currency'>) => (
  <div className="grid gap-2 p-4 text-13">
    <h3 className="text-14 font-medium">{words.title}</h3>
    <p className="text-fg-2">{words.text}</p>
    <ul className="grid gap-1.5 text-fg-2">
      {conditionsIn(currency).map(({ unless, text }) => (
        <Condition key={unless[0]} met={!unless.some((obstacle) => obstacles.includes(obstacle))}>
          {text}
        </Condition>
      ))}
    </ul>
  </div>
);

function Condition({ met, children }: { readonly met: boolean; readonly children: ReactNode }) {
  const Icon = met ? CircleCheck : CircleDashed;
  return (
    <li className="flex items-start gap-2">
      <Icon size={14} className={met ? 'mt-0.5 shrink-0 text-ok' : 'mt-0.5 shrink-0 text-fg-3'} aria-hidden />
      <span>
        <span className="sr-only">{met ? words.met : words.open} </span>
        {children}
      </span>
    </li>
  );
}
