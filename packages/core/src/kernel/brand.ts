declare const brand: unique symbol;

/**
 * A `Base` with a compile-time tag, made only by its constructor function. Two branded numbers never mix by accident.
 */
export type Brand<Base, Name extends string> = Base & { readonly [brand]: Name };
