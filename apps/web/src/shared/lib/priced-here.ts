import type { Option } from '@vigia/contract';

/** Whether the prices on this screen are those the trade is decided by: a broker decides by its own, which nobody sees here. */
export const isPricedHere = ({ broker }: Pick<Option, 'broker'>): boolean => broker === 'mock';
