import type { BrokerConnectionStatus } from '@vigia/contract';

export const connectionsMessages = {
  title: 'Conexiones',
  subtitle: 'Conecta un bróker para ver su saldo y operar en él. Sin ninguno, todo funciona en simulado.',
  list: 'Brókers',
  kept: {
    line: 'Tus credenciales se guardan cifradas.',
    before: 'Tus credenciales se guardan cifradas en tu propio servidor y solo se usan para entrar al bróker.',
    strong: 'Nunca se muestran, ni se escriben en registros.',
    after: 'Puedes borrarlas aquí cuando quieras.',
  },
  unofficial: {
    /** Lists the brokers whose API is official. The text is empty while they are unknown. */
    strong: (official: readonly string[]) => {
      const [first, ...more] = official;
      if (first === undefined) return 'Hay conexiones que no son oficiales.';
      if (more.length === 0) return `Solo la conexión con ${first} es oficial.`;
      return `Solo son oficiales las conexiones con ${new Intl.ListFormat('es').format(official)}.`;
    },
    after:
      'En las demás, Vigía entra como lo haría tu navegador: puede dejar de funcionar sin aviso, y el bróker puede no aceptarlo. Lee la nota de cada uno antes de conectar.',
  },
  /** Texts about the broker's policy on programs such as this app. */
  stance: {
    official: (name: string) => `${name} publica y documenta su API para programas como este.`,
    unofficial: (name: string) => `${name} no ofrece una API pública.`,
    forbidsBots: (name: string) => `${name} prohíbe los bots.`,
    wayIn: 'Vigía usa el protocolo de su propia página.',
    experimental: 'Nadie ha podido confirmar que hoy funcione: pruébala en demo.',
    byHand: 'Úsalo solo para ver precios y operar a mano: aquí nada opera solo con dinero real.',
    onEqualPrices: {
      tie: 'Si el precio termina igual que al entrar, te devuelve el monto.',
      lost: 'Si el precio termina igual que al entrar, pierdes el monto.',
    },
  },
  failed: 'No pudimos cargar tus conexiones',
  stale: 'Lo que ves puede no estar al día.',
  none: 'Esta instalación no tiene ningún bróker disponible: puedes practicar con dinero simulado.',
  needsAccount: 'La demo es anónima y opera solo en Simulado. Con una cuenta puedes conectar tus brókers.',
  createAccount: 'Crea tu cuenta',

  status: {
    connected: 'Conectado',
    connecting: 'Conectando',
    disconnected: 'Sin conectar',
    error: 'Error',
  } satisfies Record<BrokerConnectionStatus, string>,
  official: 'API oficial',
  notOfficial: 'Conexión no oficial',
  experimental: 'Experimental',
  inUse: 'En uso',
  use: 'Usar',
  about: (broker: string) => `Sobre ${broker}`,

  /** Texts about messages of the broker that this version does not know. */
  oddities: {
    title: (count: number) =>
      count === 1
        ? 'El bróker cambió algo: 1 mensaje que no entendemos'
        : `El bróker cambió algo: ${count} mensajes que no entendemos`,
    open: 'La cuenta acepta órdenes. Si algo no cuadra, mira los detalles.',
    closed:
      'Alguno habla de órdenes, así que no se envían órdenes nuevas a esta cuenta hasta que vuelvas a conectar o lo confirmes. Las abiertas se siguen igual.',
    details: 'Detalles',
    kinds: { unknown: 'no conocemos', unreadable: 'no pudimos leer' },
    line: (kind: string, message: string, count: number, touchesOrders: boolean) =>
      `${kind} «${message}»: ${count === 1 ? '1 vez' : `${count} veces`}${touchesOrders ? ', sobre órdenes' : ''}`,
    accept: 'Seguir operando',
    accepted: (broker: string) => `${broker}: la cuenta vuelve a aceptar órdenes`,
  },

  accounts: 'Cuentas',
  /** Text that distinguishes several accounts of the same kind. */
  accountId: (currency: string, id: string) => `${currency} · ${id}`,
  accountNamed: (name: string, currency: string, id: string) => `${name} (${currency}, ${id})`,
  noAccounts: 'El bróker todavía no ha dicho sus cuentas.',
  types: { demo: 'Demo', real: 'Real' },
  facts: {
    latency: 'Latencia',
    measuring: 'Midiendo…',
    roundTrip: (ms: string) => `${ms} ms`,
    clock: (seconds: string) => `reloj ${seconds} s`,
    since: 'Conectado desde',
    expires: 'La sesión caduca',
    /** Names of the stored credentials, by kind of credentials. */
    stored: { password: 'Correo', api_token: 'Token', browser_session: 'Sesión copiada', oauth: 'Permiso' },
    kept: { password: 'Guardado', api_token: 'Guardado', browser_session: 'Guardada', oauth: 'Dado en su página' },
    forget: 'Olvidar',
  },

  /** Texts about settlements that were compared with the recorded ticks. */
  settlements: {
    kinds: { mock: 'simulada', demo: 'demo', real: 'real' },
    name: (kind: string, currency: string) => `Liquidaciones (${kind}, ${currency})`,
    match: (count: string) => `${count} coinciden con los ticks guardados`,
    differs: (count: string) => `${count} difieren`,
    noData: (count: string) => `${count} sin datos`,
    changed: (count: string) => `${count} con otro resultado`,
  },

  /** Texts about the same signals on paper and on the demo account. */
  paperGap: {
    name: 'Simulado menos demo',
    text: (gap: string, low: string, high: string, pairs: string) =>
      `${gap} por unidad apostada (entre ${low} y ${high}, ${pairs} señales en las dos)`,
  },

  connect: 'Conectar',
  test: 'Probar',
  check: 'Revisar',
  disconnect: 'Desconectar',
  resetPractice: 'Reiniciar demo',
  cancel: 'Cancelar',
  otherData: 'Usar otros datos',
  forget: 'Olvidar credenciales',
  ways: { correct: 'Corregir datos', 'paste-session': 'Pegar mi sesión', retry: 'Reintentar' },
  of: (action: string, broker: string) => `${action}: ${broker}`,

  form: {
    way: 'Cómo entrar',
    ways: { password: 'Correo y contraseña', api_token: 'Token de API', browser_session: 'Sesión del navegador' },
    email: 'Correo',
    password: 'Contraseña',
    passwordHint: (site: string) => `Los mismos datos con los que entras en ${site}.`,
    token: 'Token de API',
    tokenHint: 'Bastan los permisos Leer y Operar. No marques Pagos.',
    appId: 'App ID',
    appIdHint: 'El de tu aplicación registrada en Deriv.',
    sessionToken: 'Token de la sesión',
    accessToken: 'Valor de access_token',
    ssid: 'Valor de ssid',
    cookies: 'Cookies',
    userAgent: 'User-Agent del navegador',
    userAgentHint: 'Ya está puesto el de este navegador.',
    emailWrong: 'Escribe el correo con el que entras al bróker.',
    missing: 'Falta este dato.',
    tooLong: 'Es demasiado largo: revisa lo que pegaste.',
    notOneLine: 'Tiene caracteres que no se pueden enviar: revisa lo que pegaste.',
    works: (broker: string) => `${broker} acepta estos datos. No se guardó nada: pulsa Conectar para usarlos.`,
    demoFirst: 'Se conecta con la cuenta demo. La real se elige después, con su confirmación.',
  },

  code: {
    title: 'Falta un paso',
    text: (broker: string) =>
      `${broker} te envió un código por correo, SMS o tu aplicación. Escríbelo aquí para entrar.`,
    label: 'Código del bróker',
    missing: 'Escribe el código que te enviaron.',
    submit: 'Entrar con el código',
  },

  done: {
    connected: (broker: string) => `${broker} conectado`,
    test: (broker: string) => `${broker} responde`,
    practiceReset: (broker: string) => `${broker} reinició el saldo de tu cuenta demo`,
    disconnected: (broker: string) => `${broker} desconectado`,
    disconnectedText: 'Tus credenciales siguen guardadas para la próxima vez.',
    forgotten: (broker: string) => `Se borraron las credenciales de ${broker}`,
    connectedInUse: (account: string) => `Tus órdenes van ahora a ${account}.`,
  },

  /** Texts of the picker for the account that receives new orders. */
  choice: {
    title: 'Cuenta de tus órdenes',
    text: 'A dónde van tus órdenes desde ahora. Las abiertas siguen donde están, y lo que opera solo, en su cuenta.',
    now: 'En uso',
    what: {
      mock: 'Dinero simulado de Vigía. Sin bróker: sirve para practicar y probar.',
      demo: 'Cuenta de práctica del bróker: sus precios y su ejecución, sin dinero tuyo.',
      real: 'Tu dinero en el bróker. Cada orden puede perder todo su monto.',
    },
    connect: 'Conectar un bróker',
    submit: (account: string) => `Pasar a ${account}`,
    done: (account: string) => `Ahora operas en ${account}`,
    refused: 'No se cambió la cuenta',
  },

  forgetAsk: {
    title: (broker: string) => `¿Olvidar las credenciales de ${broker}?`,
    text: 'Se cierra la conexión y se borran del servidor tus datos de acceso. Tus operaciones y su historial se quedan. Para volver a conectar tendrás que escribirlos de nuevo.',
    submit: 'Olvidar credenciales',
  },

  /** Texts about the end of a copied session. */
  expiry: {
    soon: (left: string) => `Tu sesión caduca en ${left}.`,
    text: (name: string) =>
      `Después ${name} no deja entrar con ella. Copia otra antes: tus cuentas y su historial siguen igual, y si operas con dinero real, lo eliges de nuevo.`,
    renew: 'Pegar otra sesión',
  },

  failedSomehow: 'El último intento de conexión falló.',
  tryingAgain: 'Vigía sigue intentándolo.',
  retryAt: (time: string) => `Puedes volver a intentarlo a las ${time}.`,
} as const;
