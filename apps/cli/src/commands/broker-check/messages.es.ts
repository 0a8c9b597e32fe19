export const BROKER_CHECK_MESSAGES = {
  help: `Comprueba un bróker con tu propia cuenta: entra, lee y compara lo que envía con lo que Vigía espera, paso a paso. Hasta
la orden demo solo lee. La orden demo es una sola, por el mínimo y en la cuenta demo, y solo sale si lo confirmas. Termina
con código 1 si algo difiere. Tarda unos dos minutos.

Uso: vigia broker-check BRÓKER [opciones]
     vigia broker-check BRÓKER --replay ARCHIVO

  BRÓKER                 iqoption, quotex, olymptrade o deriv
  --credentials ARCHIVO  archivo JSON con las credenciales; sin él se piden en la terminal, sin mostrarlas
  --credentials-env NOMBRE  variable de entorno con el mismo JSON
  --demo-order           confirma de antemano la orden demo; sin esta opción se pregunta en la terminal
  --record ARCHIVO       guarda lo que pasó por la red, sin secretos, nombres, correos, identificadores ni direcciones
  --replay ARCHIVO       reproduce una grabación sin contactar con nadie, y dice si ahora da otro resultado
  --origins JSON         direcciones de un simulador de esta máquina en lugar de las del bróker

Formas del JSON: {"email":"…","password":"…"}, {"api_token":"…","app_id":"…"} o
{"session_token":"…","cookies":"…","user_agent":"…"}.
`,
  missingBroker: (known: readonly string[]): string => `Di qué bróker: ${known.join(', ')}.`,
  unknownBroker: (name: string, known: readonly string[]): string =>
    `No existe el bróker «${name}»; los hay: ${known.join(', ')}.`,
  twoSources: 'Sobra una de «--credentials» y «--credentials-env»: las credenciales vienen de un solo sitio.',
  noSource: 'Sin terminal hacen falta «--credentials» o «--credentials-env».',
  emptyEnv: (name: string): string => `La variable de entorno «${name}» está vacía.`,
  badCredentials: 'Las credenciales no tienen una de las formas que dice «vigia broker-check --help».',
  badOrigins: '«--origins» lleva un JSON como {"ws":"ws://127.0.0.1:4001"}, solo con direcciones de esta máquina.',
  noRecording: (file: string): string => `«${file}» no es una grabación de «vigia broker-check --record».`,
  otherBroker: (file: string, broker: string): string => `«${file}» es una grabación de ${broker}.`,
  replayAlone: '«--replay» va solo: no se conecta a ningún bróker.',
  notWritten: (file: string): string =>
    `No se pudo escribir «${file}»: elige un archivo nuevo en una carpeta que exista.`,
  written: (file: string): string => `Grabación en «${file}». Mírala antes de compartirla.`,
  changed: (steps: readonly string[]): string => `la grabación da ahora otro resultado en: ${steps.join(', ')}`,
  email: 'Correo: ',
  password: 'Contraseña: ',
  token: 'Token: ',
  appId: 'App ID: ',
  sessionToken: 'Token de la sesión del navegador: ',
  cookies: 'Cookies (vacío si no hacen falta): ',
  userAgent: 'User-Agent (vacío si no hace falta): ',
  code: 'Código que envió el bróker: ',
  begins: (step: string): string => `  … ${step}`,
  order: (symbol: string, amount: string, seconds: number): string =>
    `Falta la orden demo: ${amount} de dinero de práctica a CALL en ${symbol}, ${seconds} s. Escribe ORDEN DEMO para enviarla: `,
  words: 'ORDEN DEMO',
  line: (step: string, verdict: string, text: string): string =>
    `${step}: ${verdict}${text === '' ? '' : ` (${text})`}`,
  allFine: (name: string): string => `${name} responde como Vigía espera.`,
  differing: (name: string, count: number): string =>
    count === 1 ? `en ${name} difiere 1 paso:` : `en ${name} difieren ${count} pasos:`,
} as const;
