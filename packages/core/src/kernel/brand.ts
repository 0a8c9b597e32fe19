declare const brand: unique symbol;

/**
 * A `Base` with a compile-time tag. Only the constructor function of the brand creates one. Two kinds of branded
 * numbers can therefore not be mixed by accident.
 */
export type Brand<Base, Name extends string> = Base & { readonly [brand]: Name };
