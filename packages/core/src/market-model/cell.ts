/** Reads a column at an index, which is always inside its bounds. V8 inlines the function. */
export const columnValueAt = (column: Float64Array | Int32Array, index: number): number => column[index] as number;
