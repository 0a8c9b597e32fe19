import type { Operand } from '#rules/index.ts';

/** The close of the last closed candle. */
export const CLOSE_OPERAND: Operand<'price'> = { of: 'price', line: 'close', ago: 0 };

/** A fixed number. */
export const numberOperand = (value: number): Operand<'number'> => ({ of: 'number', value, ago: 0 });
