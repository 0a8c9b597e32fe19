export const UPGRADE_MESSAGES = {
  help: `Dice qué cambiará en tus datos la primera vez que arranque esta versión. No cambia nada.

Uso: vigia upgrade --check

Para actualizar: detén Vigía («vigia stop»), instala el paquete nuevo y arráncalo. Antes del primer cambio hace una copia.
`,
  missing:
    '«vigia upgrade» solo comprueba: escribe «vigia upgrade --check». «vigia upgrade --help» dice cómo se actualiza.',
  empty: (version: string): string => `Vigía ${version}: aún no hay datos; el primer arranque los crea.\n`,
  upToDate: (version: string): string => `Vigía ${version}: los datos ya son de esta versión; no cambia nada.\n`,
  pending: (version: string, steps: readonly string[], folder: string): string =>
    [
      `Vigía ${version} cambiará el esquema de los datos en ${steps.length === 1 ? '1 paso' : `${steps.length} pasos`}:`,
      ...steps.map((step) => `  ${step}`),
      `Antes del primero hace una copia en ${folder}. Volver atrás después es restaurar esa copia con la versión anterior.`,
      '',
    ].join('\n'),
} as const;
