import type { Option } from '@vigia/contract';
import { lengthField, lengthIn } from '@vigia/core/trades';
import { useAsset } from '#shared/lib/assets.ts';
import { useChosenAccount } from '#shared/lib/chosen-account.ts';
import { usePlaceOrder } from '../orders/use-place-order.ts';
import { repeatMessages } from './messages.es.ts';
import { type RepeatFault, repeatFault, repeatFaultText } from './repeat-fault.ts';
import { type RepeatProblem, useRepeatProblem } from './repeat-problem.ts';

/**
 * Returns a function that places a trade again: the same asset, direction, amount and length, as an order of its own
 * with its own idempotency key. `agreed` is the payout that the user accepts; below it the server refuses the order.
 */
export function useRepeat(trade: Option): (agreed: number | null) => void {
  const place = usePlaceOrder();
  const { data: account } = useChosenAccount();
  const asset = useAsset(trade.asset_symbol);
  const show = useRepeatProblem((state) => state.show);
  return (agreed) => {
    const fault = repeatFault(trade, { account, asset, isOnline: navigator.onLine });
    if (fault !== null) return show({ trade, text: repeatFaultText(fault, trade), way: wayOut(fault) });
    // Without a payout to hold the broker to, the user looks at the current one first.
    if (agreed === null) return show({ trade, text: repeatMessages.faults.payoutUnknown, way: 'payout' });
    place(
      {
        asset_symbol: trade.asset_symbol,
        option_type: trade.option_type,
        amount: trade.amount,
        ...lengthField(lengthIn(trade)),
        shown_payout: agreed,
      },
      {
        repeats: trade.id,
        onRefused: ({ code, message }) =>
          show({ trade, text: message, way: code === 'payout_changed' ? 'payout' : null }),
      },
    );
  };
}

const wayOut = ({ kind }: RepeatFault): RepeatProblem['way'] =>
  kind === 'account' || kind === 'currency' ? 'account' : null;
