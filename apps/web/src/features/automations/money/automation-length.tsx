import { formatLength, minutesLong, type TradeLength } from '@vigia/core/trades';
import { TIMEFRAME_SECONDS, type Timeframe } from '@vigia/core/vocabulary';
import type { ReactNode } from 'react';
import { lengthMessages as words } from '#shared/length/length-field.es.ts';
import { LengthChips, LengthUnits, notOfferedText, offeredInSameUnit } from '#shared/length/length-field.tsx';
import type { OfferedLengths } from '#shared/length/offered-lengths.ts';
import { accountKey } from '#shared/lib/account-name.ts';
import { useChosenAccount } from '#shared/lib/chosen-account.ts';
import { FieldError } from '#shared/ui/field.tsx';
import type { AutomationMoney } from './automation-accounts.ts';
import { automationMessages as texts } from './messages.es.ts';

type AutomationLengthProps = {
  readonly asset: OfferedLengths | undefined;
  /** The account on which the setup or strategy trades. */
  readonly account: Pick<AutomationMoney, 'account'>;
  readonly length: TradeLength;
  /** Timeframe of the rules, whose entries are at the close of a candle; null if the entries are at any time. */
  readonly timeframe: Timeframe | null;
  /** Longest duration in minutes that the field for minutes accepts. */
  readonly maxMinutes: number;
  readonly error?: string | undefined;
  readonly onChange: (length: TradeLength) => void;
  /** The field for minutes. It is visible only if the duration is in minutes. */
  readonly children: ReactNode;
};

/**
 * Renders the duration of an automation's trades, in the units that its account offers for the asset. The app knows
 * these units for the chosen account only. For any other account it offers minutes and the stored duration.
 */
export function AutomationLength(props: AutomationLengthProps) {
  const { asset, account, length, error, onChange, children } = props;
  const isChosen = useIsChosen(account);
  const offering = isChosen ? asset : undefined;
  const isShort = length.unit !== 'minutes';
  const fault = error ?? (isShort ? notOfferedText(offering, length) : null);
  return (
    <div className="grid content-start gap-2">
      <LengthUnits offering={offering} length={length} onChange={onChange} />
      {!isShort && (
        <>
          {children}
          <CandleClose {...props} />
        </>
      )}
      {isShort && (
        <>
          <span className="text-13 font-medium text-fg-2">{words.duration[length.unit]}</span>
          <LengthChips
            offering={offering}
            length={length}
            lengths={offeredInSameUnit(offering, length)}
            className="grid-cols-[repeat(auto-fill,minmax(44px,1fr))]"
            onChange={onChange}
          />
          {fault && <FieldError>{fault}</FieldError>}
          <p className="text-12 text-fg-3">{words.unmeasured}</p>
        </>
      )}
    </div>
  );
}

/** Offers the duration that ends with the next candle, and states when the chosen duration does. */
function CandleClose({ length, timeframe, maxMinutes, onChange }: AutomationLengthProps) {
  const minutes = timeframe === null ? Infinity : TIMEFRAME_SECONDS[timeframe] / 60;
  if (minutes > maxMinutes) return null;
  const close = minutesLong(minutes);
  if (formatLength(length) === formatLength(close)) return <p className="text-12 text-fg-3">{texts.atClose}</p>;
  return (
    <button
      type="button"
      className="justify-self-start text-12 text-accent hover:underline touch-target"
      onClick={() => onChange(close)}
    >
      {texts.chooseClose(formatLength(close))}
    </button>
  );
}

function useIsChosen({ account }: Pick<AutomationMoney, 'account'>): boolean {
  const { data: chosen } = useChosenAccount();
  return chosen !== undefined && accountKey(chosen) === accountKey(account);
}
