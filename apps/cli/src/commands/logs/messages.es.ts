export const LOGS_MESSAGES = {
  help: `Muestra el registro de Vigía arrancada con «vigia start» o como servicio: lo último, o también lo que va llegando.
El registro ocupa 60 MB como mucho; los archivos anteriores están a su lado.

Uso: vigia logs [--lines N] [--follow]

  --lines N     cuántas líneas (por defecto 50)
  --follow      sigue mostrando lo nuevo hasta Ctrl-C
`,
  lines: '«--lines» debe ser un número entero entre 1 y 10000.',
  none: (file: string): string => `aún no hay registro en ${file}: lo crea «vigia start».`,
} as const;
