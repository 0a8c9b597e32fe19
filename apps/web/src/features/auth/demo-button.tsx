import { LIMITS } from '@vigia/core/vocabulary';
import { useDemo } from '#shared/auth/use-demo.ts';
import { formatMoney } from '#shared/lib/format.ts';
import { Button } from '#shared/ui/button.tsx';
import { FieldError } from '#shared/ui/field.tsx';
import { authPageMessages } from './messages.es.ts';

/** Opens the simulated account with one click. */
export function DemoButton() {
  const { start, starting, problem } = useDemo();
  return (
    <div className="grid gap-2">
      <Button size="lg" full loading={starting} onClick={start}>
        {authPageMessages.demo(formatMoney(LIMITS.mockBalanceDefaultMinor / 100))}
      </Button>
      {problem && <FieldError>{problem}</FieldError>}
    </div>
  );
}
