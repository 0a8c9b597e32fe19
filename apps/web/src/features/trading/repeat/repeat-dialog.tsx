import type { Option } from '@vigia/contract';
import { lengthIn } from '@vigia/core/trades';
import { usePayout } from '#shared/lib/assets.ts';
import { formatPayout } from '#shared/lib/format.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { repeatMessages as words } from './messages.es.ts';
import { useRepeatProblem } from './repeat-problem.ts';
import { useRepeat } from './use-repeat.ts';

/** Says why a trade was not repeated, and offers the way out if there is one. */
export function RepeatDialog() {
  const { problem, close } = useRepeatProblem();
  if (problem === null) return null;
  return (
    <Dialog open onOpenChange={close} title={words.title} description={problem.text}>
      <div className="flex justify-end gap-2 max-md:grid">
        {problem.way === 'payout' && <AcceptPayout trade={problem.trade} onAccept={close} />}
        {problem.way === 'account' && <ChooseAccount onChoose={close} />}
        <Button onClick={close}>{words.close}</Button>
      </div>
    </Dialog>
  );
}

/** Renders the button that repeats the trade at the current payout. It is disabled until that payout is known. */
function AcceptPayout({ trade, onAccept }: { readonly trade: Option; readonly onAccept: () => void }) {
  const repeat = useRepeat(trade);
  const { ratio, asking } = usePayout(trade.asset_symbol, lengthIn(trade));
  const isKnown = ratio !== null && !asking;
  const accept = () => {
    onAccept();
    repeat(ratio);
  };
  return (
    <Button variant="primary" disabled={!isKnown} onClick={accept}>
      {isKnown ? words.with(trade.option_type, formatPayout(ratio)) : words.payoutLoading}
    </Button>
  );
}

function ChooseAccount({ onChoose }: { readonly onChoose: () => void }) {
  const openModal = useUi((ui) => ui.openModal);
  const choose = () => {
    onChoose();
    openModal('account');
  };
  return <Button onClick={choose}>{words.chooseAccount}</Button>;
}
