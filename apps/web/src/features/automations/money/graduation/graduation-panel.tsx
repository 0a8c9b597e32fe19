import { useQuery } from '@tanstack/react-query';
import type { AutomationGraduation } from '@vigia/contract';
import type { AutomationKind, Currency } from '@vigia/core/vocabulary';
import { CircleDashed } from 'lucide-react';
import { useState } from 'react';
import { accountText } from '#shared/lib/account-name.ts';
import { withProblem } from '#shared/lib/problem.ts';
import { Button } from '#shared/ui/button.tsx';
import { gapText } from './gap-text.ts';
import { graduationMessages as words } from './graduation.es.ts';
import { graduationQuery } from './graduation-query.ts';
import { RealMoneyDialog, type RealMoneyDialogProps } from './real-money-dialog.tsx';

export type GraduationPanelProps = {
  readonly kind: AutomationKind;
  readonly id: string;
  readonly name: string;
  readonly currency: Currency;
};

/** Lists what a setup or strategy misses for real money, with numbers. If nothing is missing, offers real money. */
export function GraduationPanel(props: GraduationPanelProps) {
  const { data, error } = useQuery({ ...graduationQuery(props.kind, props.id), staleTime: 0 });
  if (data !== undefined) return <State {...props} graduation={data} />;
  return <p className="text-12 text-fg-3">{error ? withProblem(words.failed, error) : words.loading}</p>;
}

type StateProps = GraduationPanelProps & { readonly graduation: AutomationGraduation };

function State({ graduation, ...owner }: StateProps) {
  const { broker, account, open, asks_bot_terms: asksTerms, missing } = graduation;
  const real = accountText({ broker, kind: 'real' });
  const isReal = account === 'real';
  return (
    <div className="grid gap-2 text-12 text-fg-2">
      {isReal && <p>{words.isReal(real)}</p>}
      {open && !isReal && <p>{words.open(real)}</p>}
      {isReal && missing.length > 0 && <p className="text-warn">{words.closing}</p>}
      {missing.length > 0 && (
        <ul className="grid gap-1.5">
          {missing.map((gap) => (
            <li key={JSON.stringify(gap)} className="flex items-start gap-2">
              <CircleDashed size={14} className="mt-0.5 shrink-0 text-fg-3" aria-hidden />
              <span>{gapText(gap, owner.currency)}</span>
            </li>
          ))}
        </ul>
      )}
      {open && !isReal && <ToReal {...owner} broker={broker} asksTerms={asksTerms} />}
    </div>
  );
}

function ToReal({
  broker,
  asksTerms,
  ...owner
}: GraduationPanelProps & Pick<RealMoneyDialogProps, 'broker' | 'asksTerms'>) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="real" className="justify-self-start" onClick={() => setAsking(true)}>
        {words.toReal(accountText({ broker, kind: 'real' }))}
      </Button>
      {isAsking && (
        <RealMoneyDialog {...owner} broker={broker} asksTerms={asksTerms} onClose={() => setAsking(false)} />
      )}
    </>
  );
}
