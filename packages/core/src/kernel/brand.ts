declare const brand: unique symbol;

/**
 * A `Base` with a compile-time tag. Only the constructor function of the brand makes one, so two branded numbers never
 * mix by accident.
 */
export type Brand<Base, Name extends string> = Base & { readonly [brand]: Name };
