declare const brand: unique symbol;

/** A `Base` that only its constructor can make: two brands over `number` never mix by accident. */
export type Brand<Base, Name extends string> = Base & { readonly [brand]: Name };
