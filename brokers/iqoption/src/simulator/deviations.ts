import {
  CLOCK_WRONG_MS,
  type Deviation,
  SHIFTED_CANDLES_FACTOR,
  withoutFields,
  withScaledFields,
} from '@vigia/broker-kit/simulator';
import { fieldsOf } from './wire.ts';

type Frame = { readonly name?: unknown; readonly msg?: unknown };

const rowsOf = (value: unknown): readonly object[] =>
  Array.isArray(value) ? value.filter((row) => typeof row === 'object' && row !== null) : [];

/** Returns the frame with these deviations applied. */
export function deviatedFrame(frame: Frame, deviations: ReadonlySet<Deviation>): Frame {
  if (deviations.size === 0) return frame;
  const { name, msg } = frame;
  switch (name) {
    case 'available-balances':
      if (!deviations.has('wallet_field_missing')) return frame;
      return {
        ...frame,
        msg: rowsOf(msg).map((row) => (fieldsOf(row)['type'] === 4 ? withoutFields(row, 'currency') : row)),
      };
    case 'timeSync':
      return deviations.has('clock_wrong') ? { ...frame, msg: Number(msg) + CLOCK_WRONG_MS } : frame;
    case 'candles':
      return deviations.has('candles_shifted')
        ? { ...frame, msg: { candles: rowsOf(fieldsOf(msg)['candles']).map(shifted) } }
        : frame;
    case 'initialization-data':
      return deviations.has('payout_missing') ? { ...frame, msg: withoutPayouts(fieldsOf(msg)) } : frame;
    case 'positions':
    case 'history-positions':
      if (!deviations.has('record_without_id')) return frame;
      return {
        ...frame,
        msg: {
          ...fieldsOf(msg),
          positions: rowsOf(fieldsOf(msg)['positions']).map((row) => withoutFields(row, 'id', 'external_id')),
        },
      };
    default:
      return frame;
  }
}

const shifted = (row: object): object => withScaledFields(row, SHIFTED_CANDLES_FACTOR, 'open', 'close', 'min', 'max');

/** Returns the assets of every product without the field `option.profit`. */
function withoutPayouts(msg: Readonly<Record<string, unknown>>): object {
  const products = Object.entries(msg).map(([product, value]) => {
    const { actives } = fieldsOf(value);
    if (actives === undefined) return [product, value];
    const rows = Object.entries(fieldsOf(actives)).map(([id, active]) => [
      id,
      { ...fieldsOf(active), option: withoutFields(fieldsOf(fieldsOf(active)['option']), 'profit') },
    ]);
    return [product, { ...fieldsOf(value), actives: Object.fromEntries(rows) }];
  });
  return Object.fromEntries(products);
}
