export type QuirkValue = string | number | boolean;

/** Named deviations of a simulator from its default behaviour (`quirks`), each with its current value. */
export type Quirks = Readonly<Record<string, QuirkValue>>;

/** The values that each switch may have. */
export type QuirkValues<Of extends Quirks> = { readonly [Name in keyof Of]: readonly Of[Name][] };

/** The switches of a running simulator. */
type Switched = { readonly quirks: Quirks; readonly quirkValues: Readonly<Record<string, readonly QuirkValue[]>> };

/**
 * Sets a switch of a running simulator by its name and the text of a value.
 * @throws RangeError for an unknown name or value; its message lists the known ones
 */
export function setQuirk({ quirks, quirkValues }: Switched, name: string, text: string): void {
  const values = Object.entries(quirkValues).find(([one]) => one === name)?.[1];
  const value = values?.find((one) => String(one) === text);
  if (values === undefined) throw new RangeError(`no such switch: ${name}; ${Object.keys(quirkValues).join(', ')}`);
  if (value === undefined) throw new RangeError(`no such value of ${name}: ${text}; ${values.join(', ')}`);
  Object.assign(quirks, { [name]: value });
}
