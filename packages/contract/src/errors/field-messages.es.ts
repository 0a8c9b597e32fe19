/** Returns the sentence for a number outside its range. */
export const rangeFault = (min: number, max: number): string => `Debe estar entre ${min} y ${max}.`;

export const ASSET_FAULT_ES = 'No es el símbolo de un activo.';
