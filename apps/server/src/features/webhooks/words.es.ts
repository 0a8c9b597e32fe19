export const WEBHOOK_WORDS = { test: 'Prueba de Vigía: si lees esto, tu webhook recibe los avisos.' } as const;
