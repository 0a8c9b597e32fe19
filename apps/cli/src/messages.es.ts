/** One help line for each command, for `vigia --help`. */
export const COMMAND_SUMMARIES = {
  start: 'arranca Vigía y la vigila; en segundo plano, o en esta terminal con --foreground',
  stop: 'detiene Vigía en orden',
  status: 'dice si Vigía está en marcha, dónde y si puede tomar órdenes',
  logs: 'muestra el registro de Vigía',
  service: 'instala Vigía como servicio que arranca con la máquina, o lo quita',
  upgrade: 'dice qué cambiará en tus datos esta versión',
  replay: 'pasa una configuración PCR por un archivo de velas o ticks y resume el resultado',
  backtest: 'prueba una estrategia o configuración en velas históricas, o un barrido de sus números',
  prove: 'pone a prueba tu método en cientos de mercados sin ventaja, y comprueba que no mira el futuro',
  verdict: 'juzga operaciones de un archivo, con una prueba que vale mires cuando mires',
  import: 'carga velas de 1 minuto de un archivo de precios como historia para pruebas',
  correct: 'corrige el resultado de una operación terminada, con un asiento propio',
  verifyAudit: 'comprueba que nadie ha tocado el registro de seguridad',
  verify: 'comprueba que señales, resultados y operaciones están como se anotaron en el registro verificable',
  witness: 'da fe del registro verificable de otra instalación: firma su cabeza si continúa la anterior',
  verifySettlements: 'compara cada operación terminada con los ticks guardados de su fuente',
  brokerCheck: 'comprueba un bróker con tu propia cuenta, paso a paso, y dice qué difiere',
  rotateKeys: 'cambia la clave maestra bajo la que se cifran las credenciales',
  backup: 'guarda todo lo de la base de datos en un archivo cifrado',
  restore: 'comprueba una copia de seguridad, o la pone en la base de datos',
  mcp: 'deja que un asistente lea tus mercados, señales y resultados, por MCP',
  doctor: 'revisa la instalación y dice qué hacer con cada fallo',
} as const;

const WIDTH = 20;

export const MESSAGES = {
  help: (commands: readonly (readonly [name: string, summary: string])[]): string =>
    [
      'Vigía: secuencias, zonas y señales PCR desde la terminal.',
      '',
      'Uso: vigia <comando> [opciones]',
      '',
      'Comandos:',
      ...commands.map(([name, summary]) => `  ${name.padEnd(WIDTH)}${summary}`),
      '',
      'Opciones:',
      `  ${'--help'.padEnd(WIDTH)}muestra esta ayuda; «vigia <comando> --help», la de un comando`,
      `  ${'--version'.padEnd(WIDTH)}muestra la versión`,
      '',
    ].join('\n'),
  unknownCommand: (name: string, known: readonly string[]): string =>
    `No existe el comando «${name}»; los hay: ${known.join(', ')}.`,
  unknownOption: (option: string): string => `No existe la opción «${option}»; «--help» muestra las que hay.`,
  missingValue: (option: string): string => `A la opción «${option}» le falta su valor.`,
  unwantedValue: (option: string): string => `La opción «${option}» no lleva valor.`,
  repeatedOption: (option: string): string => `La opción «${option}» está repetida.`,
  unexpectedArgument: (text: string): string => `Sobra «${text}»: cada valor va detrás de su opción.`,
  internal: (reason: string): string => `Fallo interno de Vigía, no de tus datos: ${reason}`,
  passphrase: 'Frase de la copia: ',
  newPassphrase: 'Frase para la copia (12 caracteres o más; sin ella no se abre): ',
  passphraseAgain: 'Otra vez la misma frase: ',
  passphrasesDiffer: 'No son iguales. Frase para la copia: ',
  fileMissing: (file: string): string => `No existe el archivo «${file}».`,
  fileIsFolder: (file: string): string => `«${file}» es una carpeta, no un archivo.`,
  fileForbidden: (file: string): string => `No hay permiso para leer «${file}».`,
  fileUnreadable: (file: string, code: string): string => `No se pudo leer «${file}» (${code}).`,
  fileFakeGzip: (file: string): string => `«${file}» no es un archivo gzip válido, aunque su nombre termine en .gz.`,
  fileNotGzip: (file: string): string =>
    `«${file}» está dañado: empieza como gzip, pero no se puede descomprimir entero.`,
} as const;
