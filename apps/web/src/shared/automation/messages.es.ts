/** Texts about the account on which a setup or strategy trades. */
export const automationMessages = {
  on: (account: string) => `En ${account}`,
  accountOf: (name: string) => `Cuenta en la que opera ${name}`,
  moved: (name: string, account: string) => `${name} opera ahora en ${account}`,
} as const;
